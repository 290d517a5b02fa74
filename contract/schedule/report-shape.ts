import { z } from "zod";
import { idSchema, questionIdSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";

export const claimKinds = ["strength", "improvement", "observation"] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** The longest text of a claim, and the longest quote, in characters. */
export const claimCharacters = 400;
export const quoteCharacters = 500;
/** The most claims in a report, and the most evidence of one claim. */
export const shownClaims = 20;
export const claimEvidence = 5;
/** The most exercises in the plan of a report. */
export const planExercises = 5;

/** Indentation makes code longer than its quote; longer lines are shown as the quote. */
export const maxQuotedLinesCharacters = 4 * quoteCharacters;
/** The most lines of a quote of code. More are shown as the quote, too, because a report would get endless pages. */
export const maxQuotedLines = 40;

const evidenceKinds = [
  "utterance",
  "code",
  "run",
  "question",
  "board",
  "chat",
  "phase",
  "presence",
  "mark",
  "consent",
] as const;

const evidenceSchema = z.object({
  itemId: idSchema,
  /** A literal quote from that item. Empty when a measured fact rests on an item without words. */
  quote: z.string().max(quoteCharacters),
  /** The same with the line breaks and the indentation of the item, if it is code or output of several lines. */
  lines: z.string().max(maxQuotedLinesCharacters).optional(),
  /** The item's time on the server's clock. */
  at: wireInstantSchema,
  /** The same, counted from the start of the interview. */
  atSeconds: z.int(),
  /** The item's kind; null in reports from before it was stored. */
  kind: z.enum(evidenceKinds).nullable().default(null),
  /**
   * Whether the item is the interviewee's own; null when it is nobody's, and in reports from before it was
   * stored.
   */
  isOwn: z.boolean().nullable().default(null),
  /** True if the speaker corrected these words after the interview. */
  isCorrected: z.boolean().optional(),
  /** True if the person whose words these were has deleted their account. The quote is empty then. */
  isRemoved: z.boolean().optional(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const claimSchema = z.object({
  id: idSchema,
  area: z.string().max(60),
  kind: z.enum(claimKinds),
  text: z.string().min(1).max(claimCharacters),
  evidence: z.array(evidenceSchema).min(1).max(claimEvidence),
});
export type Claim = z.infer<typeof claimSchema>;

export const reportSourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("model"), name: z.string().max(200), promptVersion: z.string().max(40) }),
  z.object({
    kind: z.literal("measured"),
    /** True if a model got the record but gave no answer that could be used. */
    wasModelAsked: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("device"), name: z.string().max(200) }),
]);
export type ReportSource = z.infer<typeof reportSourceSchema>;

/** Facts that follow from the record by counting. Null when the record does not show them. */
export const measuredSchema = z.object({
  /** The interviewee's share of the spoken words, 0 to 1; null unless both parties were transcribed. */
  talkShare: z.number().min(0).max(1).nullable(),
  /** The interviewee's words per minute while they speak. */
  pace: z.number().min(0).nullable(),
  longestSilenceSeconds: z.int().min(0).nullable(),
  /** The only party whose words were transcribed; absent if both were, or neither. */
  onlyTranscribed: z.enum(["interviewee", "interviewer"]).optional(),
  /** From the start of the interview to the first successful run. */
  secondsToFirstRun: z.int().min(0).nullable(),
  runs: z.int().min(0).nullable(),
  failedRuns: z.int().min(0).nullable(),
  questionsCovered: z.int().min(0).nullable(),
  marksGood: z.int().min(0).nullable(),
  marksComeBack: z.int().min(0).nullable(),
  mentorScores: z.array(z.object({ area: z.string().max(60), score: z.int().min(1).max(5) })).max(12),
});
export type Measured = z.infer<typeof measuredSchema>;

/** The measurements of an interview or a round without a record. */
export const nothingMeasured: Measured = {
  talkShare: null,
  pace: null,
  longestSilenceSeconds: null,
  secondsToFirstRun: null,
  runs: null,
  failedRuns: null,
  questionsCovered: null,
  marksGood: null,
  marksComeBack: null,
  mentorScores: [],
};

const exerciseSchema = z.object({
  claimId: idSchema,
  title: z.string().min(1).max(120),
  exercise: z.string().min(1).max(600),
  /**
   * A question of the bank and a drill on the exercise's topic; null when none fits. Looked up on each read,
   * never stored.
   */
  questionId: questionIdSchema.nullable(),
  drillId: z.string().max(100).nullable().default(null),
});
export type PlannedExercise = z.infer<typeof exerciseSchema>;

const leftOutSchema = z.object({ kind: z.enum(evidenceKinds), count: z.int().min(1) });
export type LeftOut = z.infer<typeof leftOutSchema>;

export const aiFeedbackSchema = z.object({
  areas: z.array(z.object({ name: z.string().max(60), label: z.string().max(80) })).max(12),
  claims: z.array(claimSchema).max(shownClaims),
  /** The numbers of claims that were drafted, that passed every check, and that are listed. */
  checked: z.int().min(0),
  verified: z.int().min(0),
  shown: z.int().min(0),
  /** How many verified claims are no longer listed, because the words that they rested on were removed. */
  withdrawn: z.int().min(0).optional(),
  source: reportSourceSchema,
  /** How many items of a very long record the model did not read; absent if it read all. */
  leftOut: z.array(leftOutSchema).max(evidenceKinds.length).optional(),
  measured: measuredSchema,
  plan: z.array(exerciseSchema).max(planExercises),
  madeAt: wireInstantSchema,
  /** The model was unavailable for too long, so this report has measured facts only. */
  isLate: z.boolean(),
});
export type AiFeedback = z.infer<typeof aiFeedbackSchema>;
