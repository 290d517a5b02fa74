import { z } from "zod";
import { bookingStatuses } from "./bookings.ts";
import { padLanguageSchema } from "./code-pad.ts";
import { runResultSchema } from "./code-runs.ts";
import { endpoint } from "./endpoint.ts";
import { idParamsSchema, idSchema } from "./ids.ts";
import { wireInstantSchema } from "./time.ts";

/** Seconds from the session's start by the server's clock; negative before it. */
const atSecondsSchema = z.int();

const moment = { atSeconds: atSecondsSchema, personId: idSchema };

const recordItemSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("joined"), ...moment }),
  z.object({ kind: z.literal("left"), ...moment }),
  z.object({ kind: z.literal("chat"), ...moment, body: z.string() }),
  z.object({ kind: z.literal("run"), ...moment, ...runResultSchema.shape }),
]);
export type RecordItem = z.infer<typeof recordItemSchema>;

/** What is kept of a session, as one of its two parties may read it. */
export const sessionRecordSchema = z.object({
  bookingId: idSchema,
  status: z.enum(bookingStatuses),
  startTime: wireInstantSchema,
  endTime: wireInstantSchema,
  people: z.array(
    z.object({
      _id: idSchema,
      firstName: z.string(),
      lastName: z.string(),
      role: z.enum(["interviewee", "interviewer"]),
      isYou: z.boolean(),
    }),
  ),
  /** In the order in which it happened. */
  items: z.array(recordItemSchema),
  /** The pad as it was left; null when nothing was written. */
  code: z.object({ language: padLanguageSchema, text: z.string(), atSeconds: atSecondsSchema }).nullable(),
  /** The interviewer's own, and theirs alone to read. */
  notes: z.object({ body: z.string(), atSeconds: atSecondsSchema }).nullable(),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

export const getSessionRecord = endpoint({
  method: "GET",
  path: "/api/rooms/:id/record",
  access: "signed-in",
  summary:
    "What is kept of a session: who came and went, chat, runs, code, and the interviewer's notes to themselves",
  params: idParamsSchema,
  output: sessionRecordSchema,
});
