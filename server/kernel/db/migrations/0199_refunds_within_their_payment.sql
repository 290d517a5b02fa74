-- No refund gives back more than was paid, whoever records it. Not of rows that exist: a server must start on any of them.
alter table payments add constraint payments_refunded_at_most_paid
  check (refunded_paise between 0 and amount_paise) not valid;

-- A part of what is owed for sessions that are counted with another refund of the payment. Without sessions of its own it
-- would else look like one out of goodwill, which it is to the previous version.
alter table refunds add column is_part_of_owed boolean not null default false;
