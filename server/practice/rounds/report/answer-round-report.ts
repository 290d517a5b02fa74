import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { storeDispute, storeRating } from "../../../review/reports/answers/store-answers.ts";
import { getFinishedReport } from "./get-round-report.ts";

interface DisputeInput {
  id: string;
  claimId: string;
  line: string;
}

/** Stores the actor's dispute of a claim about their round. Throws `not_found`. */
export async function disputeRoundClaim(
  deps: Deps,
  actor: Actor,
  { id: roundId, claimId, line }: DisputeInput,
): Promise<{ msg: string }> {
  const { claims } = await getFinishedReport(deps, actor, roundId);
  return await storeDispute(
    deps,
    actor,
    { roundId },
    { party: "interviewee", readClaims: async () => claims, claimId, line },
  );
}

/** Stores whether the report of the actor's round was useful. Throws `not_found`. */
export async function rateRoundReport(
  deps: Deps,
  actor: Actor,
  { id: roundId, useful }: { id: string; useful: boolean },
): Promise<{ msg: string }> {
  await getFinishedReport(deps, actor, roundId);
  return await storeRating(deps, actor, { roundId }, useful);
}
