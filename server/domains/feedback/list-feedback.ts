import type { Feedback } from "@greenroom/contract/feedback.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { presentFeedback } from "./present.ts";
import { selectFeedbackGiven } from "./store.ts";

/** The feedback that I gave, newest first. */
export async function listFeedback(deps: Deps, actor: Actor): Promise<Feedback[]> {
  return (await selectFeedbackGiven(deps.database, actor.userId)).map(presentFeedback);
}
