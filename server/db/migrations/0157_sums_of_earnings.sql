-- migrate: statement by statement
-- An interviewer's earnings are scattered over the table. Their sums now come from the index alone.
drop index concurrently if exists earnings_by_interviewer_with_amount;
create index concurrently earnings_by_interviewer_with_amount on earnings (interviewer_id, created_at, id) include (status, amount_paise);

-- The new index serves its queries, too.
drop index concurrently if exists earnings_of_interviewer;
