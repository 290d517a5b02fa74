import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import {
  type PayoutTarget,
  payoutDetailsHoldHours,
} from "@greenroom/contract/people/interviewers/payout-details.ts";
import { inTransaction } from "../../server/kernel/db/transaction.ts";
import type { Deps } from "../../server/kernel/deps.ts";
import { newId } from "../../server/kernel/ids.ts";
import { insertDetails } from "../../server/money/payouts/details/details-store.ts";
import { sealTarget } from "../../server/money/payouts/details/seal-details.ts";
import { currentPairs, firstCurrent, generatedId } from "./data-size.ts";

const target: PayoutTarget = {
  kind: "upi",
  holder: "Current Number",
  pan: "ABCPE1234F",
  upiId: "current@okbank",
};
const masked = { kind: target.kind, holder: target.holder, account: "cu•••@okbank", pan: "••••••234F" };

/** The interviewers of the current work can be paid what is due to them: as many at every size. */
export async function generatePayoutDetails(deps: Deps): Promise<void> {
  const usableAt = deps.clock.now();
  const createdAt = addMinutes(usableAt, -60 * payoutDetailsHoldHours);
  await inTransaction(deps.database, async (tx) => {
    for (let pair = 0; pair < currentPairs; pair += 1) {
      const id = newId();
      const sealed = sealTarget(deps, id, target);
      const interviewerId = generatedId("interviewer", firstCurrent + pair);
      await insertDetails(tx, { id, interviewerId, sealed, masked, createdAt, usableAt });
    }
  });
}
