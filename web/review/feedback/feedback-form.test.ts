import type { QuestionTopic } from "@greenroom/contract/kernel/topics.ts";
import { areaNames, areasOf } from "@greenroom/contract/review/tracks.ts";
import type { RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import { describe, expect, it } from "vitest";
import { changedRoleText, changeRole } from "./feedback-fields.tsx";
import {
  type Answers,
  filledText,
  momentsOf,
  prefillFromRecord,
  scoresByArea,
  suggestSteps,
} from "./feedback-form.ts";
import { noteLines } from "./from-interview.tsx";
import { missedParts, neededParts } from "./send-bar.tsx";

const asked = (title: string, topic: QuestionTopic | null, scores: (number | null)[] | null) =>
  ({
    kind: "question",
    id: title,
    at: "2026-11-20T12:35:00.000Z",
    atSeconds: 300,
    personId: "asha",
    questionId: null,
    title,
    prompt: "",
    topic,
    marks: scores && {
      criteria: scores.map((score, index) => ({ name: `Criterion ${index}`, score })),
      note: "a private line",
      outcome: "partly",
    },
  }) satisfies RoomRecordItem;

describe("the rubric", () => {
  it.each([
    ["without questions", [], "", {}],
    ["from one question", [asked("Joins", "sql", [4, 5])], "Joins", { coding: 5 }],
    [
      "from two questions of one area",
      [asked("Joins", "sql", [2, null]), asked("Decorators", "python", [4])],
      "Joins\nDecorators",
      { coding: 3 },
    ],
    [
      "from an own question and one that was not scored",
      [asked("Our outage", null, []), asked("Feeds", "ml-system-design", [null])],
      "Our outage\nFeeds",
      {},
    ],
    [
      "from a question that was shown twice",
      [asked("Joins", "sql", null), asked("Joins", "sql", [1])],
      "Joins",
      { coding: 1 },
    ],
  ])("is filled in %s", (_name, items, questions, scores) => {
    const prefill = prefillFromRecord({ items });
    expect(prefill).toEqual({ questions, scores, notes: {} });
    expect(JSON.stringify(prefill)).not.toContain("private");
  });
});

describe("the interviewer's marks", () => {
  const item = (seconds: number) => ({
    id: `item ${seconds}`,
    at: "2026-11-20T12:35:00.000Z",
    atSeconds: seconds,
    personId: "asha",
  });
  const marked = (seconds: number, note: string): RoomRecordItem => ({
    ...item(seconds),
    kind: "mark",
    label: "good",
    note,
  });
  const ran = (seconds: number): RoomRecordItem => ({
    ...item(seconds),
    kind: "run",
    language: "python",
    outcome: "finished",
    output: "1",
    durationMs: 5,
  });

  it("are filled in where the record shows their area, as moments in the mentor's own words", () => {
    const items = [
      marked(60, "Calm"),
      ran(808),
      marked(818, "Checks the number"),
      { ...asked("Feeds", "ml-system-design", null), atSeconds: 900 },
      marked(1_000, "Names the cost"),
    ];
    expect(prefillFromRecord({ items }).notes).toEqual({
      coding: "[13:38, marked good] Checks the number",
      problemSolving: "[16:40, marked good] Names the cost",
    });
  });

  it("are left out after a question of the mentor's own, unless code ran at that time", () => {
    const own = { ...asked("Our outage", null, null), atSeconds: 10 };
    const items = [own, marked(20, "Calm"), ran(300), marked(310, "Tests it")];
    expect(prefillFromRecord({ items }).notes).toEqual({
      coding: "[5:10, marked good] Tests it",
    });
  });
});

it.each([
  [
    ["hasQuestions", "hasScores"],
    "The questions you asked and the scores you gave in the room are filled in.",
  ],
  [["hasQuestions"], "The questions you asked are filled in."],
  [["hasScores"], "The scores you gave in the room are filled in."],
  [
    ["hasQuestions", "hasScores", "hasMarks"],
    "The questions you asked, the scores you gave in the room and moments that you marked are filled in.",
  ],
])("the note names only what was filled in: %s", (filled, text) => {
  const nothing = { hasQuestions: false, hasScores: false, hasMarks: false };
  const these = Object.fromEntries(filled.map((name) => [name, true]));
  expect(filledText({ ...nothing, ...these })).toBe(`${text} Check them before you send.`);
  expect(filledText(nothing)).toBe("");
});

describe("moments", () => {
  const common = (seconds: number) => ({
    id: `item ${seconds}`,
    at: new Date(Date.UTC(2026, 10, 20, 12, 30, seconds)).toISOString(),
    atSeconds: seconds,
    personId: "ben",
  });

  it.each([
    [
      "failed",
      "1\nReferenceError: 'total' is not defined\n    at <eval> (main.js:3:13)\n",
      "ReferenceError: 'total' is not defined",
    ],
    ["failed", "", "ended with an error"],
    ["finished", "\n3\n4\n", "printed 3"],
  ] as const)("a run that %s with the output %j is offered as %j", (outcome, output, text) => {
    const run = { kind: "run", language: "javascript", outcome, output, durationMs: 5 } as const;
    expect(momentsOf({ items: [{ ...common(77), ...run }], people: [] })).toEqual([
      { id: "item 77", time: "1:17", source: "run 1", text },
    ]);
  });
});

describe("suggested steps", () => {
  const item = (seconds: number) => ({
    id: `item ${seconds}`,
    at: "2026-11-20T12:35:00.000Z",
    atSeconds: seconds,
    personId: "asha",
  });
  const mark = (seconds: number, label: "good" | "come_back", note: string): RoomRecordItem => ({
    ...item(seconds),
    ...{ kind: "mark", label, note },
  });
  type Question = Extract<RoomRecordItem, { kind: "question" }>;
  const question = (title: string, changes: Partial<Question> = {}): RoomRecordItem => ({
    ...item(30),
    ...{ kind: "question", questionId: null, title, prompt: "", topic: null, marks: null },
    ...changes,
  });
  const marks = (score: number | null, outcome: "well" | "partly" | null) => ({
    criteria: [{ name: "Correct", score }],
    ...{ note: "a private line", outcome },
  });

  it("suggests where to practice, from marks, questions and low scores, and no private line", () => {
    const items = [
      question("Joins", { questionId: "joins", topic: "sql", marks: marks(3, null) }),
      mark(74, "good", "Asks for the goal"),
      mark(1_565, "come_back", "No reason for the threshold"),
      mark(1_600, "come_back", ""),
      question("Our outage", { marks: marks(null, "partly") }),
      question("Feeds", { topic: "ml-system-design", marks: marks(5, "well") }),
      question("Unmarked", { questionId: "unmarked" }),
    ];
    const steps = suggestSteps({ items }, { coding: 2, problemSolving: 4 });
    expect(steps).toEqual([
      "Go back to 26:05 in the record: No reason for the threshold.",
      "Go back to 26:40 in the record.",
      "Answer “Joins” again in the question bank.",
      "Answer “Our outage” again.",
      "Do the drills on SQL.",
    ]);
    expect(suggestSteps({ items }, { coding: 4 })).not.toContain("Do the drills on SQL.");
  });

  it("suggests at most six steps, and each once", () => {
    const items = Array.from({ length: 9 }, (_, index) => mark(60 * Math.min(index, 7), "come_back", ""));
    const steps = suggestSteps({ items }, {});
    expect(steps).toHaveLength(6);
    expect(new Set(steps).size).toBe(6);
  });

  it("reads the scores of the form by area", () => {
    expect(scoresByArea([{ score: 2 }, {}, { score: 5 }])).toEqual({ problemSolving: 2, coding: 5 });
  });
});

const answers = (
  track: Track,
  scores: readonly (number | null | undefined)[],
  notes: readonly string[] = [],
): Pick<Answers, "track" | "areas"> => ({
  track,
  areas: areaNames.map((area, index) => {
    const score = scores[index];
    return { area, notes: notes[index] ?? "", ...(score === undefined ? {} : { score }) };
  }),
});

describe("the scores", () => {
  const from = answers("ml-engineer", [4, 3, 5, 2, 1]);

  it("of areas of the same name stay, and others are cleared", () => {
    const changed = changeRole(from, "data-analyst");
    expect(changed.scores).toEqual([4, undefined, undefined, 2, undefined]);
    expect(changedRoleText(changed)).toBe(
      "This role has other areas, so your scores for ML depth, Coding and Evaluation and production were cleared.",
    );
  });

  it("come back with the role, also after another one in between", () => {
    const analyst = changeRole(from, "data-analyst");
    const general = changeRole(answers("data-analyst", analyst.scores), "general", analyst.earlier);
    expect(general.scores).toEqual([undefined, undefined, 5, 2, undefined]);
    const again = changeRole(answers("general", general.scores), "ml-engineer", general.earlier);
    expect(again.scores).toEqual([4, 3, 5, 2, 1]);
    expect(changedRoleText(again)).toBe("");
  });
});

it("names the notes of an area that has another name", () => {
  const notes = ["Asks first.", "Knows why.", "", "Calm.", " "];
  expect(changedRoleText(changeRole(answers("ml-engineer", [], notes), "ai-engineer"))).toBe(
    "Your notes on ML depth are now under LLM and system design: check that they fit.",
  );
});

describe("note lines", () => {
  it.each([
    ["", []],
    ["One plan. No metric!", ["One plan.", "No metric!"]],
    ["- Knows SQL\n\n2. Loses 0.5 points, e.g. on p.\n---", ["Knows SQL", "Loses 0.5 points, e.g. on p."]],
    ["पहले योजना। फिर कोड।", ["पहले योजना।", "फिर कोड।"]],
  ])("%j has the lines %j", (notes, lines) => {
    expect(noteLines(notes)).toEqual(lines);
  });
});

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
const notAssessed: Answers = {
  ...complete,
  areas: complete.areas.map((area, index) => (index === 3 ? { ...area, score: null, notes: "" } : area)),
};
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
    ["nothing of an area that was not assessed", notAssessed, []],
    [
      "notes on the areas that were assessed",
      { ...notAssessed, areas: notAssessed.areas.map((area) => ({ ...area, notes: "" })) },
      ["No note on any area"],
    ],
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
