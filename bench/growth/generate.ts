import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { type PayoutTarget, payoutDetailsHoldHours } from "@greenroom/contract/money/payout-details.ts";
import type pg from "pg";
import { inTransaction } from "../../server/kernel/db/transaction.ts";
import type { Deps } from "../../server/kernel/deps.ts";
import { newId } from "../../server/kernel/ids.ts";
import { insertDetails, sealTarget } from "../../server/money/payouts/payout-details.ts";
import {
  bookingStatements,
  currentPairs,
  currentWorkStatements,
  type DataSize,
  firstCurrent,
  type GeneratorStatements,
  generatedId,
  idKinds,
  peopleStatements,
} from "./history.ts";

const creditsPerLot = 5;
const creditPaise = 14_990;
const sharePaise = 7_495;

/** Of so many payments, one is refunded and one is refunded in part. */
const refundEvery = 20;

/** Purchases, credits and their ledger, credits given for late feedback, earnings and payouts. */
export function moneyStatements(size: DataSize): GeneratorStatements {
  const lotsEach = Math.ceil(size.bookings / size.interviewees / creditsPerLot) + 1;
  const pricePaise = creditsPerLot * creditPaise;
  // All purchases are older than their people's interviews, and those of the current work the newest. There, the first
  // one of each person was refunded, and the provider refuses to refund a session of the second.
  const purchases = `(select lot, id('interviewee', n) as user_id, pair is not null and part = 1 as is_refused,
      case when pair is null then now() - interval '200 days' + lot * interval '10 seconds'
        else now() - interval '60 days' + (pair * ${lotsEach} + part) * interval '10 seconds' end as at,
      case case when pair is null then lot % ${refundEvery} else part end
        when 0 then ${pricePaise} when 1 then ${creditPaise} else 0 end as refunded_paise
    from growth_people, generate_series(0, ${lotsEach - 1}) part, lateral (select n * ${lotsEach} + part as lot) counted
    where role = 'interviewee') bought`;
  const creditOfBooking = `id('credit', (interviewee * ${lotsEach} + turn_of_interviewee / ${creditsPerLot}) * ${creditsPerLot}
    + turn_of_interviewee % ${creditsPerLot} + 1)`;
  const lotOfBooking = `id('lot', interviewee * ${lotsEach} + turn_of_interviewee / ${creditsPerLot})`;
  return {
    quotes: `insert into quotes (id, user_id, plan_type, is_founding, list_price_paise, price_paise, sessions, lines, created_at)
      select id('quote', lot), user_id, 'Premium', false, 149900, ${pricePaise}, ${creditsPerLot},
        '[{"label": "Premium", "kind": "list", "amountPaise": 149900}]'::jsonb, at from ${purchases}
      union all
      select id('abandonedQuote', lot), user_id, 'Premium', false, 149900, ${pricePaise}, ${creditsPerLot},
        '[{"label": "Premium", "kind": "list", "amountPaise": 149900}]'::jsonb, at from ${purchases} where lot % ${lotsEach} = 0`,
    orders: `insert into orders (id, quote_id, user_id, provider, provider_order_id, receipt, amount_paise, currency, status, holds_until,
        created_at, paid_at, checks, given_up_at)
      select id('order', lot), id('quote', lot), user_id, 'sandbox', 'order_' || lot, 'receipt-' || lot, ${pricePaise}, 'INR', 'paid',
        at + interval '15 minutes', at, at, 0, null from ${purchases}
      union all
      select id('abandonedOrder', lot), id('abandonedQuote', lot), user_id, 'sandbox', 'order_x' || lot, 'receipt-x' || lot,
        ${pricePaise}, 'INR', 'created', at + interval '15 minutes', at, null, 8, at + interval '1 day'
        from ${purchases} where lot % ${lotsEach} = 0`,
    payments: `insert into payments (id, order_id, user_id, provider, provider_payment_id, amount_paise, currency, captured_at, refunded_paise)
      select id('payment', lot), id('order', lot), user_id, 'sandbox', 'pay_' || lot, ${pricePaise}, 'INR', at, refunded_paise
      from ${purchases}`,
    // Out of goodwill, so that the sessions stay: the whole price of some payments, and a part of others.
    refunds: `insert into refunds (id, payment_id, user_id, amount_paise, sessions, reason, status, provider_refund_id, created_at, done_at,
        refusal, refused_at)
      select id('refund', lot), id('payment', lot), user_id, refunded_paise, 0, 'Three rooms froze',
        case when is_refused then 'pending' else 'done' end, case when not is_refused then 'rfnd_' || lot end, at + interval '2 days',
        case when not is_refused then at + interval '2 days' end, case when is_refused then 'The balance is too low' end,
        case when is_refused then at + interval '2 days' end
      from ${purchases} where refunded_paise > 0`,
    lots: `insert into credit_lots (id, user_id, source, payment_id, sessions, price_paise, granted_at)
      select id('lot', lot), user_id, 'purchase', id('payment', lot), ${creditsPerLot}, ${pricePaise}, at from ${purchases}
      union all
      select id('remedyLot', n), interviewee_id, 'remedy', null, 1, 0, ends_at + interval '1 day'
        from growth_bookings where status = 'completed' and not has_file`,
    credits: `insert into credits (id, lot_id, user_id, ordinal, value_paise, granted_at, status)
      select id('credit', lot * ${creditsPerLot} + ordinal), id('lot', lot), user_id, ordinal, ${creditPaise}, at, 'available'
        from ${purchases}, generate_series(1, ${creditsPerLot}) ordinal
      union all
      select id('remedyCredit', n), id('remedyLot', n), interviewee_id, 1, 0, ends_at + interval '1 day', 'available'
        from growth_bookings where status = 'completed' and not has_file`,
    "credits that were spent": `update credits set status = 'spent' from growth_bookings b
      where b.status <> 'cancelled' and credits.id = ${creditOfBooking}`,
    ledger: `insert into ledger_entries (user_id, kind, delta, lot_id, credit_id, booking_id, reason, created_at, balance_after)
      select user_id, kind, delta, lot_id, credit_id, booking_id, reason, at,
        sum(delta) over (partition by user_id order by at, kind rows unbounded preceding)
      from (
        select user_id, 'grant' as kind, sessions as delta, id as lot_id, null::uuid as credit_id, null::uuid as booking_id,
          'Bought' as reason, granted_at as at from credit_lots
        union all
        select interviewee_id, 'spend', -1, ${lotOfBooking}, ${creditOfBooking}, booking_id, 'Interview booked', created_at from growth_bookings
        union all
        select interviewee_id, 'return', 1, ${lotOfBooking}, ${creditOfBooking}, booking_id, 'Interview canceled', starts_at - interval '36 hours'
          from growth_bookings where status = 'cancelled'
      ) entries order by at, kind`,
    balances:
      "insert into credit_accounts (user_id, balance) select user_id, sum(delta) from ledger_entries group by user_id",
    remedies: `insert into remedies (booking_id, lot_id, granted_at)
      select booking_id, id('remedyLot', n), ends_at + interval '1 day' from growth_bookings where status = 'completed' and not has_file`,
    earnings: `insert into earnings (id, booking_id, interviewer_id, session_price_paise, share_percent, amount_paise, status, created_at, credited_at,
        paid_out)
      select id('earning', n), booking_id, interviewer_id, ${creditPaise}, 50, ${sharePaise},
        case when has_file then 'credited' else 'pending' end, ends_at, case when has_file then ends_at + interval '3 hours' end,
        has_file and is_paid_out
      from growth_bookings where status = 'completed' order by n`,
    "lines of payouts": `insert into payout_lines (earning_id, kind, payout_id, amount_paise)
      select id('earning', n), 'earned', id('payout', payout), ${sharePaise}
      from growth_bookings where status = 'completed' and has_file and is_paid_out`,
    // The current work was paid out last.
    payouts: `insert into payouts (id, interviewer_id, amount_paise, reference, paid_at)
      select payout_id, interviewer_id, sum(payout_lines.amount_paise), 'UTR' || payout_id,
        case when interviewer_id >= id('interviewer', ${firstCurrent}) then now() - interval '1 hour'
          else least(max(credited_at) + interval '1 day', now() - interval '2 hours') end
      from payout_lines join earnings on earnings.id = earning_id group by payout_id, interviewer_id`,
  };
}

