import type { InterviewItem, InterviewRecord } from "@greenroom/contract/reports/interview-record.ts";
import { isOf } from "../verification/quotable-text.ts";
import { itemsOf, longestSilence, type Silence } from "./measure.ts";

/** Shorter silences are normal pauses. */
const notableSilenceSeconds = 30;

interface NotableSilence {
  silence: Silence;
  isOwn: boolean;
  /** Between which words it lay, for a sentence; empty unless it was the candidate's own. */
  where: string;
  /** A sentence, or empty. */
  work: string;
}

/**
 * The longest silence that was the candidate's: one that their words ended, or in which they worked on code. Without
 * one, the longest of all, which says nothing about them. Null when each was short.
 */
export function notableSilence(record: InterviewRecord): NotableSilence | null {
  const isNotable = ({ seconds }: Silence) => seconds >= notableSilenceSeconds;
  const own = longestSilence(
    record,
    (silence) =>
      isNotable(silence) && (silence.after.party === "interviewee" || workDuring(record, silence) !== ""),
  );
  if (own !== null) return { silence: own, isOwn: true, where: placeOf(own), work: workDuring(record, own) };
  const silence = longestSilence(record, isNotable);
  return silence === null ? null : { silence, isOwn: false, where: "", work: "" };
}

function placeOf({ before, after }: Silence): string {
  if (after.party === "interviewer") return "before your interviewer spoke";
  return before.party === "interviewer"
    ? "after your interviewer had spoken"
    : "between two of your own sentences";
}

/** The work on code during a silence: a candidate who did some was not idle. */
function workDuring(record: InterviewRecord, { before, after }: Silence): string {
  const isDuring = (item: InterviewItem) =>
    isOf(item, "interviewee") &&
    Date.parse(item.at) >= Date.parse(before.endAt) &&
    Date.parse(item.at) <= Date.parse(after.at);
  if (itemsOf(record, "run").some(isDuring)) return " You ran code during it.";
  return itemsOf(record, "code").some(isDuring) ? " You wrote code during it." : "";
}
