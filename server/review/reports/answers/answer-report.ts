import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { presentAiFeedback } from "../../../schedule/bookings/present.ts";
import { getOwnReport } from "../get-report.ts";
import { lockReport } from "../mentor-scores.ts";
import { findReport } from "../store.ts";
import { storeDispute, storeRating } from "./store-answers.ts";

interface DisputeInput {
  bookingId: string;
  claimId: string;
  line: string;
}

/** Stores a party's dispute of a claim of an interview's report. Throws `not_found`. */
export async function disputeClaim(
  deps: Deps,
  actor: Actor,
  party: Party,
  { bookingId, claimId, line }: DisputeInput,
): Promise<{ msg: string }> {
  await getOwnReport(deps, actor, bookingId, party);
  const readClaims = async (tx: Tx) => {
    await lockReport(tx, bookingId);
    const row = await findReport(tx, bookingId);
    return row === undefined ? [] : (presentAiFeedback(row.checked)?.claims ?? []);
  };
  return await storeDispute(deps, actor, { bookingId }, { party, readClaims, claimId, line });
}

/** Stores whether an interview's report was useful. Throws `not_found`. */
export async function rateReport(
  deps: Deps,
  actor: Actor,
  { bookingId, useful }: { bookingId: string; useful: boolean },
): Promise<{ msg: string }> {
  await getOwnReport(deps, actor, bookingId, "interviewee");
  return await storeRating(deps, actor, { bookingId }, useful);
}