/**
 * The rows that the server writes along the way: the audit log, jobs and their archive, stored answers,
 * refused addresses.
 */
export function traceStatements({ bookings, interviewees }: DataSize): GeneratorStatements {
  const confirmation = "bookings.mail-confirmation";
  return {
    "audit lines": `insert into audit_log (actor_user_id, actor, action, subject, created_at)
      select id('interviewee', n % ${interviewees}), 'user', 'sign-in', id('interviewee', n % ${interviewees})::text,
        now() - interval '200 days' + n * interval '10 seconds'
      from generate_series(0, ${bookings / 5 - 1}) n`,
    // The newest lines belong to the current work: equally many people at every size.
    "newest audit lines": `insert into audit_log (actor_user_id, actor, action, subject, created_at)
      select id('interviewee', ${firstCurrent} + pair), 'user', 'sign-in', id('interviewee', ${firstCurrent} + pair)::text,
        now() - interval '1 hour' + pair * interval '1 second'
      from generate_series(0, ${currentPairs - 1}) pair`,
    "answers of keyed requests": `insert into request_keys (user_id, key, request_hash, answer, created_at)
      select id('interviewee', n % ${interviewees}), 'key-' || n, '\\x00', '{}', now() - interval '6 days' + n * interval '1 second'
      from generate_series(0, ${bookings / 20 - 1}) n`,
    // These and the failed jobs wait for an operator, so they belong to the current work.
    "addresses that were refused": `insert into mail_refusals (address, reply, first_at, last_at)
      select 'gone' || n || '@growth.example', '550 5.1.1', now(), now() from generate_series(0, ${currentPairs - 1}) n`,
    "jobs that wait for later": `insert into pgboss.job (name, data, start_after, policy)
      select 'reports.make', json_build_object('bookingId', booking_id), now() + interval '1 day' + n * interval '1 ms', 'standard'
      from growth_bookings where status = 'completed' order by n desc limit ${bookings / 1000}`,
    "jobs that failed": `insert into pgboss.job (name, data, state, completed_on, output, policy)
      select '${confirmation}', json_build_object('bookingId', booking_id, 'to', 'interviewee'), 'failed', now() - interval '1 day',
        '{"message": "away"}', 'standard' from growth_bookings where n < ${currentPairs}`,
    "jobs in the archive": `insert into pgboss.archive (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after,
        expire_in, created_on, completed_on, keep_until, archived_on)
      select gen_random_uuid(), '${confirmation}', 0, json_build_object('bookingId', booking_id, 'to', 'interviewee'), 'completed', 14, 0, 2,
        true, at, interval '45 seconds', at, at, now() + interval '14 days', at
      from (select *, now() - interval '2 days' as at from growth_bookings) b where n < ${bookings / 10}`,
  };
}

