import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { grantCredits } from "../../money/credits/credits.ts";
import { isDeletedWhenLocked } from "../../people/accounts/account.ts";
import { mailFeedbackReminder, mailRemedy } from "../mails.ts";

/**
 * When interviewers are reminded of their feedback, in minutes after the end: at half of the deadline and when a
 * twelfth is left (24 and 44 of 48 hours). After an outage a reminder is still sent until the next one is due.
 */
export function feedbackReminderMinutes(deadlineHours: number) {
  const deadline = 60 * deadlineHours;
  const last = Math.round((deadline * 11) / 12);
  return [
    { kind: "last", from: last, until: deadline },
    { kind: "first", from: deadline / 2, until: last },
  ] as const;
}

/** Bookings per transaction. */
const remindersAtATime = 50;

/**
 * Enqueues a mail to the interviewer of each interview whose feedback is missing and whose reminder is due, unless a
 * report about it waits for us.
 * Returns how many mails. Several servers may run this at once.
 */
export async function enqueueFeedbackReminders(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const { deadlineHours } = deps.config.feedback;
  let count = 0;
  // Their times do not overlap, so a run enqueues at most one reminder for each interview.
  for (const reminder of feedbackReminderMinutes(deadlineHours)) {
    for (let batch = remindersAtATime; batch === remindersAtATime; count += batch) {
      batch = await inTransaction(deps.database, async (tx) => {
        const { kind, from, until } = reminder;
        const { rows } = await sql<{ bookingId: string }>`
          insert into feedback_reminders (booking_id, kind, dealt_at)
          select booking_id, ${kind}, ${now}::timestamptz from awaited_feedback awaited
          where ends_at <= ${addMinutes(now, -from)} and ends_at > ${addMinutes(now, -until)}
            and not exists (select from feedback_reminders told where told.booking_id = awaited.booking_id and told.kind = ${kind})
            and not exists (select from no_show_reports report where report.booking_id = awaited.booking_id and report.outcome = 'pending')
          order by ends_at limit ${remindersAtATime}
          on conflict do nothing
          returning booking_id`.execute(tx);
        for (const { bookingId } of rows) await deps.jobs.enqueue(tx, mailFeedbackReminder, { bookingId });
        return rows.length;
      });
    }
  }
  return count;
}

/** Bookings per run; the rest wait for the next minute. */
const remediesAtATime = 100;

/**
 * Gives each interviewee whose mentor's feedback is late the configured remedy as a ledger entry: once for a booking,
 * and once for a session, so that an interview booked with a remedy earns no other one. The earning still waits for the
 * feedback. An interviewee who deleted their account gets none. Returns how many were given. Several servers may run this
 * at once.
 */
export async function grantDueRemedies(deps: Deps): Promise<number> {
  const { deadlineHours, remedySessions } = deps.config.feedback;
  if (remedySessions === 0) return 0;
  const endedBy = addMinutes(deps.clock.now(), -60 * deadlineHours);
  const late = await selectLateFeedback(deps.database, { endedBy, limit: remediesAtATime });
  let count = 0;
  for (const booking of late) if (await grantRemedy(deps, booking, remedySessions)) count += 1;
  return count;
}

async function grantRemedy(
  deps: Deps,
  { bookingId, intervieweeId }: { bookingId: string; intervieweeId: string },
  sessions: number,
): Promise<boolean> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const isDeleted = await isDeletedWhenLocked(tx, intervieweeId);
    if (!(await lockIfLate(tx, bookingId))) return false;
    if (isDeleted) {
      await tx.deleteFrom("awaitedFeedback").where("bookingId", "=", bookingId).execute();
      return false;
    }
    if (await hasHadRemedy(tx, bookingId)) {
      await tx
        .updateTable("awaitedFeedback")
        .set({ isWithoutRemedy: true })
        .where("bookingId", "=", bookingId)
        .execute();
      return false;
    }
    const { lotId } = await grantCredits(tx, {
      source: "remedy",
      userId: intervieweeId,
      sessions,
      // The platform pays for it: the price of an interview booked with this credit counts as zero.
      pricePaise: 0,
      reason: "Your mentor's feedback was late",
      now,
    });
    await tx.insertInto("remedies").values({ bookingId, lotId, grantedAt: now }).execute();
    await deps.jobs.enqueue(tx, mailRemedy, { bookingId, to: "interviewee" });
    await deps.jobs.enqueue(tx, mailRemedy, { bookingId, to: "interviewer" });
    return true;
  });
}

