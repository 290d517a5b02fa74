import type { MaskedDetails, PayoutTarget } from "@greenroom/contract/people/interviewers/payout-details.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { selectPendingTimes, selectUsableDetails } from "./details-store.ts";
import { unsealTarget } from "./seal-details.ts";

/** The masked current payout details, by interviewer. */
export async function findUsableDetails(
  database: Database | Tx,
  interviewerIds: readonly string[],
  now: Date,
): Promise<Map<string, MaskedDetails>> {
  const found = await selectUsableDetails(database, interviewerIds, now);
  return new Map([...found].map(([id, { masked }]) => [id, masked]));
}

/** The same unmasked, for the bank. */
export async function openUsableDetails(
  deps: Pick<Deps, "database" | "hmac" | "clock">,
  interviewerIds: readonly string[],
): Promise<Map<string, PayoutTarget>> {
  const found = await selectUsableDetails(deps.database, interviewerIds, deps.clock.now());
  return new Map([...found].map(([id, row]) => [id, unsealTarget(deps, row)]));
}

/** When the pending change of each of these interviewers takes effect, if there is one. */
export async function findDetailsChanges(
  database: Database,
  interviewerIds: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  return await selectPendingTimes(database, interviewerIds, now);
}
