-- migrate: statement by statement
-- A person's orders that were never paid, for the person's timeline at the desk: without it, somebody with many paid orders would
-- have all of them read.
drop index concurrently if exists orders_unpaid_by_person;
create index concurrently orders_unpaid_by_person on orders (user_id, created_at) where status <> 'paid';
