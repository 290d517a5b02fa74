import { type DataSize, firstCurrent, type GeneratorStatement } from "./data-size.ts";

const creditsPerLot = 5;
const creditPaise = 14_990;
const sharePaise = 7_495;

/** Of so many payments, one is refunded and one is refunded in part. */
const refundEvery = 20;

/** Purchases, credits and their ledger, credits given for late feedback, earnings and payouts. */
export function moneyStatements(size: DataSize): GeneratorStatement[] {
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
  return [
    {
      makes: "quotes",
      sql: `insert into quotes (id, user_id, plan_type, is_founding, list_price_paise, price_paise, sessions, lines, created_at)
        select id('quote', lot), user_id, 'Premium', false, 149900, ${pricePaise}, ${creditsPerLot},
          '[{"label": "Premium", "kind": "list", "amountPaise": 149900}]'::jsonb, at from ${purchases}
        union all
        select id('abandonedQuote', lot), user_id, 'Premium', false, 149900, ${pricePaise}, ${creditsPerLot},
          '[{"label": "Premium", "kind": "list", "amountPaise": 149900}]'::jsonb, at from ${purchases} where lot % ${lotsEach} = 0`,
    },
    {
      makes: "orders",
      sql: `insert into orders (id, quote_id, user_id, provider, provider_order_id, receipt, amount_paise, currency, status, holds_until,
          created_at, paid_at, checks, given_up_at)
        select id('order', lot), id('quote', lot), user_id, 'sandbox', 'order_' || lot, 'receipt-' || lot, ${pricePaise}, 'INR', 'paid',
          at + interval '15 minutes', at, at, 0, null from ${purchases}
        union all
        select id('abandonedOrder', lot), id('abandonedQuote', lot), user_id, 'sandbox', 'order_x' || lot, 'receipt-x' || lot,
          ${pricePaise}, 'INR', 'created', at + interval '15 minutes', at, null, 8, at + interval '1 day'
          from ${purchases} where lot % ${lotsEach} = 0`,
    },
    {
      makes: "payments",
      sql: `insert into payments (id, order_id, user_id, provider, provider_payment_id, amount_paise, currency, captured_at, refunded_paise)
        select id('payment', lot), id('order', lot), user_id, 'sandbox', 'pay_' || lot, ${pricePaise}, 'INR', at, refunded_paise
        from ${purchases}`,
    },
    {
      // Out of goodwill, so that the sessions stay: the whole price of some payments, and a part of others.
      makes: "refunds",
      sql: `insert into refunds (id, payment_id, user_id, amount_paise, sessions, reason, status, provider_refund_id, created_at, done_at,
          refusal, refused_at)
        select id('refund', lot), id('payment', lot), user_id, refunded_paise, 0, 'Three rooms froze',
          case when is_refused then 'pending' else 'done' end, case when not is_refused then 'rfnd_' || lot end, at + interval '2 days',
          case when not is_refused then at + interval '2 days' end, case when is_refused then 'The balance is too low' end,
          case when is_refused then at + interval '2 days' end
        from ${purchases} where refunded_paise > 0`,
    },
    {
      makes: "lots",
      sql: `insert into credit_lots (id, user_id, source, payment_id, sessions, price_paise, granted_at)
        select id('lot', lot), user_id, 'purchase', id('payment', lot), ${creditsPerLot}, ${pricePaise}, at from ${purchases}
        union all
        select id('remedyLot', n), interviewee_id, 'remedy', null, 1, 0, ends_at + interval '1 day'
          from growth_bookings where status = 'completed' and not has_file`,
    },
    {
      makes: "credits",
      sql: `insert into credits (id, lot_id, user_id, ordinal, value_paise, granted_at, status)
        select id('credit', lot * ${creditsPerLot} + ordinal), id('lot', lot), user_id, ordinal, ${creditPaise}, at, 'available'
          from ${purchases}, generate_series(1, ${creditsPerLot}) ordinal
        union all
        select id('remedyCredit', n), id('remedyLot', n), interviewee_id, 1, 0, ends_at + interval '1 day', 'available'
          from growth_bookings where status = 'completed' and not has_file`,
    },
    {
      makes: "credits that were spent",
      sql: `update credits set status = 'spent' from growth_bookings b
        where b.status <> 'cancelled' and credits.id = ${creditOfBooking}`,
    },
    {
      makes: "ledger",
      sql: `insert into ledger_entries (user_id, kind, delta, lot_id, credit_id, booking_id, reason, created_at, balance_after)
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
    },
    {
      makes: "balances",
      sql: "insert into credit_accounts (user_id, balance) select user_id, sum(delta) from ledger_entries group by user_id",
    },
    {
      makes: "remedies",
      sql: `insert into remedies (booking_id, lot_id, granted_at)
        select booking_id, id('remedyLot', n), ends_at + interval '1 day' from growth_bookings where status = 'completed' and not has_file`,
    },
    {
      makes: "earnings",
      sql: `insert into earnings (id, booking_id, interviewer_id, session_price_paise, share_percent, amount_paise, status, created_at, credited_at,
          paid_out)
        select id('earning', n), booking_id, interviewer_id, ${creditPaise}, 50, ${sharePaise},
          case when has_file then 'credited' else 'pending' end, ends_at, case when has_file then ends_at + interval '3 hours' end,
          has_file and is_paid_out
        from growth_bookings where status = 'completed' order by n`,
    },
    {
      makes: "lines of payouts",
      sql: `insert into payout_lines (earning_id, kind, payout_id, amount_paise)
        select id('earning', n), 'earned', id('payout', payout), ${sharePaise}
        from growth_bookings where status = 'completed' and has_file and is_paid_out`,
    },
    {
      // The current work was paid out last.
      makes: "payouts",
      sql: `insert into payouts (id, interviewer_id, amount_paise, reference, paid_at)
        select payout_id, interviewer_id, sum(payout_lines.amount_paise), 'UTR' || payout_id,
          case when interviewer_id >= id('interviewer', ${firstCurrent}) then now() - interval '1 hour'
            else least(max(credited_at) + interval '1 day', now() - interval '2 hours') end
        from payout_lines join earnings on earnings.id = earning_id group by payout_id, interviewer_id`,
    },
  ];
}
