import { inSentence, linesOf } from "@greenroom/contract/review/rubrics/rubric.ts";
import type { TrackArea } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { Answers } from "../answers.ts";

/** A part of the form that is not filled in, or has little in it. */
export interface MissingPart {
  text: string;
  /** The field to go to. */
  field: string;
}

/** Shorter summaries say little; both limits have to be missed, because not every script has spaces. */
const fewWords = 12;
const fewCharacters = 60;

/** What has to be filled in before the form can be sent. */
export function neededParts(answers: Answers, areas: readonly TrackArea[]): MissingPart[] {
  const parts: MissingPart[] = [];
  const unscored = areas.flatMap((area, index) =>
    answers.areas[index]?.score === undefined ? [{ area, index }] : [],
  );
  const [first] = unscored;
  if (first !== undefined) {
    const text =
      unscored.length === 1 ? `a score for ${inSentence(first.area.label)}` : `${unscored.length} scores`;
    parts.push({ text, field: `areas.${first.index}.score` });
  } else if (areas.every((_, index) => answers.areas[index]?.score === null)) {
    parts.push({ text: "a score for at least one area", field: "areas.0.score" });
  }
  if (answers.summary.trim() === "") parts.push({ text: "the summary", field: "summary" });
  if (linesOf(answers.questions).length === 0)
    parts.push({ text: "the questions asked", field: "questions" });
  return parts;
}

/** What an interviewee would not get. The form can be sent without it. */
export function missedParts(answers: Answers, areas: readonly TrackArea[]): MissingPart[] {
  const parts: MissingPart[] = [];
  const without = areas.flatMap((area, index) =>
    (answers.areas[index]?.notes ?? "").trim() === "" ? [{ area, index }] : [],
  );
  const [first] = without;
  if (first !== undefined) {
    const text =
      without.length === areas.length
        ? "No note on any area"
        : without.length === 1
          ? `No note on ${inSentence(first.area.label)}`
          : `No note on ${without.length} of ${areas.length} areas`;
    parts.push({ text, field: `areas.${first.index}.notes` });
  }
  const words = countWords(answers.summary);
  if (answers.summary.trim() !== "" && words < fewWords && answers.summary.trim().length < fewCharacters) {
    const count = words === 0 ? "no words" : words === 1 ? "1 word" : `${words} words`;
    parts.push({ text: `The summary has ${count}`, field: "summary" });
  }
  if (linesOf(answers.nextSteps).length === 0) parts.push({ text: "No next step", field: "nextSteps" });
  return parts;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
