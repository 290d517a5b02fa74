import { areasOf } from "@greenroom/contract/review/tracks.ts";
import { expect, it } from "vitest";
import { type ItemInput, recordOf, said } from "../records.testing.ts";
import { draftParts } from "./prompt.ts";

const chat = (atSeconds: number, party: "interviewee" | "interviewer", text: string): ItemInput => ({
  kind: "chat",
  atSeconds,
  party,
  text,
});
const answers = Array.from({ length: 60 }, (_, index) =>
  said(
    30 + index * 40,
    "interviewee",
    `In step ${index} I look at the validation loss. ${"It falls. ".repeat(40)}`,
  ),
);
const flood = Array.from({ length: 1_000 }, (_, index) =>
  chat(10 + index, "interviewer", `Line ${index} of a very long chat about nothing in particular.`),
);
const parts = (items: ItemInput[]) => {
  const sorted = [...items].sort((a, b) => a.atSeconds - b.atSeconds);
  return draftParts({ record: recordOf(sorted), goal: null, rubric: { areas: areasOf("general") } });
};

it("leaves nothing out of a record that fits", () => {
  const { lines, leftOut } = parts([...answers, chat(1, "interviewee", "Hello")]);
  expect(lines).toHaveLength(61);
  expect(leftOut).toEqual([]);
});

it("keeps what was said, whole, and the other party's chat beside a flood of one party's chat", () => {
  const { lines, leftOut } = parts([...answers, ...flood, chat(2_600, "interviewee", "My link is here.")]);
  const text = lines.join("\n");
  expect(text.length).toBeLessThanOrEqual(90_000);
  for (const [index, answer] of answers.entries())
    expect(text, String(index)).toContain("text" in answer ? answer.text.slice(0, 300) : "-");
  expect(text).toContain("My link is here.");
  expect(text).toContain("Line 3 of");
  const kept = lines.filter((line) => line.includes('"chat"')).length;
  expect(leftOut).toEqual([{ kind: "chat", count: 1_001 - kept }]);
  const seconds = lines.map((line) => (JSON.parse(line) as { atSeconds: number }).atSeconds);
  expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
});

it("shortens the texts of a group that is too long before it leaves any out", () => {
  const long = Array.from({ length: 30 }, (_, index) =>
    said(index * 60, "interviewee", `Answer ${index}. ${"It is long. ".repeat(500)}`),
  );
  const { lines, leftOut } = parts([...long, said(2_000, "interviewer", "Thank you.")]);
  expect(lines).toHaveLength(31);
  expect(leftOut).toEqual([]);
});
