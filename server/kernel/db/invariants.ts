import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "./database.ts";

export interface InvariantResult {
  /** A description of the invariant. */
  name: string;
  /** How many rows violate it; must be 0. */
  broken: number;
}

/**
 * Conditions that hold over all rows at any moment, each as one or more queries for violations. Constraints and triggers
 * enforce most of them for new rows. These queries check existing rows too, after a restore, a load test or a
 * property test. Each query reads its tables once, because a lookup per row takes minutes at a million rows.
 */
const invariants: Record<string, RawBuilder<unknown> | readonly RawBuilder<unknown>[]> = {
  "a balance is the sum of its ledger": sql`
    select user_id from (
        select user_id, sum(delta) as balance from ledger_entries group by user_id) ledger
      full join (select user_id, balance from credit_accounts) account using (user_id)
      where coalesce(ledger.balance, 0) <> coalesce(account.balance, 0)`,
  "a balance is the number of available sessions": sql`
    select account.user_id from credit_accounts account
      left join (
        select user_id, count(*) as sessions from credits where status = 'available'
          group by user_id) held on held.user_id = account.user_id
      where account.balance <> coalesce(held.sessions, 0)`,
  "a lot is granted once, with its number of sessions, whose values add up to its price": sql`
    select lot.id from credit_lots lot
      left join (
        select lot_id, count(*) as grants, sum(delta) as sessions from ledger_entries
          where kind = 'grant' group by lot_id) granted on granted.lot_id = lot.id
      left join (
        select lot_id, count(*) as sessions, sum(value_paise) as price from credits
          group by lot_id) held on held.lot_id = lot.id
      where (granted.grants, granted.sessions, held.sessions, held.price)
          is distinct from (1, lot.sessions, lot.sessions, lot.price_paise)`,
  "a payment is granted once, at what was paid": sql`
    select payment.id from payments payment
      left join credit_lots lot on lot.payment_id = payment.id and lot.price_paise = payment.amount_paise
      group by payment.id having count(lot.id) <> 1`,
  "a paid order has its payment, and a payment its paid order": sql`
    select id from orders
      where (status = 'paid') <> exists (select from payments payment where payment.order_id = orders.id)`,
  "refunds do not exceed the payment": sql`
    select payment_id from refunds group by payment_id
      having sum(amount_paise) > (select amount_paise from payments where payments.id = refunds.payment_id)`,
  "the refunded amount of a payment is the sum of its refunds": sql`
    select payment.id from payments payment
      left join (
        select payment_id, sum(amount_paise) as amount from refunds
          group by payment_id) given on given.payment_id = payment.id
      where payment.refunded_paise <> coalesce(given.amount, 0)`,
  "nobody has two interviews at once": sql`
    select id from (
      select id, starts_at,
        max(ends_at) over (partition by interviewee_id order by starts_at, id rows between unbounded preceding and 1 preceding)
          as interviewee_until,
        max(ends_at) over (partition by interviewer_id order by starts_at, id rows between unbounded preceding and 1 preceding)
          as interviewer_until
      from bookings where status <> 'cancelled') booking
      where starts_at < interviewee_until or starts_at < interviewer_until`,
  "an interview that is not canceled has its own slot, booked while it is pending": [
    sql`
        select booking.id from bookings booking join availability slot on slot.id = booking.slot_id
          where booking.status = 'pending' and slot.status <> 'booked'`,
    sql`
        select slot_id from bookings where status <> 'cancelled'
          group by slot_id having count(*) > 1`,
  ],
  "a held slot has a hold or an open proposal": sql`
    select slot.id from availability slot
      left join slot_holds hold on hold.slot_id = slot.id
      left join move_proposals proposal on proposal.interviewer_id = slot.interviewer_id
        and proposal.starts_at = slot.starts_at and proposal.outcome is null and proposal.holds_slot
      where slot.status = 'held' and hold.slot_id is null and proposal.id is null`,
  "a hold is for a slot that is held": sql`
    select hold.slot_id from slot_holds hold join availability slot on slot.id = hold.slot_id
      where slot.status <> 'held'`,
  "a pending interview was paid with one session, which is spent": sql`
    select booking.id from bookings booking
      where booking.status = 'pending' and (
        select count(*) from ledger_entries line join credits credit on credit.id = line.credit_id
          where line.booking_id = booking.id and line.kind = 'spend' and credit.status = 'spent'
            and not exists (
              select from ledger_entries back where back.booking_id = booking.id and back.kind = 'return')) <> 1`,
  "an earning is its share of the price of its session": sql`
    select earning.id from earnings earning
      left join ledger_entries line on line.booking_id = earning.booking_id and line.kind = 'spend'
      left join credits credit on credit.id = line.credit_id
      where (earning.amount_paise <> earning.session_price_paise::int8 * earning.share_percent / 100
          or earning.session_price_paise <> coalesce(credit.value_paise, 0))`,
  "a completed interview has an earning": sql`
    select id from bookings booking
      where status = 'completed'
        and not exists (select from earnings earning where earning.booking_id = booking.id)`,
  "an earning is marked as paid out when a payout contains it": sql`
    select earning.id from earnings earning
      left join payout_lines line on line.earning_id = earning.id and line.kind = 'earned'
      where earning.paid_out <> (line.earning_id is not null)`,
  "a payout is the sum of its lines, each of an earning of that interviewer": [
    sql`
        select payout.id from payouts payout
          left join (
            select payout_id, sum(amount_paise) as amount from (
              select payout_id, amount_paise from payout_lines
              union all
              select payout_id, amount_paise from returned_payout_lines) entries
            group by payout_id) lines on lines.payout_id = payout.id
          where payout.amount_paise <> coalesce(lines.amount, 0)`,
    sql`
        select payout.id from payouts payout join payout_lines line on line.payout_id = payout.id
          join earnings earning on earning.id = line.earning_id
          where (earning.interviewer_id <> payout.interviewer_id or abs(line.amount_paise) <> earning.amount_paise)`,
  ],
  // Without it, the desk would not list the interview.
  "an upcoming interview without a meeting is known to have none": sql`
    select id from bookings booking
      where status = 'pending' and (select join_url from meetings where booking_id = booking.id) is null
        and not exists (select from bookings_without_meeting known where known.booking_id = booking.id)`,
};

/**
 * Checks every invariant. On a database in use, pass `repeatable read` transactions of one snapshot, so that all queries
 * see the same moment. Several connections share the checks.
 */
export async function checkInvariants(
  connections: Database | Tx | readonly (Database | Tx)[],
): Promise<InvariantResult[]> {
  const results = new Map(Object.keys(invariants).map((name) => [name, { name, broken: 0 }]));
  const waiting = Object.entries(invariants).flatMap(([name, queries]) =>
    [queries].flat().map((query) => ({ name, query })),
  );
  await Promise.all(
    [connections].flat().map(async (connection) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { rows } = await sql<{ broken: number }>`
          select count(*) as broken from (${next.query}) offender`.execute(connection);
        const result = results.get(next.name);
        if (result !== undefined) result.broken += rows[0]?.broken ?? 0;
      }
    }),
  );
  return [...results.values()];
}
