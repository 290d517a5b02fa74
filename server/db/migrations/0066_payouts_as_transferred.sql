-- A payout records what the bank transferred. An earning that was taken back after its export for the bank is paid with
-- the export and deducted from the next payout, so a line may be of an earning that is void by then, if it was exported.
-- A deduction is of an earning that was paid before, taken back since, and of the same amount. Checked at the end of the
-- transaction. An older server writes no other lines.
create function check_payout_line() returns trigger language plpgsql as $$
declare
  earning_status text := (select status from earnings where id = new.earning_id);
begin
  if new.kind = 'earned' and earning_status <> 'credited' and not exists (
      select from payout_batch_lines line where line.earning_id = new.earning_id and line.kind = 'earned') then
    raise exception 'earning % is not credited and was never exported for the bank', new.earning_id
      using errcode = 'check_violation', constraint = 'payout_lines_are_owed';
  end if;
  if new.kind = 'taken-back' and (earning_status <> 'void' or not exists (
      select from payout_lines paid where paid.earning_id = new.earning_id and paid.kind = 'earned'
        and paid.amount_paise = -new.amount_paise)) then
    raise exception 'earning % was not paid and taken back, so nothing is deducted for it', new.earning_id
      using errcode = 'check_violation', constraint = 'payout_lines_are_owed';
  end if;
  return null;
end $$;
create constraint trigger payout_lines_are_owed after insert on payout_lines
  deferrable initially deferred for each row execute function check_payout_line();

-- For the check above and for reversals: the exports of one earning.
create index payout_batch_lines_of_earning on payout_batch_lines (earning_id);
