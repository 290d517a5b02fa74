import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { type Approved, type AuditActor, auditReason, recordAudit } from "../../kernel/audit.ts";
import { toInstantRange } from "../../kernel/days.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { streamCsv } from "../csv.ts";
import { mailPayout, mailPayoutReturned } from "./mails.ts";
import {
  type DueEntry,
  type DueSum,
  findReturnable,
  insertPayout,
  insertReturn,
  type ReturnablePayout,
  readPaidEntries,
  selectDueEntries,
  selectDueOf,
  selectDuePage,
  selectDueSums,
  selectPaidOut,
  selectPayouts,
  selectUnpaid,
} from "./store.ts";

/** The amount due to each interviewer now; negative if an earning that was paid out was taken back. */
export async function listDuePayouts(database: Database | Tx): Promise<DueSum[]> {
  return await selectDueSums(database);
}

/** A page of the amounts due, by address. */
export async function listDuePage(database: Database, page: PageQuery) {
  return await selectDuePage(database, page);
}

/** The amount that is due to one interviewer now, and the deduction in it for earlier payouts. */
export async function findDueOf(database: Database | Tx, interviewerId: string) {
  return await selectDueOf(database, interviewerId);
}

/** The sum that was transferred to one interviewer, less the deductions of their payouts. */
export async function sumPaidOut(database: Database, interviewerId: string): Promise<Paise> {
  return await selectPaidOut(database, interviewerId);
}

/** All payouts, newest first. */
export async function listPayouts(database: Database, page: PageQuery) {
  return await selectPayouts(database, page);
}

interface Payout {
  interviewer: { id: string; email: string };
  /** The bank's reference of the transfer. */
  reference: string;
  /** The exported entries that the bank transferred; undefined: all entries that are due now. */
  exported?: readonly DueEntry[] | undefined;
}

interface PayoutResult {
  payoutId: string;
  amountPaise: Paise;
  interviews: number;
}

interface PaidBy {
  actor: AuditActor;
  /** An operator's. */
  reason?: string;
  /** If the amount required a second operator. */
  approved?: Approved;
}

/**
 * Records that the amount due to an interviewer was transferred: one payout with all its earnings. Each earning is
 * paid once, even if several people record it at the same moment. Throws `conflict` if nothing is due, and for a
 * reference that was used before.
 */
export async function payOutInTransaction(
  deps: Pick<Deps, "clock" | "jobs">,
  tx: Tx,
  { interviewer, reference, exported }: Payout,
  { actor, reason, approved }: PaidBy,
): Promise<PayoutResult> {
  const now = deps.clock.now();
  const { lines, amountPaise } = await lockDue(tx, interviewer, exported);
  const payout = { interviewerId: interviewer.id, amountPaise, reference, paidAt: now };
  const payoutId = await insertPayout(tx, payout, lines);
  await recordAudit(tx, {
    actor,
    action: "payout.paid",
    subject: `user:${interviewer.id}`,
    details: {
      payoutId,
      amountPaise,
      reference,
      lines: lines.length,
      ...(reason === undefined ? {} : auditReason(reason, approved)),
    },
    now,
  });
  await deps.jobs.enqueue(tx, mailPayout, { payoutId });
  return { payoutId, amountPaise, interviews: countInterviews(lines) };
}

/**
 * The amount of a payout to an interviewer, locked against other payouts until the transaction ends. Throws `conflict`
 * if it is nothing.
 */
export async function planPayout(tx: Tx, interviewer: Payout["interviewer"], exported?: Payout["exported"]) {
  const { due, lines, amountPaise } = await lockDue(tx, interviewer, exported);
  return { due, lines, amountPaise, interviews: countInterviews(lines) };
}

