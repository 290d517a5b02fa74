import { rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import { formatNamedMoment } from "@greenroom/contract/core/time-zones.ts";
import type { PayoutTarget } from "@greenroom/contract/interviewers/payout-details.ts";
import type { ConfirmedAction, Preview } from "@greenroom/contract/operator/actions.ts";
import { maxBatchPeople, type PayoutBatch } from "@greenroom/contract/operator/money/payouts.ts";
import { recordAudit } from "../../../audit/record-audit.ts";
import type { Actor } from "../../../core/actor.ts";
import { AppError } from "../../../core/errors.ts";
import type { Tx } from "../../../db/database.ts";
import { inTransaction, lockSubjects } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { writeCsv } from "../../earnings/write-csv.ts";
import { findUsableDetails, openUsableDetails } from "../../payouts/details/find-usable-details.ts";
import { listDuePayouts } from "../../payouts/list-payouts.ts";
import {
  closeBatch,
  findBatch,
  findOpenBatch,
  insertBatch,
  selectBatchPeople,
  selectDueEntriesOf,
} from "../../payouts/payout-batches.ts";
import { formatPaise } from "../../payouts/rules.ts";
import { presentPerson } from "../present-person.ts";
import { checkPreview, makePreview } from "../preview.ts";
import { recordDataView } from "../record-data-view.ts";

/** How many interviewers without usable payout details a preview names. */
const maxNamed = 10;

/** Previews an export. Throws `conflict` when nothing can be paid. */
export async function previewPayoutBatch(deps: Deps): Promise<Preview> {
  return await inTransaction(deps.database, async (tx) => (await prepare(deps, tx)).preview);
}

/**
 * Stores the amount due to each interviewer with payout details, as the bank's file will contain it, and
 * closes the previous export. Throws like `previewPayoutBatch`.
 */
export async function makePayoutBatch(
  deps: Deps,
  { userId }: Actor,
  { reason, ...confirmed }: ConfirmedAction,
): Promise<{ msg: string; batchId: string }> {
  return await inTransaction(deps.database, async (tx) => {
    const { preview, entries, open, totalPaise } = await prepare(deps, tx);
    checkPreview(preview, confirmed);
    const now = deps.clock.now();
    if (open !== null) await closeBatch(tx, open.id, now);
    const batchId = await insertBatch(tx, { madeBy: userId, now, entries });
    await recordAudit(tx, {
      actor: { userId },
      action: "payout.exported",
      subject: `payout-batch:${batchId}`,
      details: { reason, amountPaise: totalPaise, lines: entries.length, replaced: open?.id ?? null },
      now,
    });
    return { msg: `${formatPaise(totalPaise)} is exported. Give the file to the bank.`, batchId };
  });
}

async function prepare(deps: Deps, tx: Tx) {
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
  const preview = makePreview({
    lines: [
      { label: "Transfers", text: `${people(chosen.length)}, ${formatPaise(totalPaise)} together.` },
      ...(later > 0
        ? [{ label: "Later", text: `${people(later)} do not fit and are left for the next export.` }]
        : []),
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
  });
  return { preview, entries, open, totalPaise };
}

const people = (count: number) => `${count} interviewer${count === 1 ? "" : "s"}`;

function nameSome(due: readonly { email: string; amountPaise: number }[]): string {
  const named = due
    .slice(0, maxNamed)
    .map(({ email, amountPaise }) => `${email} ${formatPaise(amountPaise)}`);
  const more = due.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** The export that is not completely marked as paid; null if there is none. */
export async function getOpenPayoutBatch(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
): Promise<{ batch: PayoutBatch | null }> {
  await recordDataView(deps, actor, "payout-batch-viewed");
  const open = await findOpenBatch(deps.database);
  if (open === null) return { batch: null };
  const rows = await selectBatchPeople(deps.database, open.id);
  return {
    batch: {
      _id: open.id,
      madeAt: open.madeAt.toISOString(),
      madeBy: open.madeBy,
      people: rows.map((row) => ({
        interviewer: presentPerson(row),
        entries: row.entries,
        amount: rupeesFromPaise(row.exportedPaise),
        open: rupeesFromPaise(row.openPaise),
      })),
    },
  };
}

/**
 * The transfers of an open export that are not marked as paid, with unmasked payout details: a file for the bank must
 * not pay anybody twice. Throws `not_found`, and `conflict` for an export that was replaced or is paid.
 */
export async function writeBatchCsv(
  deps: Pick<Deps, "database" | "clock" | "hmac">,
  actor: Actor,
  id: string,
): Promise<Buffer> {
  const batch = await findBatch(deps.database, id);
  if (batch === null) throw new AppError("not_found", { msg: "This export does not exist." });
  if (batch.closedAt !== null) throw batchClosedError();
  await recordDataView(deps, actor, "payout-details-exported", `payout-batch:${id}`);
  const rows = (await selectBatchPeople(deps.database, id)).filter(({ openPaise }) => openPaise > 0);
  const targets = await openUsableDetails(
    deps,
    rows.map(({ personId }) => personId),
  );
  const head = ["Email", "Name", "Amount (INR)", "Entries", "Method"];
  const lines = rows.flatMap(({ personId, email, firstName, lastName, openEntries, openPaise }) => {
    const target = targets.get(personId);
    // Their details were deleted with their account since.
    if (target === undefined) return [];
    const amount = rupeesFromPaise(openPaise).toFixed(2);
    const name = `${firstName} ${lastName}`.trim();
    return [[email, name, amount, String(openEntries), ...targetCells(target)]];
  });
  return Buffer.from(writeCsv([[...head, "Account holder", "UPI id", "Account", "IFSC", "PAN"], ...lines]));
}

export function batchClosedError(): AppError {
  return new AppError("conflict", {
    msg: "This export is paid or was replaced by a newer one. Load the page again.",
  });
}

function targetCells(target: PayoutTarget): string[] {
  const { holder, pan } = target;
  return target.kind === "upi"
    ? ["UPI", holder, target.upiId, "", "", pan]
    : ["bank", holder, "", target.accountNumber, target.ifsc, pan];
}
