import { z } from "zod";
import { endpoint, idSchema, questionIdSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { optionalLine } from "../kernel/text.ts";
import { questionTopics } from "../kernel/topics.ts";
import { bookingStatuses } from "../schedule/bookings.ts";
import { wireGoalSchema } from "../schedule/goal-schemas.ts";
import { codeChangeSchema, padLanguageSchema, padRunResultSchema } from "./code-pad.ts";
import { questionMarksSchema } from "./room-questions.ts";
import { transcriptLanguages } from "./transcript.ts";

/** Seconds from the start of the interview by the server's clock; negative before the start. */
const atSecondsSchema = z.int();

/** `id` never changes and is never reused, because links and reports point to items by it. */
const momentShape = { id: idSchema, at: wireInstantSchema, atSeconds: atSecondsSchema };
const actionShape = { ...momentShape, personId: idSchema };

export const recordPhases = ["interview", "feedback", "ended"] as const;
export type RecordPhase = (typeof recordPhases)[number];

export const markLabels = ["good", "come_back"] as const;
export type MarkLabel = (typeof markLabels)[number];

/**
 * `withdrawn`: before the other agreed. `ended`: a transcript to which both had agreed was stopped.
 * `deleted`: its words were deleted.
 */
export const consentEvents = ["given", "withdrawn", "ended", "deleted"] as const;
export type ConsentEvent = (typeof consentEvents)[number];

/** New kinds are added here. A page skips kinds that it does not know. */
const roomRecordItemSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("joined"), ...actionShape }),
  z.object({ kind: z.literal("left"), ...actionShape }),
  z.object({ kind: z.literal("chat"), ...actionShape, body: z.string() }),
  /** A text on the whiteboard as it was left. */
  z.object({ kind: z.literal("board"), ...actionShape, text: z.string() }),
  z.object({ kind: z.literal("run"), ...actionShape, ...padRunResultSchema.shape }),
  z.object({ kind: z.literal("phase"), ...momentShape, phase: z.enum(recordPhases) }),
  z.object({ kind: z.literal("mark"), ...actionShape, label: z.enum(markLabels), note: z.string() }),
  /** A question that the interviewer showed to both. */
  z.object({
    kind: z.literal("question"),
    ...actionShape,
    /** Of the question bank; null for a question that the interviewer wrote. */
    questionId: questionIdSchema.nullable(),
    title: z.string(),
    prompt: z.string(),
    topic: z.enum(questionTopics).nullable(),
    /** The interviewer's private marks; null for everybody else. */
    marks: questionMarksSchema.nullable(),
  }),
  z.object({ kind: z.literal("hint"), ...actionShape, title: z.string(), text: z.string() }),
  z.object({
    kind: z.literal("utterance"),
    ...actionShape,
    endAt: wireInstantSchema,
    text: z.string(),
    /** The first transcription, when the speaker corrected it; else null. */
    originalText: z.string().nullable(),
    language: z.enum(transcriptLanguages),
  }),
  /** A participant's decision about the transcript. */
  z.object({ kind: z.literal("consent"), ...actionShape, event: z.enum(consentEvents) }),
  /**
   * The pad at this moment. Apply the changes of all code items in order to get its text (`code-history.ts`).
   */
  z.object({
    kind: z.literal("code"),
    ...momentShape,
    language: padLanguageSchema,
    /** The people who have edited since the previous code item. */
    editedBy: z.array(idSchema),
    change: codeChangeSchema,
  }),
]);
export type RoomRecordItem = z.infer<typeof roomRecordItemSchema>;
export type RecordItemOf<Kind extends RoomRecordItem["kind"]> = Extract<RoomRecordItem, { kind: Kind }>;

/** The record of an interview, as one of its two parties may read it. */
export const roomRecordSchema = z.object({
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
  goal: wireGoalSchema.nullable(),
  /** In the order in which it happened. */
  items: z.array(roomRecordItemSchema),
  /** The whiteboard shows something; `getBoard` returns it. */
  hasBoard: z.boolean(),
  /** The final text of the pad; null when nothing was written. */
  code: z.object({ language: padLanguageSchema, text: z.string(), atSeconds: atSecondsSchema }).nullable(),
  corrections: z.object({
    /** Both parties can still correct their words. */
    isOpen: z.boolean(),
    /** When corrections end; null until the interview is completed. */
    until: wireInstantSchema.nullable(),
  }),
  /** The interviewer's own notes, which only they can read. */
  notes: z.object({ body: z.string(), atSeconds: atSecondsSchema }).nullable(),
});
export type RoomRecord = z.infer<typeof roomRecordSchema>;

export const getRoomRecord = endpoint("GET /api/rooms/:id/record", {
  access: "signed-in",
  limit: "room-read-by-user",
  summary:
    "The record of an interview: arrivals and departures, phases, chat, code over time, runs, marks, and the interviewer's own notes",
  output: roomRecordSchema,
});

export const markNoteCharacters = 200;
/** The longest delay between a moment and its mark, while the interviewer writes its line. */
export const markDelaySeconds = 120;

const delayMessage = `A moment can be 0 to ${markDelaySeconds} seconds ago.`;

export const markMoment = endpoint("POST /api/rooms/:id/marks", {
  access: "interviewer",
  limit: "room-mark-by-user",
  summary: "Mark a moment of an interview that I give; both see it in the record after the interview",
  body: z.strictObject({
    /** The page creates it, so that a mark that is sent again counts once. */
    id: idSchema,
    label: z.enum(markLabels, "Choose one of the marks: good or come_back."),
    note: optionalLine({ label: "The line", max: markNoteCharacters }).default(""),
    /** How long ago the moment was. */
    secondsAgo: z.number(delayMessage).min(0, delayMessage).max(markDelaySeconds, delayMessage).default(0),
  }),
  output: z.object({ id: idSchema, at: wireInstantSchema, atSeconds: atSecondsSchema }),
  status: 201,
});
