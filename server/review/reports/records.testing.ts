import type { InterviewItem, InterviewRecord } from "@greenroom/contract/review/interview-record.ts";
import { v5 as nameId } from "uuid";

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
