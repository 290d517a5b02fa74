-- migrate: statement by statement
-- The refunds that were sent within the days of a settlement file.
drop index concurrently if exists refunds_by_sending;
create index concurrently refunds_by_sending on refunds (done_at, id) where status = 'done';
