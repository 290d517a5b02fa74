import { setTimeout as sleep } from "node:timers/promises";
import PostalMime from "postal-mime";
import { checkInvariants } from "../../server/kernel/db/invariants.ts";
import type { Acknowledged } from "./people-and-load.ts";
import type { TestBed } from "./test-bed.ts";

const jobSeconds = 240;

/** Waits until every job is done or has failed permanently, without the pauses between attempts. */
export async function finishJobs({
  pool,
}: Pick<TestBed, "pool">): Promise<{ waiting: number; failed: number }> {
  const deadline = performance.now() + jobSeconds * 1000;
  for (;;) {
    await pool.query(
      "update pgboss.job set start_after = now() where state < 'active' and start_after > now()",
    );
    // Scheduled jobs are not counted, because one is always queued; the bookings that they announce are.
    const { rows } = await pool.query<{ waiting: number; failed: number }>(
      `select (count(*) filter (where state <= 'active')
           + (select count(*) from bookings where announced_at is null))::int as waiting,
         count(*) filter (where state = 'failed')::int as failed
       from pgboss.job where name not like '\\_\\_%' and name not in (select name from pgboss.schedule)`,
    );
    const [found] = rows;
    if (found === undefined || found.waiting === 0 || performance.now() > deadline)
      return found ?? { waiting: 0, failed: 0 };
    await sleep(1000);
  }
}

/** Rules that `verify` does not check. Each query finds the violations of one. */
const rules: Record<string, string> = {
  "a booking was paid with exactly one credit": `
    select booking.id from bookings booking left join ledger_entries line on line.booking_id = booking.id and line.kind = 'spend'
      group by booking.id having count(line.id) <> 1`,
  "a cancellation in time, or by the interviewer, returned the credit once; a late one did not": `
    select booking.id from bookings booking where status = 'cancelled' and session_forfeited = exists (
      select from ledger_entries line where line.booking_id = booking.id and line.kind = 'return')`,
  "an interview that took place returned no credit": `
    select booking.id from bookings booking join ledger_entries line on line.booking_id = booking.id and line.kind = 'return'
      where booking.status in ('pending', 'completed')`,
  "an earning stands only for an interview that was held, missed by the interviewee, or canceled too late": `
    select earning.id from earnings earning join bookings booking on booking.id = earning.booking_id
      where earning.status <> 'void' and not (booking.status in ('completed', 'no_show_interviewee')
        or (booking.status = 'cancelled' and booking.session_forfeited))`,
  "no balance is negative, after any entry": `
    select id::text from ledger_entries where balance_after < 0 union all
    select user_id::text from credit_accounts where balance < 0`,
  "credits bought are the captured payments' packs": `
    select payment.id from payments payment join orders on orders.id = payment.order_id
      join quotes on quotes.id = orders.quote_id
      left join credit_lots lot on lot.payment_id = payment.id
      where lot.sessions is distinct from quotes.sessions`,
  "each payment at a founding price paid before, or beyond a coupon's limits, is recorded as such": `
    with paid as (
      select payment.user_id, quotes.is_founding, coupon.id as coupon_id, coupon.per_user_limit, coupon.total_limit,
          exists (select from audit_log line where line.action = 'payment.discount-again'
            and line.subject = 'payment:' || payment.id) as is_recorded
        from payments payment join orders on orders.id = payment.order_id join quotes on quotes.id = orders.quote_id
          left join coupons coupon on coupon.id = quotes.coupon_id
        where payment.status = 'captured'
    )
    select user_id from paid where is_founding group by user_id
      having count(*) - 1 > count(*) filter (where is_recorded)
    union all select user_id from paid where per_user_limit is not null group by user_id, coupon_id, per_user_limit
      having count(*) - per_user_limit > count(*) filter (where is_recorded)
    union all select coupon_id from paid where total_limit is not null group by coupon_id, total_limit
      having count(*) - total_limit > count(*) filter (where is_recorded)`,
  "no interview is at a time at which its slot is free": `
    select booking.id from bookings booking join availability slot on slot.id = booking.slot_id
      where booking.status <> 'cancelled' and slot.status = 'available'`,
  "a purchase for a slot booked it at most once, and for its buyer": `
    select orders.id from orders join bookings booking on booking.idempotency_key = 'order:' || orders.id
      group by orders.id, orders.user_id, orders.slot_id
      having count(*) > 1 or bool_or(booking.interviewee_id <> orders.user_id)`,
  "slots of one interviewer do not overlap": `
    select a.id from availability a join availability b on a.interviewer_id = b.interviewer_id and a.id < b.id
      and a.status <> 'removed' and b.status <> 'removed'
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`,
};

