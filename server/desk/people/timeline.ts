import type { TimelineEvent, TimelineKind } from "@greenroom/contract/desk/people.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";
import { type Page, readCursor, writeCursor } from "../../kernel/db/read-lists.ts";
import { auditDetails, nameAt } from "../audit/audit.ts";

interface EventRow {
  at: Date;
  key: string;
  kind: TimelineKind;
  /** The fields of the event, as its source selects them; the contract's schema checks each answer. */
  data: object;
  pageKeys: string;
}

const defaultRows = 50;
const cursorKeys = [{ kind: "instant" }, { kind: "text" }] as const;

/**
 * A page of the events around a person, newest first. At most one page of events is read from each source, so
 * that a long history costs no more than a short one.
 */
export async function getTimeline(
  database: Database,
  person: { userId: string; email: string },
  { kind, after, limit = defaultRows }: PageQuery & { kind?: TimelineKind | undefined },
): Promise<Page<TimelineEvent>> {
  // The list begins with the newest event, so that the page after the cursor has the earlier ones.
  const position = after === undefined ? null : readCursor(cursorKeys, after);
  const sources = timelineSources({ ...person, kind }).filter(
    (source) => kind === undefined || source.kind === kind,
  );
  const selects = sources.map((source) => selectEvents(source, position, limit + 1));
  const { rows: found } = await sql<EventRow>`
    select event.*, json_build_array(at, key)::text as page_keys
    from (${sql.join(selects, sql` union all `)}) event
    order by at desc, key desc limit ${limit + 1}`.execute(database);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(
      ({ key, kind, at, data }) => ({ _id: key, kind, at: at.toISOString(), ...data }) as TimelineEvent,
    ),
    next: found.length > limit && last !== undefined ? writeCursor(last.pageKeys) : null,
  };
}

function selectEvents(source: TimelineSource, position: (string | number)[] | null, limit: number) {
  const { kind, at, id, from, where, data } = source;
  const key = sql`${`${kind}:`}::text || ${id}`;
  const isEarlier =
    position === null
      ? sql`true`
      : sql`(${at}, ${key}) < (${position[0]}::timestamptz, ${position[1]}::text)`;
  return sql`(
    select ${at} as at, ${key} as key, ${kind}::text as kind, ${data} as data
    from ${from} where ${where} and ${isEarlier}
    order by ${at} desc, ${key} desc limit ${limit})`;
}

type Sql = RawBuilder<unknown>;
const none: Sql = sql`null`;

/** The source of the events of one kind. Each source has an index on person and time. */
interface TimelineSource {
  kind: TimelineKind;
  at: Sql;
  id: Sql;
  from: Sql;
  where: Sql;
  /** The event's own fields, as `jsonb`. */
  data: Sql;
}

interface TimelineSubject {
  userId: string;
  email: string;
  /** The kind to select; all kinds if omitted. */
  kind?: TimelineKind | undefined;
}

/**
 * All events that are stored about a person, read from the tables of all areas, like the export of personal
 * data (server/people/privacy/personal-data.ts).
 */