/** An exported entry is paid even if it was taken back since: the bank has it, and the next payout deducts it. */
async function lockDue(tx: Tx, { id, email }: Payout["interviewer"], exported: Payout["exported"]) {
  await lockSubjects(tx, [`payout:${id}`]);
  const due = await selectDueEntries(tx, id);
  const lines = exported === undefined ? due : await selectUnpaid(tx, exported);
  const amountPaise = lines.reduce((sum, line) => sum + line.amountPaise, 0);
  if (amountPaise <= 0) throw new AppError("conflict", { msg: `Nothing is due to ${email}.` });
  return { due, lines, amountPaise };
}

/** Whether two readings are of one entry that has not changed in between. */
export function isSame(one: DueEntry, other: DueEntry): boolean {
  return (
    one.earningId === other.earningId && one.kind === other.kind && one.amountPaise === other.amountPaise
  );
}

function countInterviews(lines: readonly DueEntry[]): number {
  return lines.filter(({ kind }) => kind === "earned").length;
}

export type { ReturnablePayout } from "./store.ts";

/**
 * A payout that the bank can have returned, locked against other payouts to its interviewer until the transaction ends.
 * Throws `not_found`, and `conflict` when it is recorded as returned already, or a later payout has deducted a part of it
 * or is about to.
 */
export async function lockReturnable(tx: Tx, id: string): Promise<ReturnablePayout> {
  const found = await findReturnable(tx, id);
  if (found === null) throw new AppError("not_found", { msg: "This payout does not exist." });
  await lockSubjects(tx, [`payout:${found.interviewerId}`]);
  const payout = (await findReturnable(tx, id)) ?? found;
  if (payout.returnedAt !== null) {
    throw new AppError("conflict", { msg: "This payout is recorded as returned already." });
  }
  if (payout.isDeducted) {
    throw new AppError("conflict", {
      msg: "A part of this payout was taken back and deducted from a later one, so it cannot be due again. Settle it with the interviewer.",
    });
  }
  if (payout.isDeductedInExport) {
    throw new AppError("conflict", {
      msg: "The open export deducts a part of this payout. If the bank has that file, mark it as paid first. Settle this with the interviewer.",
    });
  }
  return payout;
}

/**
 * Records that the bank returned a transfer, locked by the caller: its earnings and deductions are due again. The
 * interviewer is told by mail.
 */
export async function returnPayoutInTransaction(
  deps: Pick<Deps, "jobs">,
  tx: Tx,
  { id, interviewerId, amountPaise, reference }: ReturnablePayout,
  { actor, reason, now }: { actor: AuditActor; reason: string; now: Date },
): Promise<void> {
  await insertReturn(tx, { payoutId: id, reason, returnedAt: now });
  await recordAudit(tx, {
    actor,
    action: "payout.returned",
    subject: `user:${interviewerId}`,
    details: { payoutId: id, amountPaise, reference, reason },
    now,
  });
  await deps.jobs.enqueue(tx, mailPayoutReturned, { payoutId: id });
}

interface PaidFilter {
  interviewerId?: string | undefined;
  /** The first and the last day on which the payout was made. */
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The entries of payouts for accounting, oldest first, streamed; of one interviewer and of a period in the business's
 * time zone, if they are given. Times in UTC, amounts in rupees.
 */
export function streamPaidCsv(
  { database, config }: Pick<Deps, "database" | "config">,
  { interviewerId, from, to }: PaidFilter,
): AsyncGenerator<string> {
  const rangeOf = (day: string) => toInstantRange({ firstDay: day, lastDay: day }, config.business.timeZone);
  const entries = readPaidEntries(database, {
    interviewerId,
    from: from === undefined ? undefined : rangeOf(from).startsAt,
    until: to === undefined ? undefined : rangeOf(to).endsAt,
  });
  const head = ["Paid (UTC)", "Payout", "Reference", "Email", "Name", "Interview (UTC)", "Booking", "Kind"];
  return streamCsv([...head, "Amount (INR)"], entries, (line) => [
    line.paidAt.toISOString(),
    line.payoutId,
    line.reference,
    line.email,
    fullName(line),
    line.startsAt.toISOString(),
    line.bookingId,
    line.kind,
    rupeesFromPaise(line.amountPaise).toFixed(2),
  ]);
}
