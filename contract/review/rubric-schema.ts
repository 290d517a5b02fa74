import { z } from "zod";
import { optionalText, requiredText } from "../kernel/text.ts";
import { type Track, trackNames } from "../schedule/goals.ts";
import {
  inSentence,
  linesOf,
  mostNextSteps,
  mostQuestions,
  nextStepsCharacters,
  noteCharacters,
  questionsCharacters,
  type Rubric,
} from "./rubric.ts";
import { type AreaName, areasOf, type TrackArea } from "./tracks.ts";

/** Null: the interview did not touch this area. */
function scoreSchema(label: string) {
  const error = `Please select a rating for ${inSentence(label)}.`;
  return z.number({ error }).int(error).min(1, error).max(5, error).nullable();
}

function notesSchema(label: string) {
  return optionalText({ label: `Notes on ${inSentence(label)}`, max: noteCharacters }).default("");
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

export function toRubric(sent: z.infer<typeof rubricSchema>): Rubric {
  const areas = areasOf(sent.track).flatMap(({ name }) => sent.areas.filter(({ area }) => area === name));
  return { ...sent, areas };
}