/**
 * Fills an empty, migrated database whose job queues exist. Triggers and foreign keys are off meanwhile, so
 * these statements write what triggers would (balances, the state of credits), and `operator verify` finds
 * nothing wrong.
 */
export async function generate(pool: pg.Pool, size: DataSize, print: (line: string) => void): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query("set work_mem = '256MB'");
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query("set synchronous_commit = off");
    await client.query(`create or replace function growth_id(kind bigint, n bigint) returns uuid language sql immutable as
      $$ select (lpad(to_hex(kind), 2, '0') || lpad(to_hex(n), 10, '0') || '70008000000000000000')::uuid $$`);
    const statements = {
      ...peopleStatements(size),
      ...bookingStatements(size),
      ...moneyStatements(size),
      ...traceStatements(size),
      ...currentWorkStatements,
    };
    for (const [makes, sql] of Object.entries(statements)) {
      const start = performance.now();
      const { rowCount } = await client.query(expandIds(sql));
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      print(`  ${makes.padEnd(34)} ${String(rowCount ?? 0).padStart(9)} rows ${seconds.padStart(7)} s`);
    }
    await client.query("drop table growth_bookings, growth_people; drop function growth_id(bigint, bigint)");
    await client.query("vacuum analyze");
  } finally {
    client.release(true); // Closing the connection discards its settings.
  }
}

function expandIds(sql: string): string {
  return sql.replace(/\bid\('(\w+)', /g, (_match, kind: keyof typeof idKinds) => {
    const number = idKinds[kind];
    if (number === undefined) throw new Error(`unknown kind of id "${kind}"`);
    return `growth_id(${number}, `;
  });
}

const target: PayoutTarget = {
  kind: "upi",
  holder: "Current Number",
  pan: "ABCPE1234F",
  upiId: "current@okbank",
};
const masked = { kind: target.kind, holder: target.holder, account: "cu•••@okbank", pan: "••••••234F" };

/** The interviewers of the current work can be paid what is due to them: as many at every size. */
export async function generatePayoutDetails(deps: Deps): Promise<void> {
  const usableAt = deps.clock.now();
  const createdAt = addMinutes(usableAt, -60 * payoutDetailsHoldHours);
  await inTransaction(deps.database, async (tx) => {
    for (let pair = 0; pair < currentPairs; pair += 1) {
      const id = newId();
      const sealed = sealTarget(deps, id, target);
      const interviewerId = generatedId("interviewer", firstCurrent + pair);
      await insertDetails(tx, { id, interviewerId, sealed, masked, createdAt, usableAt });
    }
  });
}
