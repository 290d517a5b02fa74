-- migrate: statement by statement
-- A build that was interrupted leaves an invalid index, so each is dropped first.

-- What is due, and what was paid and taken back.
drop index concurrently if exists earnings_due;
create index concurrently earnings_due on earnings (interviewer_id) include (id, amount_paise)
  where status = 'credited' and not paid_out;
drop index concurrently if exists earnings_paid_and_void;
create index concurrently earnings_paid_and_void on earnings (interviewer_id) where status = 'void' and paid_out;
