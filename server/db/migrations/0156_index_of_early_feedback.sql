-- migrate: statement by statement
drop index concurrently if exists feedback_files_early;
create index concurrently feedback_files_early on feedback_files (uploaded_at) where is_early;
