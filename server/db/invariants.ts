import { sql } from "kysely";
import type { Database, Tx } from "./database.ts";

export interface InvariantResult {
  /** What must hold, in words. */
  name: string;
  /** How many break it; 0 is right. */
  broken: number;
}

/**
 * What must hold over all rows at any moment, each as a query for what breaks it. Most of it stands in constraints and
 * triggers too; those hold for what is written from now on, these look at all that is there: after a restore, a load
 * test or a history that a property test made up.
 */
const invariants: Record<string, string> = {
  "a balance is the sum of its ledger": `
    select user_id from ledger_entries group by user_id
      having sum(delta) <> coalesce((select balance from credit_accounts account where account.user_id = ledger_entries.user_id), 0)
    union all
    select user_id from credit_accounts account
      where balance <> 0 and not exists (select from ledger_entries line where line.user_id = account.user_id)`,
  "a balance is the number of sessions in hand": `
    select user_id from credit_accounts account
      where balance <> (select count(*) from credits credit where credit.user_id = account.user_id and credit.status = 'available')`,
  "a lot is granted once, as so many sessions, and its price is theirs to the paisa": `
    select id from credit_lots lot
      where (select count(*) from ledger_entries line where line.lot_id = lot.id and line.kind = 'grant' and line.delta = lot.sessions) <> 1
        or (select (count(*), sum(value_paise)) from credits credit where credit.lot_id = lot.id) <> (sessions::int8, price_paise::int8)`,
  "a payment is granted once, at what was paid": `
    select id from payments payment
      where (select count(*) from credit_lots lot where lot.payment_id = payment.id and lot.price_paise = payment.amount_paise) <> 1`,
  "a paid order has its payment, and a payment its paid order": `
    select id from orders
      where (status = 'paid') <> exists (select from payments payment where payment.order_id = orders.id)`,
  "refunds are of no more than was paid": `
    select payment_id from refunds group by payment_id
      having sum(amount_paise) > (select amount_paise from payments where payments.id = refunds.payment_id)`,
  "nobody has two interviews at once": `
    select one.id from bookings one join bookings other
      on one.id < other.id and one.status <> 'cancelled' and other.status <> 'cancelled'
        and tstzrange(one.starts_at, one.ends_at) && tstzrange(other.starts_at, other.ends_at)
        and (one.interviewee_id = other.interviewee_id or one.interviewer_id = other.interviewer_id)`,
  "an interview that stands has a slot of its own, which is booked": `
    select booking.id from bookings booking join availability slot on slot.id = booking.slot_id
      where booking.status = 'pending' and slot.status <> 'booked'
    union all
    select slot_id from bookings where status <> 'cancelled' group by slot_id having count(*) > 1`,
  "an interview to come was paid with one session, which is spent": `
    select booking.id from bookings booking
      where booking.status = 'pending' and (
        select count(*) from ledger_entries line join credits credit on credit.id = line.credit_id
          where line.booking_id = booking.id and line.kind = 'spend' and credit.status = 'spent'
            and not exists (select from ledger_entries back where back.booking_id = booking.id and back.kind = 'return')) <> 1`,
  "an earning is its share of what that very session was sold for": `
    select earning.id from earnings earning
      where amount_paise <> session_price_paise::int8 * share_percent / 100
        or session_price_paise <> coalesce((
          select credit.value_paise from ledger_entries line join credits credit on credit.id = line.credit_id
            where line.booking_id = earning.booking_id and line.kind = 'spend'), 0)`,
  "an interview that was held has an earning": `
    select id from bookings booking
      where status = 'completed' and not exists (select from earnings earning where earning.booking_id = booking.id)`,
  "a payout is the sum of its lines, each of an earning of that interviewer": `
    select id from payouts payout
      where amount_paise <> (select coalesce(sum(amount_paise), 0) from payout_lines line where line.payout_id = payout.id)
    union all
    select payout.id from payouts payout join payout_lines line on line.payout_id = payout.id
      join earnings earning on earning.id = line.earning_id
      where earning.interviewer_id <> payout.interviewer_id or abs(line.amount_paise) <> earning.amount_paise`,
};

/** Looks at every invariant. In a transaction that sees one moment when the database is in use (`repeatable read`). */
export async function checkInvariants(database: Database | Tx): Promise<InvariantResult[]> {
  const results: InvariantResult[] = [];
  for (const [name, query] of Object.entries(invariants)) {
    const { rows } = await sql<{ broken: number }>`
      select count(*) as broken from (${sql.raw(query)}) offender`.execute(database);
    results.push({ name, broken: rows[0]?.broken ?? 0 });
  }
  return results;
}
