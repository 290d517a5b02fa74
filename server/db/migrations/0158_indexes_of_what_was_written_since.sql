-- migrate: statement by statement
-- `verify --since` looks up what was written since a day. The indexes of bookings have only rows that were completed or
-- moved, so that a new booking adds nothing to them.
drop index concurrently if exists bookings_by_completion;
create index concurrently bookings_by_completion on bookings (completed_at) where completed_at is not null;
drop index concurrently if exists bookings_by_move;
create index concurrently bookings_by_move on bookings (moved_at) where moved_at is not null;
drop index concurrently if exists credit_lots_by_time;
create index concurrently credit_lots_by_time on credit_lots (granted_at);
drop index concurrently if exists orders_paid_by_time;
create index concurrently orders_paid_by_time on orders (paid_at) where paid_at is not null;
drop index concurrently if exists resume_files_by_time;
create index concurrently resume_files_by_time on resume_files (uploaded_at);
