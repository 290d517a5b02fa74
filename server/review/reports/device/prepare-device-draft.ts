import type { prepareDeviceDraft as endpoint } from "@greenroom/contract/review/reports/device-draft.ts";
import type { z } from "zod";
import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { claimsSchema, prompts } from "../drafting/prompt.ts";
import { getDraftableReport } from "./draftable-report.ts";

/** The data that a model on the interviewee's device drafts from. Throws `not_found` and `conflict`. */
export async function prepareDeviceDraft(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<z.input<typeof endpoint.output>> {
  const { input } = await getDraftableReport(deps, actor, bookingId);
  const { record, rubric } = input;
  const { opening, lines } = await deps.workers.run("prepareDraft", { record, goal: record.goal, rubric });
  return { instructions: prompts.draft, opening, lines, schema: claimsSchema.json };
}
