import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { PracticeProgressView } from "../practice-progress-section.tsx";
import { SpeechMeter } from "./answer-box.tsx";
import { resultText } from "./answer-list.tsx";
import { measuredFacts } from "./compare-view.tsx";
import { StageBar } from "./open-round.tsx";
import { sampleHistoryItem } from "./practice.testing.ts";
import { speakable } from "./read-aloud.tsx";

const answer = {
  startedAt: "2026-11-20T06:30:00.000Z",
  explainedAt: "2026-11-20T06:33:20.000Z",
  finishedAt: "2026-11-20T06:42:05.000Z",
  explanation: "I recurse and carry the path.",
  followUps: [{ ask: "Why?", answer: "It is shallow." }],
  hints: { total: 3, opened: [{ text: "", openedAt: "" }], nextOpensAt: null },
  speech: null,
} as unknown as PracticeAnswer;
const facts = (changes: Partial<PracticeAnswer> = {}) =>
  Object.fromEntries(measuredFacts({ ...answer, ...changes }).map(({ term, detail }) => [term, detail]));

describe("the measured facts of an answer", () => {
  test("when typed: the times, the words and the hints, and no pace", () => {
    expect(facts()).toEqual({
      "Until explained": "3:20",
      "Whole answer": "12:05",
      Words: "9",
      Hints: "1 of 3",
    });
  });

  test("when spoken: also the pace and the longest silence", () => {
    const speech = { words: 138, spokenSeconds: 60, longestSilenceSeconds: 41 };
    expect(facts({ speech })).toMatchObject({ Pace: "138 words a minute", "Longest silence": "0:41" });
  });

  test("when spoken in a few words: no pace", () => {
    const speech = { words: 9, spokenSeconds: 4, longestSilenceSeconds: 2 };
    expect(facts({ speech })).not.toHaveProperty("Pace");
  });
});

test.each([
  [{}, "1 of 2 criteria"],
  [{ tests: { passed: 6, total: 7 }, hintsUsed: 1 }, "1 of 2 criteria, 6 of 7 tests, 1 hint"],
  [{ tests: { passed: 0, total: 1 }, hintsUsed: 2 }, "1 of 2 criteria, 0 of 1 test, 2 hints"],
  [{ finishedAt: null }, "not finished"],
])("an answer with %j reads %s", (changes, text) => {
  expect(resultText({ ...sampleHistoryItem, ...changes })).toBe(text);
});

test.each([
  ["explain", true, "Explain Defend Code"],
  ["code", true, "Explain (done) Defend (done) Code"],
  ["defend", false, "Explain (done) Defend"],
  ["done", false, "Explain (done) Defend (done)"],
] as const)("the stages at %s, with code: %s, read %s", (stage, hasCode, text) => {
  const html = renderToStaticMarkup(<StageBar stage={stage} hasCode={hasCode} />);
  expect(
    html
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  ).toBe(text);
});

describe("practice in Progress", () => {
  test.each([
    [[3], "3 cards on 1 day. You haven't met your daily goal yet."],
    [[1], "1 card on 1 day. You haven't met your daily goal yet."],
    [[12], "12 cards on 1 day. You met your daily goal."],
    [[12, 3, 10], "25 cards on 3 days. You met your daily goal on 2 of them."],
    [[12, 10], "22 cards on 2 days. You met your daily goal on each of them."],
  ])("of days with %j cards says %s", (reviewed, sentence) => {
    const days = reviewed.map((cards, index) => ({ day: `2026-11-1${index}`, reviewed: cards, goal: 10 }));
    expect(text({ days, topics: [] }).replaceAll(/\s+/g, " ").replaceAll("&#x27;", "'")).toContain(sentence);
  });

  const text = (progress: Parameters<typeof PracticeProgressView>[0]["progress"]) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <PracticeProgressView progress={progress} />
      </MemoryRouter>,
    ).replaceAll(/<[^>]+>/g, " ");

  test("says where to start when there is none yet", () => {
    expect(text({ days: [], topics: [] })).toContain("No practice yet");
  });

  test("counts, and shows a dash for what was not measured", () => {
    const shown = text({
      days: [{ day: "2026-11-20", reviewed: 12, goal: 10 }],
      topics: [{ topic: "sql", reviews: 9, known: 7, answers: 0, testsPassed: 0, testsTotal: 0 }],
    });
    expect(shown).toContain("12 cards on 1 day.");
    expect(shown).toContain("7 of 9");
    expect(shown).toContain("–");
  });
});

describe("speakable", () => {
  test.each([
    ["Write `mean_ndcg(people, k)`.", "Write mean ndcg(people, k)."],
    ["One.\n\nTwo **bold** words.", "One. Two bold words."],
    ["Look:\n```python\nx = 1\n```\nWhy?", "Look: Why?"],
  ])("%j is read as %j", (text, said) => {
    expect(speakable(text)).toBe(said);
  });
});

describe("speech meter", () => {
  const heard = (startedAt: number, endedAt: number, text: string) => ({
    startedAt: startedAt * 1000,
    endedAt: endedAt * 1000,
    text,
  });

  test.each([
    ["silence", [], 30, null],
    ["one sentence", [heard(2, 6, "one two three four")], 7, [4, 4, 2]],
    ["a silence between two sentences", [heard(1, 3, "one two"), heard(12, 14, "three")], 15, [3, 4, 9]],
    ["a silence at the end", [heard(1, 3, "one two")], 23, [2, 2, 20]],
    ["two sentences that overlap", [heard(1, 4, "one two"), heard(3, 6, "three")], 6, [3, 5, 1]],
  ])("measures %s", (_, parts, now, result) => {
    const meter = new SpeechMeter(0);
    for (const part of parts) meter.add(part);
    const [words, spokenSeconds, longestSilenceSeconds] = result ?? [];
    expect(meter.read(now * 1000)).toEqual(result && { words, spokenSeconds, longestSilenceSeconds });
  });
});
