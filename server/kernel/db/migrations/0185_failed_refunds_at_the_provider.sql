-- A refund that was made at the provider, and failed there, is deleted again while no session was taken back for it.
create function take_from_refunded() returns trigger language plpgsql as $$
begin
  update payments set refunded_paise = refunded_paise - old.amount_paise where id = old.payment_id;
  return null;
end $$;
create trigger refunds_are_no_longer_summed after delete on refunds
  for each row execute function take_from_refunded();
