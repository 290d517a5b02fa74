import { areaNames, areasOf } from "@greenroom/contract/review/rubrics/tracks.ts";
import { describe, expect, it } from "vitest";
import type { Answers } from "../answers.ts";
import { missedParts, neededParts } from "./missing-parts.ts";

const areas = areasOf("general");
const complete: Answers = {
  track: "general",
  areas: areaNames.map((area) => ({ area, score: 4, notes: "Names the cost." })),
  summary: "You settle the goal first. Next, name the metric and the way back before the launch.",
  nextSteps: "Write a launch plan.",
  questions: "Rank a feed",
};
const withNotes = (notes: string[]): Answers => ({
  ...complete,
  areas: complete.areas.map((area, index) => ({ ...area, notes: notes[index] ?? "" })),
});
const texts = (parts: { text: string }[]) => parts.map(({ text }) => text);

describe("what is needed", () => {
  const unscored = complete.areas.map(({ area, notes }) => ({ area, notes }));
  const [first, ...others] = unscored;
  it.each<[Partial<Answers>, string[]]>([
    [{}, []],
    [
      { areas: unscored, summary: " ", questions: "- \n" },
      ["5 scores", "the summary", "the questions asked"],
    ],
    [{ areas: [...(first ? [first] : []), ...complete.areas.slice(1)] }, ["a score for problem solving"]],
    [{ areas: [...complete.areas.slice(0, 1), ...others] }, ["4 scores"]],
  ])("of %j", (changes, needed) => {
    expect(texts(neededParts({ ...complete, ...changes }, areas))).toEqual(needed);
  });
});

describe("what the interviewee misses", () => {
  it.each<[string, Answers, string[]]>([
    ["nothing of a complete form", complete, []],
    ["a note on one area", withNotes(["a", "b", "c", " ", "e"]), ["No note on communication"]],
    ["notes on some areas", withNotes(["a", "", "c"]), ["No note on 3 of 5 areas"]],
    ["all notes", withNotes([]), ["No note on any area"]],
    ["a summary of two letters", { ...complete, summary: "ok" }, ["The summary has 1 word"]],
    ["a summary without a letter", { ...complete, summary: "..!" }, ["The summary has no words"]],
    ["a summary of two words", { ...complete, summary: "Well done." }, ["The summary has 2 words"]],
    ["no sentence of a script without spaces", { ...complete, summary: "目標を先に決めた。".repeat(8) }, []],
    ["next steps that are only bullets", { ...complete, nextSteps: "- \n•" }, ["No next step"]],
  ])("%s", (_name, answers, missed) => {
    expect(texts(missedParts(answers, areas))).toEqual(missed);
  });

  it("leads to the first field of each part", () => {
    const answers = { ...withNotes(["a"]), nextSteps: "" };
    expect(missedParts(answers, areas).map(({ field }) => field)).toEqual(["areas.1.notes", "nextSteps"]);
  });
});
