import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { PayoutTarget } from "@greenroom/contract/money/payout-details.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { writeCsv } from "../../money/csv.ts";
import { findBatch, selectBatchPeople } from "../../money/payouts/payout-batches.ts";
import { openUsableDetails } from "../../money/payouts/payout-details.ts";
import { recordDataView } from "../record-data-view.ts";

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
    const name = fullName({ firstName, lastName });
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
