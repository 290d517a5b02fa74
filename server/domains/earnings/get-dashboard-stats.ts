import type { EndpointOutput } from "@greenroom/contract/core/endpoint.ts";
import type { getDashboardStats as endpoint } from "@greenroom/contract/earnings.ts";
import type { Actor } from "../../core/actor.ts";
import type { Deps } from "../../deps.ts";
import { summarizeRatings } from "../feedback/summarize-ratings.ts";
import { countForInterviewer } from "./store.ts";

/** The actor's average rating, null without ratings, and the number of their slots and interviews. */
export async function getDashboardStats(deps: Deps, actor: Actor): Promise<EndpointOutput<typeof endpoint>> {
  const [ratings, counts] = await Promise.all([
    summarizeRatings(deps.database, actor.userId, "interviewer"),
    countForInterviewer(deps.database, actor.userId, deps.clock.now()),
  ]);
  return { averageRating: ratings.average, ...counts };
}
