import type { PayoutBatch } from "@greenroom/contract/desk/money/payouts.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findOpenBatch, selectBatchPeople } from "../../money/payouts/payout-batches.ts";
import { presentOpenApproval } from "../approvals/present-open-approval.ts";
import { listOpenApprovalsOf } from "../approvals/store.ts";
import { presentPerson } from "../present-person.ts";
import { recordDataView } from "../record-data-view.ts";
import { payoutAction } from "./payout-action.ts";

/** The export that is not completely marked as paid; null if there is none. */
export async function getOpenPayoutBatch(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
): Promise<{ batch: PayoutBatch | null }> {
  await recordDataView(deps, actor, "payout-batch-viewed");
  const open = await findOpenBatch(deps.database);
  if (open === null) return { batch: null };
  const rows = await selectBatchPeople(deps.database, open.id);
  const asked = await listOpenApprovalsOf(deps.database, deps.clock.now(), {
    kind: "payout",
    payload: { batchId: open.id },
  });
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
      askedPayouts: asked.map((row) => ({
        ...presentOpenApproval(row),
        interviewerIds: payoutAction.payload.parse(row.payload).interviewerIds,
      })),
    },
  };
}
