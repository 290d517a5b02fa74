-- How much of a payment has been refunded, so that the desk finds refunded payments by an index: summing all refunds for
-- each look at the list cost more with every purchase. A trigger keeps the sum, so a server of the previous version keeps it, too.
-- It is created before the sum is filled in and holds refunds back until the end, so that none is missed.
alter table payments add column refunded_paise integer not null default 0;

create function add_to_refunded() returns trigger language plpgsql as $$
begin
  update payments set refunded_paise = refunded_paise + new.amount_paise where id = new.payment_id;
  return null;
end $$;
create trigger refunds_are_summed after insert on refunds for each row execute function add_to_refunded();

update payments set refunded_paise = given.paise
  from (select payment_id, sum(amount_paise) as paise from refunds group by payment_id) given
  where given.payment_id = payments.id;
