import type {
  InterviewItemOf,
  InterviewRecord,
} from "@greenroom/contract/review/reports/interview-record.ts";
import { itemsOf } from "./measure.ts";
import { secondsAfter } from "./measured-text.ts";

/** A longer pause ends an answer. */
const pauseSeconds = 20;
/** A shorter answer is not too long. */
const longSeconds = 60;
/** A mark after an answer is about it for this long. */
const markReachSeconds = 60;

interface Answer {
  /** The utterance with which it began. */
  first: InterviewItemOf<"utterance">;
  endAt: string;
  seconds: number;
}

/**
 * The longest speech of the candidate without a word of the interviewer and without a long pause. One answer may be
 * stored as several utterances.
 */
export function longestAnswer(record: InterviewRecord): Answer | null {
  let current: Answer | null = null;
  let longest: Answer | null = null;
  for (const said of itemsOf(record, "utterance")) {
    if (said.party === "interviewer") {
      current = null;
      continue;
    }
    const first: InterviewItemOf<"utterance"> =
      current !== null && secondsAfter(current.endAt, said.at) <= pauseSeconds ? current.first : said;
    current = { first, endAt: said.endAt, seconds: secondsAfter(first.at, said.endAt) };
    if (longest === null || current.seconds > longest.seconds) longest = current;
  }
  return longest;
}

/** True if this is a long answer that the interviewer marked to come back to. */
export function isToComeBackTo(record: InterviewRecord, { first, endAt, seconds }: Answer): boolean {
  return itemsOf(record, "mark").some(
    ({ label, at }) =>
      seconds >= longSeconds &&
      label === "come_back" &&
      Date.parse(at) >= Date.parse(first.at) &&
      Date.parse(at) <= Date.parse(endAt) + markReachSeconds * 1000,
  );
}
