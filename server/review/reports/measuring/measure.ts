import type {
  InterviewItem,
  InterviewItemOf,
  InterviewRecord,
} from "@greenroom/contract/review/reports/interview-record.ts";
import { hasFailed } from "@greenroom/contract/room/failed-run.ts";
import type { Measured } from "@greenroom/contract/schedule/report-shape.ts";
import { wordsOf } from "../verification/normal-text.ts";
import { longestPresence, transcribedParties, transcribedThroughout } from "./transcribed-times.ts";

/** Less speech than this is too little to measure a pace. */
const minSpeechSeconds = 30;

export function itemsOf<Kind extends InterviewItem["kind"]>(
  record: Pick<InterviewRecord, "items">,
  kind: Kind,
): InterviewItemOf<Kind>[] {
  return record.items.filter((item): item is InterviewItemOf<Kind> => item.kind === kind);
}

/** Measures what can be counted in the record. Unknown values are null, never zero. */
export function measure(record: InterviewRecord, mentorScores: Measured["mentorScores"]): Measured {
  const runs = itemsOf(record, "run").filter(({ party }) => party === "interviewee");
  const marks = itemsOf(record, "mark");
  const questions = itemsOf(record, "question");
  const isEmpty = record.items.length === 0;
  return {
    ...measureSpeech(record),
    longestSilenceSeconds: longestSilence(record)?.seconds ?? null,
    secondsToFirstRun: firstRun(record)?.seconds ?? null,
    runs: isEmpty ? null : runs.length,
    failedRuns: isEmpty ? null : runs.filter(hasFailed).length,
    questionsCovered: questions.length === 0 ? null : questions.length,
    marksGood: isEmpty ? null : marks.filter(({ label }) => label === "good").length,
    marksComeBack: isEmpty ? null : marks.filter(({ label }) => label === "come_back").length,
    mentorScores,
  };
}

/** One party's words alone say nothing about shares and silences, so both parties must have been transcribed. */
function measureSpeech(record: InterviewRecord): Pick<Measured, "talkShare" | "pace" | "onlyTranscribed"> {
  const spoken = itemsOf(record, "utterance");
  const own = spoken.filter(({ party }) => party === "interviewee");
  const count = (list: typeof spoken) => list.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
  const [all, mine] = [count(spoken), count(own)];
  // Words without a duration would make the pace too high.
  const timed = own.filter((item) => secondsBetween(item.at, item.endAt) > 0);
  const seconds = timed.reduce((sum, item) => sum + secondsBetween(item.at, item.endAt), 0);
  const parties = transcribedParties(record);
  return {
    talkShare: parties.length < 2 || all === 0 ? null : Math.round((mine / all) * 100) / 100,
    pace: seconds < minSpeechSeconds ? null : Math.round((count(timed) / seconds) * 60),
    ...(parties.length === 1 ? { onlyTranscribed: parties[0] } : {}),
  };
}

export interface Silence {
  seconds: number;
  /** The utterance after which it began, and the one that ended it. */
  before: InterviewItemOf<"utterance">;
  after: InterviewItemOf<"utterance">;
}

/**
 * The longest silence between two utterances; null without one, and if only one party was transcribed. A time in which
 * the transcript was off or somebody was away is no silence; an absence of less than a minute ends one.
 */
export function longestSilence(record: InterviewRecord): Silence | null {
  if (transcribedParties(record).length < 2) return null;
  const isTranscribed = transcribedThroughout(record);
  const presenceIn = longestPresence(record);
  const spoken = itemsOf(record, "utterance").sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  let [last, ...rest] = spoken;
  let longest: Silence | null = null;
  for (const next of rest) {
    if (last === undefined) break;
    const seconds = Math.round(presenceIn(Date.parse(last.endAt), Date.parse(next.at)) / 1000);
    const isLonger = longest === null || seconds > longest.seconds;
    if (isLonger && isTranscribed(Date.parse(last.endAt), Date.parse(next.at)))
      longest = { seconds, before: last, after: next };
    if (Date.parse(next.endAt) > Date.parse(last.endAt)) last = next;
  }
  return longest;
}

/** The interviewee's first run that completed. */
export function firstRun(record: InterviewRecord): { seconds: number; run: InterviewItemOf<"run"> } | null {
  const run = itemsOf(record, "run").find(
    ({ party, outcome }) => party === "interviewee" && outcome === "finished",
  );
  if (run === undefined) return null;
  return { seconds: Math.max(0, Math.round(secondsBetween(record.startTime, run.at))), run };
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}
