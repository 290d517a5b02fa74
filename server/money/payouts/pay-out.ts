import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { type AuditActor, recordAudit } from "../../kernel/audit/record-audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { mailPayout } from "./job-definitions.ts";
import { type DueEntry, insertPayout, selectDueEntries, selectUnpaid } from "./store.ts";

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
  /** The second operator, if the amount required one. */
  approvedBy?: string;
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
  { actor, approvedBy }: PaidBy,
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
      ...(approvedBy === undefined ? {} : { approvedBy }),
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
