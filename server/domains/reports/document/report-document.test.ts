import type { AiFeedback, Evidence } from "@greenroom/contract/reports/report-shape.ts";
import { getDocumentProxy } from "unpdf";
import { expect, it } from "vitest";
import { readPdf } from "../../resumes/resumes.testing.ts";
import { nothingMeasured } from "../present.ts";
import { type AiReportDocument, renderAiReport } from "./render-report.ts";

const code = "def mean(rows):\n    total = 0\n    for row in rows:\n        total += row";
const evidence: Evidence = {
  itemId: "0190a5b8-7c00-7000-8000-0000000000a1",
  quote: code,
  at: "2026-11-20T12:31:00.000Z",
  atSeconds: 60,
  kind: "code",
  isOwn: true,
};
const report: AiFeedback = {
  areas: [
    { name: "coding", label: "Coding" },
    { name: "evaluation", label: "Evaluation and production" },
  ],
  claims: [
    {
      id: "0190a5b8-7c00-7000-8000-0000000000c1",
      area: "coding",
      kind: "strength",
      text: "You wrote the loop at once.",
      evidence: [evidence],
    },
  ],
  checked: 1,
  verified: 1,
  shown: 1,
  source: { kind: "model", name: "m", promptVersion: "1" },
  measured: {
    ...nothingMeasured,
    mentorScores: [
      { area: "coding", score: 5 },
      { area: "evaluation", score: 3 },
    ],
  },
  scores: [],
  plan: [],
  madeAt: "2026-11-20T14:00:00.000Z",
  isLate: false,
  earlier: null,
};
const document: AiReportDocument = {
  business: "Greenroom",
  interviewee: "Meera Iyer",
  interviewer: "Kavya Menon",
  when: "Friday 20 November 2026, 18:00 to 18:45 IST",
  goal: ["ML engineer, Senior", "Product company"],
  track: "ml-engineer",
  timeZone: "Asia/Kolkata",
  report,
  doneExercises: [],
  mentorSummary: "You stay calm.\n\nSay the plan first.",
  mentorFeedback: {
    notes: [
      {
        area: "coding",
        notes:
          "Writes clear code.\n\n[12:41, marked good] Names the edge case.\n[18:05, run 3] KeyError: 'u1'",
      },
    ],
    nextSteps: [
      { id: "0190a5b8-7c00-7000-8000-0000000000d1", text: "Split by time.", isDone: true },
      { id: "0190a5b8-7c00-7000-8000-0000000000d2", text: "Read on interleaving.", isDone: false },
    ],
    questions: [{ title: "Two sum", questionId: null }],
  },
  recordUrl: "https://greenroom.example/session-record/1",
  record: { deletedAt: "2027-11-22T13:15:00.000Z", isDeleted: false },
  disputes: [],
};

const textOf = async (changes: Partial<AiReportDocument> = {}) =>
  (await readPdf(await renderAiReport({ ...document, ...changes }))).join(" ");

it("has the goal, and the mentor's whole feedback in the order of the report's page", async () => {
  const text = await textOf();
  const wanted = [
    "Your goal",
    "ML engineer, Senior",
    "Product company",
    "Overall",
    "4.0",
    "“You stay calm.”",
    "Say the plan first.",
    "Clear, tested code; names the edge cases and the cost unprompted.",
    "Names a metric that fits, but not how to split, launch or watch it.",
    "Coding: 5 of 5, Excellent",
    "Writes clear code.",
    "12:41, marked good",
    "Names the edge case.",
    "18:05, run 3",
    "KeyError: 'u1'",
    "Each underlined time opens the record at that moment, until 22 November 2027.",
    "Next steps from Kavya Menon",
    "Split by time. (done)",
    "Read on interleaving.",
    "Questions asked",
    "1. Two sum",
  ];
  const places = wanted.map((words) => text.indexOf(words));
  expect(Object.fromEntries(wanted.map((words, index) => [words, places[index]]))).toEqual(
    Object.fromEntries(wanted.map((words) => [words, expect.toSatisfy((place: number) => place >= 0)])),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

it("has nothing of the mentor's where the mentor uploaded a PDF", async () => {
  const measured = { ...report.measured, mentorScores: [] };
  const text = await textOf({
    ...{ goal: [], mentorSummary: null, mentorFeedback: null },
    report: { ...report, measured },
  });
  for (const words of ["Your goal", "Overall", "Next steps", "Questions asked"]) {
    expect(text).not.toContain(words);
  }
});

it("links no time of the notes after the record is deleted", async () => {
  const record = { ...document.record, isDeleted: true };
  const text = await textOf({ recordUrl: null, record });
  expect(text).toContain("12:41, marked good");
  expect(text).not.toContain("underlined time");
});

it("keeps the lines of a quote of code, and their indents", async () => {
  const proxy = await getDocumentProxy(new Uint8Array(await renderAiReport(document)));
  const pages = await Promise.all(
    Array.from({ length: proxy.numPages }, async (_, index) => {
      const { items } = await (await proxy.getPage(index + 1)).getTextContent();
      return items.flatMap((item) => ("str" in item ? [item] : []));
    }),
  );
  const leftOf = (line: string) => Number(pages.flat().find(({ str }) => str === line)?.transform[4]);
  const [first = 0, second = 0, third = 0, last = 0] = code.split("\n").map((line) => leftOf(line.trim()));
  expect(second).toBeGreaterThan(first + 5);
  expect(third).toBe(second);
  expect(last - first).toBeCloseTo(2 * (second - first));
});
