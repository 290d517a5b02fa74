import type {
  InterviewItemOf,
  InterviewRecord,
} from "@greenroom/contract/review/reports/interview-record.ts";
import { snapshotSeconds } from "../../../room/rules.ts";
import { isOf } from "../verification/quotable-text.ts";
import { itemsOf, longestSilence } from "./measure.ts";
import { duration } from "./measured-text.ts";
import { longestPresence, transcribedParties, transcribedThroughout } from "./transcribed-times.ts";

/** Shorter silences are normal pauses: people think before they answer. */
const notableSilenceSeconds = 60;

type Speech = InterviewItemOf<"utterance">;
type Work = InterviewItemOf<"code"> | InterviewItemOf<"run">;

export interface NotableSilence {
  /** The speech or work after which the silence began, and the one with which it ended. */
  before: Speech | Work;
  after: Speech | Work;
  /** The claim about it. */
  text: string;
}

/**
 * The longest silence that the candidate's words or work ended; a candidate who writes or runs code is not silent.
 * Null when each was short: a silence that the interviewer ended says nothing about the candidate. Its words differ
 * from those of the measured fact, which is another figure: the longest time in which nobody spoke.
 */
export function notableSilence(record: InterviewRecord): NotableSilence | null {
  const own = transcribedParties(record).length < 2 ? null : ownSilence(record);
  if (own === null) return null;
  const { before, after, seconds } = own;
  return {
    before,
    after,
    text: `You neither spoke nor worked on code for ${duration(seconds)} ${placeOf(own)}.${whyNotLongest(record, own)}`,
  };
}

/** Why this is not the longest time without speech, which the measured facts show, if the interviewer ended that one. */
function whyNotLongest(record: InterviewRecord, { seconds, before, after }: OwnSilence): string {
  const longest = longestSilence(record);
  if (longest === null || longest.seconds <= seconds || longest.after.party === "interviewee") return "";
  // Then it is a part of that one, and the rest was work on code.
  if (endOf(longest.before) <= endOf(before) && startOf(longest.after) >= startOf(after)) return "";
  return ` It is not the longest time without speech, ${duration(longest.seconds)}, because your interviewer ended that one.`;
}

interface OwnSilence {
  seconds: number;
  before: Speech | Work;
  after: Speech | Work;
}

/**
 * The longest notable silence that the candidate ended, by a word or by work on code. Before the first word and after
 * the last one, nothing tells a silence from an interview that nobody transcribed.
 */
function ownSilence(record: InterviewRecord): OwnSilence | null {
  const speech = itemsOf(record, "utterance");
  const firstWordAt = Math.min(...speech.map(startOf));
  const lastWordAt = Math.max(...speech.map(startOf));
  const isOwnWork = (item: Work) =>
    isOf(item, "interviewee") && startOf(item) >= firstWordAt && startOf(item) <= lastWordAt;
  const events = [
    ...speech,
    ...itemsOf(record, "run").filter(isOwnWork),
    ...itemsOf(record, "code").filter(isOwnWork),
  ].sort((a, b) => startOf(a) - startOf(b));
  const isTranscribed = transcribedThroughout(record);
  const presenceIn = longestPresence(record);
  let [last, ...rest] = events;
  let longest: OwnSilence | null = null;
  for (const next of rest) {
    if (last === undefined) break;
    const seconds = Math.round(presenceIn(endOf(last), startOf(next)) / 1000);
    const isNotable =
      seconds >= notableSilenceSeconds &&
      isOf(next, "interviewee") &&
      isTranscribed(endOf(last), startOf(next));
    if (isNotable && seconds > (longest?.seconds ?? 0)) longest = { seconds, before: last, after: next };
    if (endOf(next) > endOf(last)) last = next;
  }
  return longest;
}

/** The history of the code has one text for the changes of several seconds. */
function startOf(item: Speech | Work): number {
  return Date.parse(item.at) - (item.kind === "code" ? snapshotSeconds * 1000 : 0);
}

function endOf(item: Speech | Work): number {
  return Date.parse(item.kind === "utterance" ? item.endAt : item.at);
}

const workDone = { code: "written code", run: "run code" };
const workBegun = { code: "wrote code", run: "ran code" };

function placeOf({ before, after }: OwnSilence): string {
  if (before.kind === "utterance" && before.party === "interviewer")
    return "after your interviewer had spoken";
  if (before.kind !== "utterance") return `after you had ${workDone[before.kind]}`;
  return after.kind === "utterance"
    ? "between two of your own sentences"
    : `before you ${workBegun[after.kind]}`;
}
