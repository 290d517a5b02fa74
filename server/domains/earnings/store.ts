import type { Paise } from "@greenroom/contract/money.ts";
import type { Database, Tx } from "../../db/database.ts";

interface NewEarning {
  id: string;
  bookingId: string;
  interviewerId: string;
  sessionPricePaise: Paise;
  sharePercent: number;
  amountPaise: Paise;
  createdAt: Date;
}

/** One a booking: a second rejects with `earnings_one_per_booking`. */
export async function insertEarning(tx: Tx, earning: NewEarning): Promise<void> {
  await tx.insertInto("earnings").values(earning).execute();
}

/** Credits a pending earning; does nothing to one that is credited or void. */
export async function markCredited(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await tx
    .updateTable("earnings")
    .set({ status: "credited", creditedAt: now })
    .where("bookingId", "=", bookingId)
    .where("status", "=", "pending")
    .execute();
}

interface Voided {
  bookingId: string;
  /** The interviewer reads it. */
  reason: string;
  now: Date;
}

/** Voids an earning that stands, pending or credited; null when there is none. */
export async function markVoid(tx: Tx, { bookingId, reason, now }: Voided) {
  const earning = await tx
    .selectFrom("earnings as earning")
    .leftJoin("payoutLines as paid", "paid.earningId", "earning.id")
    .select(["earning.id", "earning.amountPaise", "earning.status", "earning.creditedAt", "paid.payoutId"])
    .where("earning.bookingId", "=", bookingId)
    .where("earning.status", "<>", "void")
    .forUpdate("earning")
    .executeTakeFirst();
  if (earning === undefined) return null;
  await tx
    .updateTable("earnings")
    .set({ status: "void", creditedAt: null, voidedAt: now, voidReason: reason })
    .where("id", "=", earning.id)
    .execute();
  const { payoutId, ...was } = earning;
  return { ...was, wasPaid: payoutId !== null };
}

/** An interviewer's earnings, newest first, with the payouts in which each was paid and taken off again; those that are void too. */
export function selectEarnings(database: Database, interviewerId: string) {
  return database
    .selectFrom("earnings as earning")
    .innerJoin("bookings as booking", "booking.id", "earning.bookingId")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .leftJoin("payoutLines as paid", (on) =>
      on.onRef("paid.earningId", "=", "earning.id").on("paid.kind", "=", "earned"),
    )
    .leftJoin("payouts as payout", "payout.id", "paid.payoutId")
    .leftJoin("payoutLines as taken", (on) =>
      on.onRef("taken.earningId", "=", "earning.id").on("taken.kind", "=", "taken-back"),
    )
    .leftJoin("payouts as later", "later.id", "taken.payoutId")
    .select(["payout.paidAt", "later.paidAt as takenOffAt", "earning.voidedAt", "earning.voidReason"])
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
      "interviewee.firstName",
      "interviewee.lastName",
    ])
    .where("earning.interviewerId", "=", interviewerId)
    .orderBy("earning.createdAt", "desc")
    .orderBy("booking.startsAt", "desc")
    .execute();
}
export type EarningRow = Awaited<ReturnType<typeof selectEarnings>>[number];

export interface InterviewerCounts {
  /** Slots from `now` on that nobody has booked. */
  available: number;
  booked: number;
  completed: number;
}

export async function countForInterviewer(
  database: Database,
  interviewerId: string,
  now: Date,
): Promise<InterviewerCounts> {
  const slots = await database
    .selectFrom("availability")
    .select((select) => select.fn.countAll<number>().as("available"))
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .where("startsAt", ">", now)
    .executeTakeFirstOrThrow();
  const bookings = await database
    .selectFrom("bookings")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("status", "=", "pending").as("booked"),
      fn.countAll<number>().filterWhere("status", "=", "completed").as("completed"),
    ])
    .where("interviewerId", "=", interviewerId)
    .executeTakeFirstOrThrow();
  return { ...slots, ...bookings };
}
