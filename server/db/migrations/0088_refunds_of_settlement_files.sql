-- The time whose refunds a file was compared with, by when we sent them, so that a later file does not report them
-- again. Null in files that were compared before, and in files without a refund and without a time of settlement.
alter table settlement_files
  add column refunds_from_at timestamptz,
  add column refunds_until_at timestamptz,
  add constraint settlement_files_refund_span check (
    (refunds_from_at is null) = (refunds_until_at is null) and refunds_from_at <= refunds_until_at
  );
