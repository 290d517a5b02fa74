import { parties } from "@greenroom/contract/schedule/bookings.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { clearSlotCache } from "../../availability/slot-cache.ts";
import { mailMoveProposal } from "./job-definitions.ts";
import { endProposal, lockExpiredProposals } from "./proposal-store.ts";

/** Proposals per transaction: few enough that little is repeated after a crash. */
const batchSize = 50;

/**
 * Ends every proposal whose time to answer is over, which releases its slot, and mails both parties. Returns how many.
 * Several servers may run it at once.
 */
export async function endExpiredProposals(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let count = 0;
  for (let batch = batchSize; batch === batchSize; count += batch) {
    batch = await inTransaction(deps.database, async (tx) => {
      const expired = await lockExpiredProposals(tx, now, batchSize);
      for (const { id: proposalId } of expired) {
        await endProposal(tx, proposalId, { outcome: "lapsed", now });
        for (const to of parties) await deps.jobs.enqueue(tx, mailMoveProposal, { proposalId, to });
      }
      return expired.length;
    });
  }
  if (count > 0) clearSlotCache(deps);
  return count;
}
