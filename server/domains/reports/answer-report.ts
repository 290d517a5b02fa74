import type { Party } from "@greenroom/contract/bookings.ts";
import type { Actor } from "../../core/actor.ts";
import { AppError } from "../../core/errors.ts";
import type { Deps } from "../../deps.ts";
import { getOwnReport } from "./get-report.ts";
import { putDispute, putRating } from "./store.ts";

interface Objection {
  bookingId: string;
  claimId: string;
  line: string;
}

/** Stores a party's objection to a claim; a second one replaces the first. Throws `not_found`. */
export async function disputeClaim(
  deps: Deps,
  actor: Actor,
  party: Party,
  { bookingId, claimId, line }: Objection,
): Promise<{ msg: string }> {
  const { report } = await getOwnReport(deps, actor, bookingId, party);
  if (!report.claims.some(({ id }) => id === claimId)) {
    throw new AppError("not_found", { msg: "This report has no such point." });
  }
  const { userId } = actor;
  await putDispute(deps.database, { bookingId, claimId, userId, party, line, madeAt: deps.clock.now() });
  return { msg: "Thank you. Your objection is shown with this point." };
}

/** Stores whether a report was useful; the last answer counts. */
export async function rateReport(
  deps: Deps,
  actor: Actor,
  { bookingId, useful }: { bookingId: string; useful: boolean },
): Promise<{ msg: string }> {
  await getOwnReport(deps, actor, bookingId, "interviewee");
  const { userId } = actor;
  await putRating(deps.database, { bookingId, userId, isUseful: useful, ratedAt: deps.clock.now() });
  return { msg: "Thank you for telling us." };
}
