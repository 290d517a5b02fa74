import type { InterviewItem, InterviewRecord } from "@greenroom/contract/review/interview-record.ts";
import type { AiFeedback, Measured } from "@greenroom/contract/schedule/report-shape.ts";
import { v5 as nameId } from "uuid";
import { measureReport } from "./drafting/draft-report.ts";

/* Example records for tests and for the evaluation. */

export const recordStart = "2026-11-20T12:30:00.000Z";
const bookingId = "0190a5b8-7c00-7000-8000-000000000001";

type WithoutCommon<Item> = Item extends InterviewItem ? Omit<Item, "id" | "at"> : never;
/** An item with its time in seconds from the start. Its id depends on its position, so it is the same each time. */
export type ItemInput = WithoutCommon<InterviewItem> & { atSeconds: number; name?: string };

export function atSecond(seconds: number): string {
  return new Date(Date.parse(recordStart) + seconds * 1000).toISOString();
}

export function itemId(name: string): string {
  return nameId(name, bookingId);
}

export function recordOf(
  inputs: readonly ItemInput[],
  goal: InterviewRecord["goal"] = null,
): InterviewRecord {
  const items = inputs.map(({ atSeconds, name, ...item }, index) => ({
    ...item,
    id: itemId(name ?? `item ${index + 1}`),
    at: atSecond(atSeconds),
  })) as InterviewItem[];
  return { bookingId, startTime: recordStart, endTime: atSecond(45 * 60), goal, track: "general", items };
}

/** One party's utterance, at half a second per word. */
export function said(
  atSeconds: number,
  party: "interviewee" | "interviewer",
  text: string,
  { language = "en-IN", name, seconds }: { language?: string; name?: string; seconds?: number } = {},
): ItemInput {
  const endAt = atSecond(atSeconds + (seconds ?? Math.max(1, text.split(/\s+/u).length / 2)));
  const common = { kind: "utterance" as const, atSeconds, party, endAt, text, originalText: null, language };
  return name === undefined ? common : { ...common, name };
}

export function ran(
  atSeconds: number,
  outcome: "finished" | "failed",
  { code, output, name }: { code: string; output: string; name?: string },
): ItemInput {
  const run = {
    kind: "run" as const,
    atSeconds,
    party: "interviewee" as const,
    language: "python",
    code,
    output,
    outcome,
    durationMs: 40,
  };
  return name === undefined ? run : { ...run, name };
}

export function marked(atSeconds: number, label: "good" | "come_back", note = ""): ItemInput {
  return { kind: "mark", atSeconds, party: "interviewer", label, note };
}

/** A version of the pad's code. */
export function wrote(
  atSeconds: number,
  text: string,
  by: "interviewee" | "interviewer" = "interviewee",
): ItemInput {
  return { kind: "code", atSeconds, language: "python", text, editedBy: [by] };
}

export function asked(atSeconds: number, title: string): ItemInput {
  return { kind: "question", atSeconds, party: "interviewer", questionId: null, title, prompt: "" };
}

export const words = (count: number): string =>
  Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

/** An interview with speech, runs, a question and marks. */
export const session = recordOf([
  said(0, "interviewer", words(20)),
  said(20, "interviewee", words(100)),
  said(160, "interviewer", words(20)),
  ran(200, "failed", { code: "", output: "Traceback\nZeroDivisionError: division by zero" }),
  ran(370, "finished", { code: "", output: "0.67" }),
  asked(10, "Two sum"),
  marked(380, "good", "Named the edge case"),
  marked(390, "come_back"),
]);

/** The measured report of a record. */
export function measuredReport(record: InterviewRecord, earlier: Measured[] = []): AiFeedback {
  const rubric = {
    areas: [
      { name: "communication", label: "Communication" },
      { name: "coding", label: "Coding" },
    ],
  };
  return measureReport({
    record,
    rubric,
    mentorScores: [],
    earlier,
    now: new Date("2026-11-20T14:00:00.000Z"),
  });
}
