import { z } from "zod";
import { isBlank, optionalText, requiredText, withoutBidiControls } from "../../kernel/text.ts";
import { type Track, trackNames } from "../../schedule/goals/tracks.ts";
import { type AreaName, areasOf, type TrackArea } from "./tracks.ts";

/* The form for a mentor's feedback, from which the server makes the PDF. */

export const noteCharacters = 3_000;
export const nextStepsCharacters = 2_000;
export const questionsCharacters = 4_000;
export const mostNextSteps = 30;
export const mostQuestions = 60;

/** Null: the interview did not touch this area. */
function scoreSchema(label: string) {
  const error = `Please select a rating for ${inSentence(label)}.`;
  return z.number({ error }).int(error).min(1, error).max(5, error).nullable();
}

function notesSchema(label: string) {
  return optionalText({ label: `Notes on ${inSentence(label)}`, max: noteCharacters }).default("");
}

/** "problem framing" for a place inside a sentence; abbreviations keep their capitals. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? `${label[0]?.toLowerCase()}${label.slice(1)}` : label;
}

const commonShape = {
  /** One per line. */
  questions: requiredText({ label: "Questions asked", max: questionsCharacters }).refine(
    (text) => linesOf(text).length <= mostQuestions,
    `At most ${mostQuestions} questions.`,
  ),
  summary: requiredText({ label: "Summary", max: 5_000 }),
};

function ratedAreaSchema({ name, label }: TrackArea) {
  return z.strictObject({
    area: z.literal(name as AreaName),
    score: scoreSchema(label),
    notes: notesSchema(label),
  });
}

function trackRubricSchema(track: Track) {
  const areas = areasOf(track);
  type RatedArea = ReturnType<typeof ratedAreaSchema>;
  const ratedArea = z.discriminatedUnion("area", areas.map(ratedAreaSchema) as [RatedArea, ...RatedArea[]], {
    error: "Choose one of the track's areas.",
  });
  return z.strictObject({
    track: z.literal(track),
    areas: z
      .array(ratedArea, { error: "Rate every area." })
      .max(2 * areas.length, "Rate each area once.")
      .superRefine((rated, context) => {
        for (const { name, label } of areas) {
          const times = rated.filter(({ area }) => area === name).length;
          if (times === 1) continue;
          const message =
            times === 0
              ? `Please select a rating for ${inSentence(label)}.`
              : `Rate ${inSentence(label)} once.`;
          context.addIssue({ code: "custom", message });
        }
        if (rated.length > 0 && rated.every(({ score }) => score === null))
          context.addIssue({ code: "custom", path: [0, "score"], message: "Score at least one area." });
      }),
    /** The next steps, one per line. */
    nextSteps: optionalText({ label: "Next steps", max: nextStepsCharacters })
      .refine((text) => linesOf(text).length <= mostNextSteps, `At most ${mostNextSteps} next steps.`)
      .default(""),
    ...commonShape,
  });
}

type TrackRubricSchema = ReturnType<typeof trackRubricSchema>;
export const rubricSchema = z.discriminatedUnion(
  "track",
  trackNames.map(trackRubricSchema) as [TrackRubricSchema, ...TrackRubricSchema[]],
  { error: "Choose one of the tracks." },
);

export interface RatedArea {
  area: AreaName;
  /** Null: not assessed. */
  score: number | null;
  notes: string;
}

/** Bullets, boxes and numbers that a mentor typed before a line: `- `, `• `, `[ ] `, `1. `, `2) `. */
const lineMarkers = /^(?:(?:[-*–—]|\[[ xX]?\]|\d{1,2}[.)])(?:\s+|$)|[•◦▪●☐□]\s*)+/;

/** The next steps or the questions in a mentor's text, one per line, without markers of a list: we write our own. */
export function linesOf(text: string): string[] {
  return withoutBidiControls(text)
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.trim().replace(lineMarkers, ""))
    .filter((line) => !isBlank(line));
}

/** A mentor's feedback, with its areas in the order of the form. */
export interface Rubric {
  track: Track;
  areas: RatedArea[];
  questions: string;
  summary: string;
  nextSteps: string;
}

export function toRubric(sent: z.infer<typeof rubricSchema>): Rubric {
  const areas = areasOf(sent.track).flatMap(({ name }) => sent.areas.filter(({ area }) => area === name));
  return { ...sent, areas };
}
