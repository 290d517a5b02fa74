import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { Feedback } from "@greenroom/contract/review/feedback.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Page } from "../../kernel/db/keyset.ts";
import type { Deps } from "../../kernel/deps.ts";
import { presentFeedback } from "./present.ts";
import { selectFeedbackGiven } from "./store.ts";

/** The feedback that the actor gave, newest first. */
export async function listFeedback(deps: Deps, actor: Actor, page: PageQuery): Promise<Page<Feedback>> {
  const { rows, next } = await selectFeedbackGiven(deps.database, actor.userId, page);
  return { rows: rows.map(presentFeedback), next };
}
