-- migrate: statement by statement
-- Rows that are rare among many, which were found by reading all: operators among users, failed orders and those that are no
-- longer checked, the plans of payments, and the providers of meetings.
drop index concurrently if exists users_by_operator_level;
create index concurrently users_by_operator_level on users (operator_level, id) where operator_level is not null;
drop index concurrently if exists orders_failed_by_time;
create index concurrently orders_failed_by_time on orders (created_at, id) where status = 'failed';
drop index concurrently if exists orders_given_up_by_time;
create index concurrently orders_given_up_by_time on orders (created_at, id)
  where status = 'created' and given_up_at is not null;
drop index concurrently if exists quotes_by_plan;
create index concurrently quotes_by_plan on quotes (plan_type);
drop index concurrently if exists meetings_by_provider;
create index concurrently meetings_by_provider on meetings (provider);
