import type { getDashboardStats as endpoint } from "@greenroom/contract/earnings.ts";
import type { EndpointOutput } from "@greenroom/contract/endpoint.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findAverageRating } from "../feedback/find-average-rating.ts";
import { countForInterviewer } from "./store.ts";

/** My average rating, null without ratings, and how many slots and interviews I have. */
export async function getDashboardStats(deps: Deps, actor: Actor): Promise<EndpointOutput<typeof endpoint>> {
  const [averageRating, counts] = await Promise.all([
    findAverageRating(deps.database, actor.userId),
    countForInterviewer(deps.database, actor.userId, deps.clock.now()),
  ]);
  return { averageRating, ...counts };
}
