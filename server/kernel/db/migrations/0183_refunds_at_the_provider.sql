-- Refunds that somebody made at the payment provider, outside the desk: the money has gone out, and the sessions can still
-- be booked until the desk takes them back. An older server shows such a refund like one out of goodwill and makes none.
alter table refunds add column made_at_provider boolean not null default false;
create index refunds_at_provider on refunds (created_at) where made_at_provider and sessions = 0;
