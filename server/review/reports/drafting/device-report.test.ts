import { describe, expect, it } from "vitest";
import type { DraftClaim } from "../../../vendors/ai/port.ts";
import { closingQuestion } from "../measuring/quoted-source.ts";
import { type ItemInput, ran, recordOf, said } from "../records.testing.ts";
import { verifyClaims } from "../verification/verify-claims.ts";
import { deviceReport } from "./draft-report.ts";

const words = "I split the data by time because a random split leaks later sessions into training";
const record = recordOf([
  said(10, "interviewer", "How do you split the data?"),
  said(20, "interviewee", words),
  ran(200, "failed", { code: "print(score)", output: "NameError: name 'score' is not defined" }),
  ran(370, "finished", { code: "print(score)", output: "0.67" }),
  { kind: "mark", atSeconds: 390, party: "interviewer", label: "come_back", note: "Why time?" },
] satisfies ItemInput[]);
const own = record.items.find(
  ({ kind, ...item }) => kind === "utterance" && JSON.stringify(item).includes("leaks"),
);
const draft = (text: string, quote = "a random split leaks"): DraftClaim => ({
  area: "coding",
  kind: "strength",
  text,
  evidence: [{ itemId: own?.id ?? "", quote }],
  exerciseTitle: "Drafted exercise",
  exercise: "Do something of the draft.",
});
const input = {
  record,
  rubric: { areas: [{ name: "coding", label: "Coding" }] },
  mentorScores: [],
  earlier: [],
  now: new Date("2026-11-20T14:00:00.000Z"),
};
const counted = deviceReport({ input, drafts: [], model: "Nano" });

describe("a report with points drafted on a device", () => {
  it("shows no opinion of the interviewer, although their mark is quoted", () => {
    const mark = record.items.find(({ kind }) => kind === "mark");
    const opinion = draft("Your interviewer was impressed that you split by time.");
    const drafts = [
      { ...opinion, evidence: [...opinion.evidence, { itemId: mark?.id ?? "", quote: "Why time?" }] },
      draft("You split the data by time."),
    ];
    const { claims, checked } = deviceReport({ input, drafts, model: "Nano" });
    expect(claims.map(({ text }) => text)).toContain("You split the data by time.");
    expect(JSON.stringify(claims)).not.toContain("impressed");
    expect(checked).toBe(counted.checked + 2);
  });

  it("shows every counted point and the mentor's exercise beside twenty drafted ones", () => {
    const parts = words.split(" ");
    const drafts = Array.from({ length: 12 }, (_, index) => ({
      ...draft(
        `You named ${"alpha beta gamma delta epsilon zeta"
          .split(" ")
          .map((word) => word + "abcdefghijkl"[index])
          .join(" ")}.`,
      ),
      evidence: [{ itemId: own?.id ?? "", quote: parts.slice(index, index + 4).join(" ") }],
      kind: "improvement" as const,
    }));
    const report = deviceReport({ input, drafts: [...drafts, ...drafts], model: "Nano" });
    const texts = report.claims.map(({ text }) => text);
    for (const { text } of counted.claims) expect(texts).toContain(text);
    expect(texts.some((text) => text.startsWith("You named alphaa"))).toBe(true);
    expect(report.plan.map(({ title }) => title)).toEqual(
      expect.arrayContaining(counted.plan.slice(0, 2).map(({ title }) => title)),
    );
    expect(report.shown).toBeLessThanOrEqual(20);
  });

  it.each([
    ["half of a character in the text", draft("You split by time.\ud83d")],
    ["half of a character in the quote", draft("You split by time.", "a random split leaks\ud83d")],
    ["more quotes than a reader could check", draft(`You said ${'"My" '.repeat(6)}`)],
  ])("drops a point with %s and keeps the others", (_, broken) => {
    const { claims, checked } = verifyClaims(
      record,
      [broken, draft("You split by time and say why.")],
      ["coding"],
    );
    expect(claims.map(({ text }) => text)).toEqual(["You split by time and say why."]);
    expect(checked).toBe(2);
  });

  it("leaves out an exercise with half of a character", () => {
    const [claim] = verifyClaims(
      record,
      [{ ...draft("You split by time."), kind: "improvement", exercise: "Write the split again.\ud83d" }],
      ["coding"],
    ).claims;
    expect(claim?.exercise).toEqual({ title: "", text: "" });
  });
});

const long = "a word and ".repeat(20);
it.each([
  ["Why?", "Why?"],
  [`${long}. Why not? And what is leakage?`, "And what is leakage?"],
  [`${long}! What then ?`, "What then ?"],
  [`${long}. I see.`, ""],
  [`${long}what?`, `${long}what?`],
])("the question at the end of %j", (speech, question) => {
  expect(closingQuestion(speech)).toBe(question);
});
