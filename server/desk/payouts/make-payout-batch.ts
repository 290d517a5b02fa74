import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import { maxBatchPeople } from "@greenroom/contract/desk/money/payouts.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import {
  closeBatch,
  findOpenBatch,
  insertBatch,
  selectDueEntriesOf,
} from "../../money/payouts/payout-batches.ts";
import { findUsableDetails } from "../../money/payouts/payout-details.ts";
import { listDuePayouts } from "../../money/payouts/payouts.ts";
import { formatPaise } from "../../money/payouts/rules.ts";
import { checkPreview, makePreview } from "../preview.ts";

/** How many interviewers without usable payout details a preview names. */
const maxNamed = 10;

/** Previews an export. Throws `conflict` when nothing can be paid. */
export async function previewPayoutBatch(deps: Deps, actor: Actor): Promise<Preview> {
  return await inTransaction(deps.database, async (tx) => (await prepare(deps, tx, actor)).preview);
}

/**
 * Stores the amount due to each interviewer with payout details, as the bank's file will contain it, and
 * closes the previous export. Throws like `previewPayoutBatch`.
 */
export async function makePayoutBatch(
  deps: Deps,
  actor: Actor,
  { reason, ...confirmed }: ConfirmedAction,
): Promise<{ msg: string; batchId: string }> {
  return await inTransaction(deps.database, async (tx) => {
    const { preview, entries, open, totalPaise } = await prepare(deps, tx, actor);
    checkPreview(preview, confirmed);
    const now = deps.clock.now();
    if (open !== null) await closeBatch(tx, open.id, now);
    const batchId = await insertBatch(tx, { madeBy: actor.userId, now, entries });
    await recordAudit(tx, {
      actor: { userId: actor.userId },
      action: "payout.exported",
      subject: `payout-batch:${batchId}`,
      details: { reason, amountPaise: totalPaise, lines: entries.length, replaced: open?.id ?? null },
      now,
    });
    return { msg: `${formatPaise(totalPaise)} is exported. Give the file to the bank.`, batchId };
  });
}

async function prepare(deps: Deps, tx: Tx, actor: Actor) {
  // Of two exports at once, the second sees the first.
  await lockSubjects(tx, ["payout-batch"]);
  const now = deps.clock.now();
  const due = (await listDuePayouts(tx)).filter(({ amountPaise }) => amountPaise > 0);
  const details = await findUsableDetails(
    tx,
    due.map(({ interviewerId }) => interviewerId),
    now,
  );
  const payable = due.filter(({ interviewerId }) => details.has(interviewerId));
  const without = due.filter(({ interviewerId }) => !details.has(interviewerId));
  const chosen = payable.slice(0, maxBatchPeople);
  if (chosen.length === 0) {
    const why =
      without.length > 0
        ? `Nobody who is owed money has payout details that can be used yet: ${nameSome(without)}.`
        : "Nothing is due to anybody.";
    throw new AppError("conflict", { msg: `${why} There is nothing to export.` });
  }
  const entries = await selectDueEntriesOf(
    tx,
    chosen.map(({ interviewerId }) => interviewerId),
  );
  const totalPaise = entries.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const open = await findOpenBatch(tx);
  const { timeZone } = deps.config.business;
  const later = payable.length - chosen.length;
  const preview = makePreview(actor, {
    lines: [
      {
        label: "Transfers",
        text: `${countOf(chosen.length, "interviewer")}, ${formatPaise(totalPaise)} together.`,
      },
      ...(later > 0 ? [{ label: "Later", text: leftText(later) }] : []),
      ...(without.length > 0
        ? [
            {
              label: "No account",
              text: `Not in the file, because there are no payout details that can be used yet: ${nameSome(without)}.`,
            },
          ]
        : []),
      ...(open === null
        ? []
        : [
            {
              label: "Careful",
              text: `The export of ${formatNamedMoment(open.madeAt, timeZone)} is not marked as paid. This one replaces it and includes its open amounts. If the bank has that file, go back and mark it as paid first.`,
            },
          ]),
    ],
    typedConfirmation: open === null ? null : "REPLACE",
    state: [
      open?.id ?? "",
      ...entries.flatMap(({ earningId, kind, amountPaise }) => [earningId, kind, amountPaise]),
    ],
    // It pays nobody: marking as paid does, and an operator cannot mark their own payout.
    beneficiaries: [],
  });
  return { preview, entries, open, totalPaise };
}

/** Says that so many interviewers are not in this export. */
export function leftText(count: number): string {
  const verbs = count === 1 ? "does not fit and is" : "do not fit and are";
  return `${countOf(count, "interviewer")} ${verbs} left for the next export.`;
}

function nameSome(due: readonly { email: string; amountPaise: number }[]): string {
  const named = due
    .slice(0, maxNamed)
    .map(({ email, amountPaise }) => `${email} ${formatPaise(amountPaise)}`);
  const more = due.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
