import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { z } from "zod";
import type { Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import {
  type BatchEntry,
  closeBatch,
  lockBatch,
  selectBatchEntries,
  selectBatchPeople,
} from "../../money/payouts/payout-batches.ts";
import { findUsableDetails } from "../../money/payouts/payout-details.ts";
import { isSame, payOutInTransaction, planPayout } from "../../money/payouts/payouts.ts";
import { formatPaise } from "../../money/payouts/rules.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import type { ApprovableAction } from "../approvals/approvable-action.ts";
import { amountToType, numberLines } from "../preview.ts";
import { batchClosedError } from "./write-batch-csv.ts";

const payload = z.object({
  batchId: z.string(),
  interviewerIds: z.array(z.string()).min(1).max(maxActionRows),
  reference: z.string(),
});
type Payload = z.infer<typeof payload>;

/**
 * Marks the exported entries of interviewers as paid, as the bank has transferred them: all, or none. Entries that
 * are new since the export stay due. Those that were taken back since are deducted from the next payout.
 */
export const payoutAction: ApprovableAction<Payload> = {
  kind: "payout",
  payload,
  async plan(deps, tx, { batchId, interviewerIds, reference }) {
    const planned = await planBatch(tx, { batchId, interviewerIds });
    const ids = planned.map(({ interviewer }) => interviewer.id);
    const details = await findUsableDetails(tx, ids, deps.clock.now());
    const totalPaise = planned.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
    const lines = planned.map(({ interviewer, amountPaise, interviews }) => {
      const account = details.get(interviewer.id)?.account;
      const to = account === undefined ? "" : `, to ${account}`;
      return {
        label: "Payout",
        text: `${interviewer.email}: ${formatPaise(amountPaise)} for ${countOf(interviews, "interview")}${to}.`,
      };
    });
    return {
      payload: { batchId, interviewerIds: ids, reference },
      lines: [
        ...numberLines(lines),
        ...describeChanges(planned),
        { label: "Reference", text: reference },
        { label: "Together", text: formatPaise(totalPaise) },
        { label: "Then", text: "The payout is recorded permanently, and each interviewer is told by email." },
      ],
      typedConfirmation: amountToType(totalPaise),
      state: [
        batchId,
        ...planned.flatMap(({ lines }) => lines.map(({ earningId, kind }) => earningId + kind)),
      ],
      beneficiaries: ids,
      amount: totalPaise,
      limit: deps.config.approval.payoutPaise,
      format: formatPaise,
    };
  },
  async run(deps, tx, { batchId, interviewerIds, reference }, { actor, approved }) {
    let totalPaise = 0;
    for (const { interviewer, exported } of await planBatch(tx, { batchId, interviewerIds })) {
      const paid = await payOutInTransaction(
        deps,
        tx,
        { interviewer, reference, exported },
        { actor, ...(approved === undefined ? {} : { approvedBy: approved.approvedBy }) },
      );
      totalPaise += paid.amountPaise;
    }
    const people = await selectBatchPeople(tx, batchId);
    if (people.every(({ openPaise }) => openPaise <= 0)) await closeBatch(tx, batchId, deps.clock.now());
    const count = interviewerIds.length;
    const whom = countOf(count, "interviewer");
    return { msg: `${formatPaise(totalPaise)} is marked as paid to ${whom}.` };
  },
};

/**
 * The part of a batch that can be marked as paid now, with its rows locked. Throws `not_found` and
 * `conflict`.
 */
async function planBatch(tx: Tx, { batchId, interviewerIds }: Pick<Payload, "batchId" | "interviewerIds">) {
  const batch = await lockBatch(tx, batchId);
  if (batch === null) throw new AppError("not_found", { msg: "This export does not exist." });
  if (batch.closedAt !== null) throw batchClosedError();
  const interviewers = await findInterviewers(tx, interviewerIds);
  const entries = await selectBatchEntries(tx, batchId, interviewerIds);
  const planned: PlannedPerson[] = [];
  for (const interviewer of interviewers) {
    const exported = entries.filter(({ interviewerId }) => interviewerId === interviewer.id);
    if (exported.length === 0) {
      throw new AppError("conflict", { msg: `${interviewer.email} is not in this export.` });
    }
    planned.push({ interviewer, exported, ...(await planPayout(tx, interviewer, exported)) });
  }
  return planned;
}

interface PlannedPerson extends Awaited<ReturnType<typeof planPayout>> {
  interviewer: { id: string; email: string };
  exported: readonly BatchEntry[];
}

/** Describes the changes since the export, for each interviewer with a change. */
function describeChanges(planned: readonly PlannedPerson[]) {
  const sum = (entries: readonly { amountPaise: number }[]) =>
    formatPaise(entries.reduce((total, { amountPaise }) => total + amountPaise, 0));
  const count = (entries: readonly unknown[]) =>
    `${entries.length} ${entries.length === 1 ? "entry" : "entries"}`;
  return numberLines(
    planned.flatMap(({ interviewer: { email }, exported, due, lines }) => {
      const deducted = lines.filter(
        (line) => line.kind === "earned" && !due.some((entry) => isSame(line, entry)),
      );
      const gone = exported.filter((entry) => !lines.some((line) => isSame(line, entry)));
      const added = due.filter((entry) => !exported.some((line) => isSame(line, entry)));
      return [
        ...(deducted.length === 0
          ? []
          : [
              {
                label: "Next payout",
                text: `${email}: ${count(deducted)} of the export, ${sum(deducted)}, taken back since. The bank has sent it, so the next payout is reduced by ${sum(deducted)}. If the file is not with the bank yet, go back and export again.`,
              },
            ]),
        ...(gone.length === 0
          ? []
          : [
              {
                label: "Left out",
                text: `${email}: ${count(gone)} of the export, ${sum(gone)}, marked as paid before.`,
              },
            ]),
        ...(added.length === 0
          ? []
          : [{ label: "Stays due", text: `${email}: ${count(added)} since the export, ${sum(added)}.` }]),
      ];
    }),
  );
}

/** Sorted, so that two operators with the same interviewers wait for each other instead of deadlocking. */
async function findInterviewers(tx: Tx, ids: string[]): Promise<{ id: string; email: string }[]> {
  const people = await findPeople(tx, ids);
  return [...ids].sort().map((id) => {
    const person = people.get(id);
    if (person === undefined)
      throw new AppError("not_found", { msg: "One of these interviewers does not exist." });
    return { id, email: person.email };
  });
}