/** Checks every rule on the current data. Returns a sentence for each rule that is broken. */
export async function findBrokenRules({ pool, deps }: TestBed): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, broken: count } of await checkInvariants(deps.database))
    if (count > 0) broken.push(`verify: ${count} rows break "${name}"`);
  for (const [name, query] of Object.entries(rules)) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from (${query}) violation`,
    );
    if ((rows[0]?.count ?? 0) > 0) broken.push(`${rows[0]?.count} rows break "${name}"`);
  }
  return broken;
}

/** Finds changes that were acknowledged and are not in the database. Returns a sentence for each kind. */
export async function findLost({ pool }: TestBed, acknowledged: Acknowledged): Promise<string[]> {
  const tables: Record<keyof Acknowledged, string> = {
    booked: "select id from bookings",
    // An interview that its interviewer cancels after its start counts as missed.
    canceled: "select id from bookings where status in ('cancelled', 'no_show_interviewer')",
    offered: "select id from availability",
    rated: "select id from feedback",
  };
  const lost: string[] = [];
  for (const [name, query] of Object.entries(tables)) {
    const { rows } = await pool.query<{ id: string }>(
      `select wanted.id from unnest($1::uuid[]) wanted (id) where wanted.id not in (${query})`,
      [[...acknowledged[name as keyof Acknowledged]]],
    );
    if (rows.length > 0)
      lost.push(`${rows.length} were acknowledged as ${name} and are not stored: ${rows[0]?.id}`);
  }
  return lost;
}

/** How many rules `findBrokenRules` adds to those of `verify`. */
export const ruleCount = Object.keys(rules).length;

interface SentMail {
  raw: Buffer;
}

/** Reads every invitation. One that was sent as two different mails is the sign of a job that was enqueued twice. */
export async function readInvitations(mails: readonly SentMail[]): Promise<{
  invitations: number;
  /** `address bookingId` of everybody who was invited. */
  invited: Set<string>;
  /** Mails that were delivered again under the same Message-ID, which receivers drop. */
  redelivered: number;
  violations: string[];
}> {
  const idsByInvitation = new Map<string, Set<string>>();
  const invited = new Set<string>();
  let redelivered = 0;
  const seen = new Set<string>();
  for (const { raw } of mails) {
    const mail = await PostalMime.parse(raw);
    const id = mail.messageId ?? "";
    if (seen.has(id)) redelivered += 1;
    seen.add(id);
    const calendar = mail.attachments.find(({ mimeType }) => mimeType === "text/calendar");
    if (calendar === undefined) continue;
    const { content } = calendar;
    const text = typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString("utf8");
    const field = (name: string) => new RegExp(`^${name}[:;](.*)$`, "m").exec(text)?.[1]?.trim() ?? "";
    const name = [mail.to?.[0]?.address, field("UID"), field("METHOD"), field("SEQUENCE"), mail.subject].join(
      " ",
    );
    const bookingId = /^booking-([0-9a-f-]{36})@/.exec(field("UID"))?.[1];
    if (field("METHOD") === "REQUEST") invited.add(`${mail.to?.[0]?.address} ${bookingId}`);
    const ids = idsByInvitation.get(name) ?? new Set();
    idsByInvitation.set(name, ids.add(id));
  }
  const violations = [...idsByInvitation]
    .filter(([, ids]) => ids.size > 1)
    .map(([name, ids]) => `one invitation was sent as ${ids.size} mails: ${name}`);
  return { invitations: idsByInvitation.size, invited, redelivered, violations };
}