/**
 * Interviews that ended before `endedBy`, still without file or remedy. Interviews with a no-show report that an
 * operator has to decide are left out.
 */
export async function selectLateFeedback(
  database: Database,
  { endedBy, limit }: { endedBy: Date; limit: number },
): Promise<{ bookingId: string; intervieweeId: string }[]> {
  return await selectLate(database)
    .select(["booking.id as bookingId", "booking.intervieweeId"])
    .where("awaited.endsAt", "<=", endedBy)
    .orderBy("awaited.endsAt")
    .limit(limit)
    .execute();
}

/**
 * Returns true if the feedback of this booking is still late. Locks the booking's row before checking: storing a
 * file takes a share lock on it, so a file and a remedy always see each other.
 */
export async function lockIfLate(tx: Tx, bookingId: string): Promise<boolean> {
  await tx.selectFrom("bookings").select("id").where("id", "=", bookingId).forNoKeyUpdate().execute();
  const row = await selectLate(tx)
    .select("booking.id")
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
  return row !== undefined;
}

function selectLate(database: Database | Tx) {
  return database
    .selectFrom("awaitedFeedback as awaited")
    .innerJoin("bookings as booking", "booking.id", "awaited.bookingId")
    .where("awaited.isWithoutRemedy", "=", false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("noShowReports as report")
            .whereRef("report.bookingId", "=", "booking.id")
            .where("report.outcome", "=", "pending")
            .select("report.id"),
        ),
      ),
    );
}

/** True if the session of this booking was given as a remedy, or has had one for an earlier booking. */
async function hasHadRemedy(tx: Tx, bookingId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_entries spend join credit_lots lot on lot.id = spend.lot_id
    where spend.booking_id = ${bookingId} and spend.kind = 'spend' and (lot.source = 'remedy' or exists (
      select from ledger_entries earlier join remedies on remedies.booking_id = earlier.booking_id
      where earlier.user_id = spend.user_id and earlier.credit_id = spend.credit_id and earlier.kind = 'spend'))`.execute(
    tx,
  );
  return rows.length > 0;
}

interface OverdueFeedback extends Waiting {
  startsAt: Date;
  intervieweeId: string;
  interviewerId: string;
  /** The interviewee has received the remedy. */
  isRemedied: boolean;
}

/** After a remedy, late feedback stays in the list for this many days. */
const remediedDays = 30;

/**
 * Completed interviews whose feedback is late, by booking: those without a remedy, and recent ones with one. Their
 * waiting time counts from the deadline, or from the remedy, which is given as the deadline passes. Each part has a limit
 * of its own, so that a page costs the same however many remedies were given.
 */
export async function listOverdueFeedback(
  database: Database,
  { deadlineHours, now }: { deadlineHours: number; now: Date },
  { limit, matches }: WaitingFilter,
): Promise<OverdueFeedback[]> {
  const deadline = sql`awaited.ends_at + make_interval(hours => ${deadlineHours})`;
  const isLate = (since: RawBuilder<unknown>) =>
    sql`booking.status = 'completed' and ${matches(sql`booking.id::text`, since)}`;
  const { rows } = await sql<OverdueFeedback>`
    select id as subject, since, starts_at, interviewee_id, interviewer_id, is_remedied
    from (
      (select booking.*, ${deadline} as since, false as is_remedied
        from awaited_feedback awaited join bookings booking on booking.id = awaited.booking_id
        where awaited.ends_at <= ${addMinutes(now, -60 * deadlineHours)} and ${isLate(deadline)}
        order by awaited.ends_at limit ${limit})
      union all
      (select booking.*, remedies.granted_at, true from remedies join bookings booking on booking.id = remedies.booking_id
        where remedies.granted_at > ${addMinutes(now, -60 * 24 * remediedDays)} and ${isLate(sql`remedies.granted_at`)}
          and not exists (select from feedback_files file where file.booking_id = booking.id)
        order by remedies.granted_at limit ${limit})
    ) late order by since limit ${limit}`.execute(database);
  return rows;
}
