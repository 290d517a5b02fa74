import { z } from "zod";
import { idSchema, questionIdSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { maxPadCharacters, runOutcomes } from "../room/code-pad.ts";
import { runOutputCharacters } from "../room/pad-run-limits.ts";
import { utteranceCharacters } from "../room/transcript.ts";
import { parties } from "../schedule/bookings.ts";

/* The timed record of one interview, from which reports are made. Every item has a stable id and the
   server's time. */

/** The most items in one record. */
export const recordItems = 5_000;

const common = { id: idSchema, at: wireInstantSchema };
const party = z.enum(parties);
const interviewer = z.literal("interviewer");
const words = (max: number) => z.string().max(max);
/**
 * The numbers, from 0, of the lines that the interviewee did not write alone. Absent where the code's only writer is
 * known without it.
 */
const otherLines = z.array(z.int().min(0)).optional();

export const recordItemSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("utterance"),
    ...common,
    party,
    endAt: wireInstantSchema,
    text: words(utteranceCharacters),
    /** The first transcription, when the speaker corrected it; else null. */
    originalText: words(utteranceCharacters).nullable(),
    language: words(35),
  }),
  z.object({
    kind: z.literal("code"),
    ...common,
    language: words(40),
    text: words(maxPadCharacters),
    /** The people who edited since the snapshot before. The text also has what others wrote earlier. */
    editedBy: z.array(party).max(2),
    otherLines,
  }),
  z.object({
    kind: z.literal("run"),
    ...common,
    party,
    language: words(40),
    /** Empty when the code was not stored. */
    code: words(maxPadCharacters),
    output: words(runOutputCharacters),
    outcome: z.enum(runOutcomes),
    durationMs: z.int().min(0),
    otherLines,
  }),
  z.object({
    kind: z.literal("question"),
    ...common,
    party: interviewer,
    /** Of the question bank; null for another question. */
    questionId: questionIdSchema.nullable(),
    title: words(300),
    prompt: words(10_000),
  }),
  z.object({ kind: z.literal("board"), ...common, party, text: words(10_000) }),
  z.object({ kind: z.literal("chat"), ...common, party, text: words(4_000) }),
  z.object({ kind: z.literal("phase"), ...common, phase: words(40) }),
  z.object({ kind: z.literal("presence"), ...common, party, event: z.enum(["joined", "left"]) }),
  z.object({
    kind: z.literal("mark"),
    ...common,
    party: interviewer,
    label: z.enum(["good", "come_back"]),
    note: words(500),
  }),
  z.object({
    kind: z.literal("consent"),
    ...common,
    party,
    event: z.enum(["given", "withdrawn", "ended"]),
  }),
]);
export type InterviewItem = z.infer<typeof recordItemSchema>;
export type InterviewItemOf<Kind extends InterviewItem["kind"]> = Extract<InterviewItem, { kind: Kind }>;

/** The interviewee's goal for the interview, in their own words. */
export const interviewGoalSchema = z.object({
  role: words(120),
  level: words(60),
  companyType: words(120),
  practice: z.array(words(120)).max(12),
  note: words(1_000),
});
export type InterviewGoal = z.infer<typeof interviewGoalSchema>;

export const interviewRecordSchema = z.object({
  bookingId: idSchema,
  startTime: wireInstantSchema,
  endTime: wireInstantSchema,
  goal: interviewGoalSchema.nullable(),
  /** Which rubric applies. */
  track: words(60),
  /** Oldest first. */
  items: z.array(recordItemSchema).max(recordItems),
  /** Absences of less than a minute, which are no items. */
  shortAbsences: z
    .array(z.object({ from: wireInstantSchema, to: wireInstantSchema }))
    .max(recordItems)
    .optional(),
});
export type InterviewRecord = z.infer<typeof interviewRecordSchema>;
