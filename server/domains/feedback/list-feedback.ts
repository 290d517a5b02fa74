import type { PageQuery } from "@greenroom/contract/core/page.ts";
import type { Feedback } from "@greenroom/contract/feedback.ts";
import type { Actor } from "../../core/actor.ts";
import type { Page } from "../../db/keyset.ts";
import type { Deps } from "../../deps.ts";
import { presentFeedback } from "./present.ts";
import { selectFeedbackGiven } from "./store.ts";

/** The feedback that the actor gave, newest first. */
export async function listFeedback(deps: Deps, actor: Actor, page: PageQuery): Promise<Page<Feedback>> {
  const { rows, next } = await selectFeedbackGiven(deps.database, actor.userId, page);
  return { rows: rows.map(presentFeedback), next };
}
