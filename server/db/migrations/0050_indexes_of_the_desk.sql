-- migrate: statement by statement
-- Indexes for the desk's lists and for the figures of a day. A build that was interrupted leaves an invalid index, so each
-- is dropped first.

-- The lists of payments by state, of refunds that wait, and of orders that were never paid.
drop index concurrently if exists payments_refunded_by_time;
create index concurrently payments_refunded_by_time on payments (captured_at, id) where status = 'refunded';
drop index concurrently if exists refunds_waiting;
create index concurrently refunds_waiting on refunds (created_at, id) where status = 'pending';
drop index concurrently if exists refunds_by_time;
create index concurrently refunds_by_time on refunds (created_at, id);
drop index concurrently if exists orders_unpaid_by_time;
create index concurrently orders_unpaid_by_time on orders (created_at, id) where status <> 'paid';

-- People by the beginning of their name; the address has a unique index, which a search by its beginning cannot use.
drop index concurrently if exists users_by_name_start;
create index concurrently users_by_name_start on users (lower(first_name || ' ' || last_name) text_pattern_ops);
drop index concurrently if exists users_by_email_start;
create index concurrently users_by_email_start on users (email text_pattern_ops);

-- Bookings of one state by their start.
drop index concurrently if exists bookings_by_status_and_start;
create index concurrently bookings_by_status_and_start on bookings (status, starts_at, id);

-- How often a coupon was used.
drop index concurrently if exists quotes_by_coupon;
create index concurrently quotes_by_coupon on quotes (coupon_id) where coupon_id is not null;
drop index concurrently if exists coupons_by_time;
create index concurrently coupons_by_time on coupons (created_at, id);

-- What happened on one day.
drop index concurrently if exists ledger_by_time;
create index concurrently ledger_by_time on ledger_entries (created_at);
drop index concurrently if exists availability_by_start;
create index concurrently availability_by_start on availability (starts_at);
drop index concurrently if exists bookings_cancelled_by_time;
create index concurrently bookings_cancelled_by_time on bookings (cancelled_at) where cancelled_at is not null;
drop index concurrently if exists feedback_by_time;
create index concurrently feedback_by_time on feedback (created_at);
drop index concurrently if exists feedback_files_by_time;
create index concurrently feedback_files_by_time on feedback_files (uploaded_at);
drop index concurrently if exists payouts_by_time;
create index concurrently payouts_by_time on payouts (paid_at, id);