function timelineSources({ userId, email, kind }: TimelineSubject): TimelineSource[] {
  const interview = (
    own: "interviewee_id" | "interviewer_id",
    other: "interviewee_id" | "interviewer_id",
  ) => ({
    kind: "interview" as const,
    at: sql`booking.starts_at`,
    id: sql`booking.id`,
    from: sql`bookings booking join users other on other.id = booking.${sql.raw(other)}
      left join feedback_files file on file.booking_id = booking.id`,
    where: sql`booking.${sql.raw(own)} = ${userId}`,
    data: sql`jsonb_build_object('other', trim(other.first_name || ' ' || other.last_name), 'status', booking.status,
      'canceledBy', booking.cancelled_by, 'hasFeedback', file.booking_id is not null, 'bookingId', booking.id)`,
  });
  const rating = (own: "interviewee_id" | "interviewer_id", by: "given" | "received") => ({
    kind: "rating" as const,
    at: sql`feedback.created_at`,
    id: sql`feedback.id`,
    from: sql`feedback`,
    where: sql`feedback.${sql.raw(own)} = ${userId}`,
    data: sql`jsonb_build_object('score', interview_score, 'text', overall_summary, 'by', ${by}::text,
      'bookingId', feedback.booking_id)`,
  });
  const payout = (step: string, paise: Sql, { reference, reason, bookingId }: Record<string, Sql>) =>
    sql`jsonb_build_object('step', ${step}::text, 'rupees', ${paise} / 100.0, 'reference', ${reference ?? none},
      'reason', ${reason ?? none}, 'bookingId', ${bookingId ?? none})`;
  const application = (state: Sql, answer: Sql) =>
    sql`jsonb_build_object('state', ${state}, 'years', application.years, 'name', application.name,
      'answer', ${answer}, 'applicationId', application.id)`;
  return [
    {
      kind: "payment",
      at: sql`payment.captured_at`,
      id: sql`payment.id`,
      from: sql`payments payment join orders on orders.id = payment.order_id join quotes on quotes.id = orders.quote_id`,
      where: sql`payment.user_id = ${userId}`,
      data: sql`jsonb_build_object('rupees', payment.amount_paise / 100.0, 'plan', quotes.plan_type,
        'sessions', quotes.sessions, 'receipt', orders.receipt, 'paymentId', payment.id)`,
    },
    {
      // An order that was paid is a payment.
      kind: "order",
      at: sql`orders.created_at`,
      id: sql`orders.id`,
      from: sql`orders join quotes on quotes.id = orders.quote_id`,
      where: sql`orders.user_id = ${userId} and orders.status <> 'paid'`,
      data: sql`jsonb_build_object('rupees', orders.amount_paise / 100.0, 'plan', quotes.plan_type,
        'receipt', orders.receipt, 'isDeclined', orders.declined_at is not null, 'decline', orders.decline_reason,
        'state', case when orders.status = 'failed' then 'failed'
          when orders.given_up_at is not null then 'given-up' else 'open' end)`,
    },
    {
      kind: "refund",
      at: sql`created_at`,
      id: sql`id`,
      from: sql`refunds`,
      where: sql`user_id = ${userId}`,
      data: sql`jsonb_build_object('rupees', amount_paise / 100.0, 'isSent', status = 'done', 'reason', reason,
        'refusal', refusal, 'paymentId', payment_id)`,
    },
    {
      kind: "ledger",
      at: sql`created_at`,
      id: sql`id`,
      from: sql`ledger_entries`,
      where: sql`user_id = ${userId}`,
      // Granting sessions and taking them back is an entry and an audit line of the same moment: together they are one event.
      data: sql`jsonb_build_object('entry', kind, 'delta', delta, 'reason', reason, 'left', balance_after,
        'bookingId', booking_id, 'by', (
        select coalesce(${nameAt("doer", sql`line.created_at`)}, line.actor)
        from audit_log line left join users doer on doer.id = line.actor_user_id
        where line.subject = ${`user:${userId}`} and line.created_at = ledger_entries.created_at
          and line.action in ('credits.granted', 'credits.taken-back')
        order by line.id limit 1))`,
    },
    interview("interviewee_id", "interviewer_id"),
    interview("interviewer_id", "interviewee_id"),
    {
      kind: "mail",
      at: sql`sent_at`,
      id: sql`id`,
      from: sql`sent_mails`,
      where: sql`address = ${email}`,
      data: sql`jsonb_build_object('subject', subject, 'outcome', outcome)`,
    },
    {
      kind: "resume",
      at: sql`uploaded_at`,
      id: sql`storage_key`,
      from: sql`resume_files`,
      where: sql`user_id = ${userId}`,
      data: sql`jsonb_build_object('fileName', file_name, 'isHeld', held_at is not null)`,
    },
    {
      // Only the last save is stored.
      kind: "resume",
      at: sql`updated_at`,
      id: sql`user_id::text`,
      from: sql`resumes`,
      where: sql`user_id = ${userId}`,
      data: sql`jsonb_build_object('fileName', null, 'isHeld', false)`,
    },
    {
      // Only the last change is stored.
      kind: "profile",
      at: sql`updated_at`,
      id: sql`user_id::text`,
      from: sql`interviewer_profiles`,
      where: sql`user_id = ${userId}`,
      data: sql`jsonb_build_object('headline', headline, 'hasPhoto', photo_key is not null)`,
    },
    {
      kind: "practice",
      at: sql`started_at`,
      id: sql`id`,
      from: sql`practice_rounds`,
      where: sql`user_id = ${userId}`,
      data: sql`jsonb_build_object('role', role, 'minutes', minutes,
        'usedMinutes', round(extract(epoch from ended_at - started_at) / 60))`,
    },
    rating("interviewee_id", "given"),
    rating("interviewer_id", "received"),
    {
      kind: "payout",
      at: sql`paid_at`,
      id: sql`id`,
      from: sql`payouts`,
      where: sql`interviewer_id = ${userId}`,
      data: payout("paid", sql`amount_paise`, { reference: sql`reference` }),
    },
    {
      kind: "payout",
      at: sql`back.returned_at`,
      id: sql`payout.id`,
      from: sql`payout_returns back join payouts payout on payout.id = back.payout_id`,
      where: sql`payout.interviewer_id = ${userId}`,
      data: payout("returned", sql`payout.amount_paise`, {
        reference: sql`payout.reference`,
        reason: sql`back.reason`,
      }),
    },
    {
      kind: "payout",
      at: sql`voided_at`,
      id: sql`id`,
      from: sql`earnings`,
      // An interviewer's no-show completes the booking and takes back its earning at once, which never counted.
      where: sql`interviewer_id = ${userId} and voided_at > created_at and amount_paise > 0`,
      data: payout("taken-back", sql`amount_paise`, { reason: sql`void_reason`, bookingId: sql`booking_id` }),
    },
    {
      kind: "application",
      at: sql`application.submitted_at`,
      id: sql`application.id`,
      from: sql`interviewer_applications application`,
      where: sql`application.email = ${email}`,
      data: application(sql`'received'`, sql`null`),
    },
    {
      // Our answers to the applications.
      kind: "application",
      at: sql`step.taken_at`,
      id: sql`step.id`,
      from: sql`interviewer_applications application join application_steps step on step.application_id = application.id
        left join users doer on doer.id = step.taken_by`,
      where: sql`application.email = ${email}`,
      data: application(
        sql`step.state`,
        sql`jsonb_build_object('text', step.text, 'by', ${nameAt("doer", sql`step.taken_at`)})`,
      ),
    },
    {
      kind: "audit",
      at: sql`line.created_at`,
      id: sql`line.id`,
      from: sql`audit_log line left join users doer on doer.id = line.actor_user_id`,
      // Leaves out the operators' own reads, which would hide the person's events; they are in the audit log.
      // Opening the person's page is audited, too. Granted sessions are among the ledger's events.
      where: sql`line.subject = ${`user:${userId}`} and line.action <> 'desk.timeline-viewed'
        and (${kind === "audit"} or (line.action not like 'desk.%' or line.action = 'desk.data-exported')
          and line.action not in ('credits.granted', 'credits.taken-back'))`,
      data: sql`jsonb_build_object('action', line.action, 'details', ${auditDetails("line")}, 'by',
        case when line.actor_user_id is distinct from ${userId}
          then coalesce(${nameAt("doer", sql`line.created_at`)}, line.actor) end)`,
    },
  ];
}
