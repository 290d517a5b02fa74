import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { answerSchema, followUpParams } from "./rounds.ts";

/* Follow-ups that a language model writes, sent as they are written. */

/**
 * An event of the stream, as JSON in the data of a server-sent event. `words` is the next sentence of the follow-up.
 * `answer` is always the last one, and its follow-up counts: it may be the bank's in place of sentences sent before.
 */
const followUpEventSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("words"), text: z.string() }),
  z.object({ kind: z.literal("answer"), answer: answerSchema }),
]);
export type FollowUpEvent = z.infer<typeof followUpEventSchema>;

export const streamFollowUp = endpoint({
  method: "POST",
  path: "/api/practice/answers/:id/follow-ups/:index/stream",
  access: "signed-in",
  limit: "follow-up-by-user",
  summary: "Have the language model write my open follow-up, as server-sent events",
  params: followUpParams,
});
