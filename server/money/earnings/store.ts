import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage, readWithCursor } from "../../kernel/db/read-lists.ts";

const newestFirst = orderBy("desc", ["instant", "earning.createdAt"], ["id", "earning.id"]);

interface NewEarning {
  id: string;
  bookingId: string;
  interviewerId: string;
  sessionPricePaise: Paise;
  sharePercent: number;
  amountPaise: Paise;
  createdAt: Date;
}

/** One per booking: a second one rejects with `earnings_one_per_booking`. */
export async function insertEarning(tx: Tx, earning: NewEarning): Promise<void> {
  await tx.insertInto("earnings").values(earning).execute();
}

/** Credits a pending earning; does nothing if it is credited or void. */
export async function markCredited(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await tx
    .updateTable("earnings")
    .set({ status: "credited", creditedAt: now })
    .where("bookingId", "=", bookingId)
    .where("status", "=", "pending")
    .execute();
}

interface EarningVoid {
  bookingId: string;
  /** Shown to the interviewer. */
  reason: string;
  now: Date;
}

/** A pending or credited earning, locked for this transaction; null if there is none. */
export async function lockValidEarning(tx: Tx, bookingId: string) {
  const earning = await tx
    .selectFrom("earnings as earning")
    .leftJoin("payoutLines as paid", "paid.earningId", "earning.id")
    .select(["earning.id", "earning.amountPaise", "earning.status", "earning.creditedAt", "paid.payoutId"])
    .where("earning.bookingId", "=", bookingId)
    .where("earning.status", "<>", "void")
    .forUpdate("earning")
    .executeTakeFirst();
  if (earning === undefined) return null;
  const { payoutId, ...valid } = earning;
  return { ...valid, wasPaid: payoutId !== null };
}

/** Whether a booking had an earning that is void now. */
export async function wasVoided(database: Database | Tx, bookingId: string): Promise<boolean> {
  const earning = await database
    .selectFrom("earnings")
    .select("id")
    .where("bookingId", "=", bookingId)
    .where("status", "=", "void")
    .limit(1)
    .executeTakeFirst();
  return earning !== undefined;
}

/** An earning that is void now, with its interview and interviewer; undefined if the booking has none. */
export async function findVoided(database: Database, bookingId: string) {
  return await database
    .selectFrom("earnings as earning")
    .innerJoin("bookings as booking", "booking.id", "earning.bookingId")
    .innerJoin("users as person", "person.id", "earning.interviewerId")
    .select(["earning.amountPaise", "earning.voidReason", "booking.startsAt"])
    .select(["person.email", "person.firstName", "person.timeZone"])
    .where("earning.bookingId", "=", bookingId)
    .where("earning.status", "=", "void")
    .executeTakeFirst();
}

/** Voids a pending or credited earning; null if there is none. */
export async function markVoid(tx: Tx, { bookingId, reason, now }: EarningVoid) {
  const earning = await lockValidEarning(tx, bookingId);
  if (earning === null) return null;
  await tx
    .updateTable("earnings")
    .set({ status: "void", creditedAt: null, voidedAt: now, voidReason: reason })
    .where("id", "=", earning.id)
    .execute();
  return earning;
}

/** Null for an earning that can have no such entry, so that PostgreSQL does not look for one. */
const idIf = (condition: RawBuilder<unknown>) => sql<string>`case when ${condition} then earning.id end`;

/**
 * An interviewer's earnings, including void ones, with the payouts that paid each one and those that deducted it
 * again.
 */
function selectEarningRows(database: Database, interviewerId: string) {
  return database
    .selectFrom("earnings as earning")
    .innerJoin("bookings as booking", "booking.id", "earning.bookingId")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .leftJoin("payoutLines as paid", (on) =>
      on.on("paid.earningId", "=", idIf(sql`earning.paid_out`)).on("paid.kind", "=", "earned"),
    )
    .leftJoin("payouts as payout", "payout.id", "paid.payoutId")
    .leftJoin("payoutLines as taken", (on) =>
      on.on("taken.earningId", "=", idIf(sql`earning.status = 'void'`)).on("taken.kind", "=", "taken-back"),
    )
    .leftJoin("payouts as later", "later.id", "taken.payoutId")
    .select(["payout.paidAt", "payout.reference as payoutReference", "later.paidAt as takenOffAt"])
    .select("later.reference as takenOffReference")
    .select(["earning.voidedAt", "earning.voidReason"])
    .select([
      "earning.id",
      "earning.amountPaise",
      "earning.sessionPricePaise",
      "earning.sharePercent",
      "earning.status",
      "earning.createdAt",
      "earning.creditedAt",
      "earning.bookingId",
      "booking.startsAt",
      "booking.status as bookingStatus",
      "interviewee.firstName",
      "interviewee.lastName",
    ])
    .where("earning.interviewerId", "=", interviewerId);
}
export type EarningRow = Awaited<ReturnType<ReturnType<typeof selectEarningRows>["execute"]>>[number];

/** A page of an interviewer's earnings, newest first. */
export function selectEarnings(database: Database, interviewerId: string, page: PageQuery) {
  return readPage(selectEarningRows(database, interviewerId), newestFirst, page);
}

/** All earnings of an interviewer that count or were paid out, newest first, read in batches. */
export function readCountedOrPaidEarnings(
  database: Database,
  interviewerId: string,
): AsyncGenerator<EarningRow> {
  const query = selectEarningRows(database, interviewerId)
    .where(({ eb, or }) => or([eb("earning.status", "<>", "void"), eb("earning.paidOut", "=", true)]))
    .orderBy("earning.createdAt", "desc")
    .orderBy("earning.id", "desc");
  return readWithCursor(database, query);
}

export interface EarningSums {
  creditedPaise: Paise;
  pendingPaise: Paise;
  pendingInterviews: number;
  /** Paid, taken back since, and not deducted from a payout yet. */
  toDeductPaise: Paise;
}

/** The sums of an interviewer's earnings by state. */
export async function sumEarnings(database: Database, interviewerId: string): Promise<EarningSums> {
  const { rows } = await sql<EarningSums>`
    select coalesce(sum(amount_paise) filter (where status = 'credited'), 0)::int8 as credited_paise,
      coalesce(sum(amount_paise) filter (where status = 'pending'), 0)::int8 as pending_paise,
      count(*) filter (where status = 'pending') as pending_interviews,
      coalesce(sum(amount_paise) filter (where status = 'void'
        and exists (select from payout_lines line where line.earning_id = earnings.id and line.kind = 'earned')
        and not exists (select from payout_lines line where line.earning_id = earnings.id and line.kind = 'taken-back')
      ), 0)::int8 as to_deduct_paise
    from earnings where interviewer_id = ${interviewerId}`.execute(database);
  return rows[0] as EarningSums;
}

/** An interviewer's interviews that ended early and wait for an answer, newest first. */
export async function selectHeld(database: Database, interviewerId: string, limit: number) {
  return await database
    .selectFrom("unclearInterviews as unclear")
    .innerJoin("bookings as booking", "booking.id", "unclear.bookingId")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .select(["booking.id", "booking.startsAt", "interviewee.firstName", "interviewee.lastName"])
    .select(["unclear.secondsTogether", "unclear.reason"])
    .where("booking.interviewerId", "=", interviewerId)
    .where("booking.status", "=", "pending")
    .where("unclear.found", "=", "ended-early")
    .where("unclear.outcome", "is", null)
    .orderBy("booking.startsAt", "desc")
    .limit(limit)
    .execute();
}

export type HeldRow = Awaited<ReturnType<typeof selectHeld>>[number];
