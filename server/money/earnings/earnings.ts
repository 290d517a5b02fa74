import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import { z } from "zod";
import { type AuditActor, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { defineHandler, defineMailJob, type JobHandler } from "../../kernel/jobs.ts";
import { sendMail } from "../../kernel/mail/compose.ts";
import { findSpentCredit } from "../credits/credits.ts";
import { isInOpenBatch } from "../payouts/payout-batches.ts";
import { formatPaise, type PayoutState, payoutStates, reversalEffects } from "../payouts/rules.ts";

interface CompletedBooking {
  bookingId: string;
  interviewerId: string;
  sharePercent: number;
  now: Date;
}

/**
 * Records a completed booking's earning: the interviewer's share of the price of the spent credit. It stays
 * `pending` until the mentor's feedback arrives. A booking without a spent credit earns nothing. A second earning of a
 * booking rejects with `earnings_one_per_booking`.
 */
export async function recordEarning(
  tx: Tx,
  { bookingId, interviewerId, sharePercent, now }: CompletedBooking,
): Promise<void> {
  const sessionPricePaise = (await findSpentCredit(tx, bookingId))?.valuePaise ?? 0;
  const amountPaise = interviewerShare(sessionPricePaise, sharePercent);
  await tx
    .insertInto("earnings")
    .values({
      ...{ id: newId(), bookingId, interviewerId, sessionPricePaise, sharePercent, amountPaise },
      createdAt: now,
    })
    .execute();
}

/** The interviewer's part of a credit's price, in whole paise, rounded down; the rest is the platform's. */
export function interviewerShare(sessionPricePaise: Paise, sharePercent: number): Paise {
  return Math.floor((sessionPricePaise * sharePercent) / 100);
}

/**
 * Credits a booking's earning once its mentor's feedback has arrived, and returns its amount; null if there was nothing
 * to credit. Repeated calls change nothing.
 */
export async function creditEarning(tx: Tx, bookingId: string, now: Date): Promise<Paise | null> {
  const earning = await tx
    .updateTable("earnings")
    .set({ status: "credited", creditedAt: now })
    .where("bookingId", "=", bookingId)
    .where("status", "=", "pending")
    .returning("amountPaise")
    .executeTakeFirst();
  return earning?.amountPaise ?? null;
}

/**
 * Voids a pending or credited earning. If it was paid out, the interviewer's next payout is reduced. Returns what the
 * earning was before; null if there is none.
 */
export async function voidEarning(
  tx: Tx,
  { bookingId, reason, now }: { bookingId: string; reason: string; now: Date },
) {
  const earning = await lockValidEarning(tx, bookingId);
  if (earning === null) return null;
  await tx
    .updateTable("earnings")
    .set({ status: "void", creditedAt: null, voidedAt: now, voidReason: reason })
    .where("id", "=", earning.id)
    .execute();
  const unpaidState = (await isInOpenBatch(tx, earning.id)) ? "exported" : "unpaid";
  const payoutState: PayoutState = earning.wasPaid ? "paid" : unpaidState;
  return { ...earning, payoutState };
}

/** Whether a booking had an earning that was taken back. */
export async function isEarningVoid(database: Database | Tx, bookingId: string): Promise<boolean> {
  const earning = await database
    .selectFrom("earnings")
    .select("id")
    .where("bookingId", "=", bookingId)
    .where("status", "=", "void")
    .limit(1)
    .executeTakeFirst();
  return earning !== undefined;
}

interface Reversal {
  bookingId: string;
  reason: string;
  actor: AuditActor;
}

/**
 * Takes back the earning of an interview, pending or credited, and mails the reason to the interviewer. If it was paid
 * out, their next payout is reduced. Throws `conflict` if it was taken back already, and `not_found` if the booking has
 * none.
 */
export async function reverseInTransaction(
  deps: Pick<Deps, "clock" | "jobs">,
  tx: Tx,
  { bookingId, reason, actor }: Reversal,
): Promise<{ wasPaid: boolean }> {
  const now = deps.clock.now();
  const reversed = await voidEarning(tx, { bookingId, reason, now });
  if (reversed === null) throw await noEarningError(tx, bookingId);
  const { wasPaid, payoutState, ...details } = reversed;
  const subject = `booking:${bookingId}`;
  const audited = { ...details, wasPaid, reason };
  await recordAudit(tx, { actor, action: "earning.reversed", subject, details: audited, now });
  await deps.jobs.enqueue(tx, mailReversal, { bookingId, payoutState });
  return { wasPaid };
}

/** A pending or credited earning, locked until the transaction ends; null if there is none. */
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

/** The earning that would be taken back, locked until the transaction ends. Throws as `reverseInTransaction` does. */
export async function planReversal(tx: Tx, bookingId: string) {
  const earning = await lockValidEarning(tx, bookingId);
  if (earning === null) throw await noEarningError(tx, bookingId);
  return earning;
}

async function noEarningError(tx: Tx, bookingId: string): Promise<AppError> {
  return (await isEarningVoid(tx, bookingId))
    ? conflict("The earning of this interview has been taken back already.")
    : new AppError("not_found", { msg: `The booking ${bookingId} has no earning that could be taken back.` });
}

/** Tells an interviewer that an operator took back an earning, and why. */
export const mailReversal = defineMailJob(
  "earnings.mail-reversal",
  z.object({ bookingId: z.string(), payoutState: z.enum(payoutStates) }),
);

export const earningJobs: JobHandler<Deps>[] = [defineHandler(mailReversal, sendReversal)];

async function sendReversal(
  deps: Deps,
  { bookingId, payoutState }: z.infer<typeof mailReversal.payload>,
): Promise<void> {
  const earning = await deps.database
    .selectFrom("earnings as earning")
    .innerJoin("bookings as booking", "booking.id", "earning.bookingId")
    .innerJoin("users as person", "person.id", "earning.interviewerId")
    .select(["earning.amountPaise", "earning.voidReason", "booking.startsAt"])
    .select(["person.email", "person.firstName", "person.timeZone"])
    .where("earning.bookingId", "=", bookingId)
    .where("earning.status", "=", "void")
    .executeTakeFirst();
  if (earning === undefined) throw new Error(`the booking ${bookingId} has no earning that was taken back`);
  const { business, publicUrl } = deps.config;
  const amount = formatPaise(earning.amountPaise);
  const when = formatNamedMoment(earning.startsAt, earning.timeZone ?? business.timeZone);
  await sendMail(deps, {
    to: earning.email,
    subject: `${amount} of your earnings was taken back`,
    heading: "An earning was taken back",
    paragraphs: [
      `Hello ${earning.firstName}, your earning of ${amount} for the interview of ${when} was taken back. ${reversalEffects[payoutState]}`,
      `The reason: ${earning.voidReason}`,
      "If you think that this is a mistake, please reply to this email.",
    ],
    action: { label: "See your earnings", url: `${publicUrl}/interviewer-dashboard/earnings` },
    replyTo: business.supportEmail,
  });
}
