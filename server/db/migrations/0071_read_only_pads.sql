-- While true, only the interviewer can change the pad's text and language.
alter table room_code add column is_read_only boolean not null default false;
