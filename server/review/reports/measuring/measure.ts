import type {
  InterviewItem,
  InterviewItemOf,
  InterviewRecord,
} from "@greenroom/contract/review/interview-record.ts";
import { hasFailed } from "@greenroom/contract/room/code-pad.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Measured } from "@greenroom/contract/schedule/report-shape.ts";
import { snapshotSeconds } from "../../../room/rules.ts";
import { isOf, wordsOf } from "../verification/quotes.ts";

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

/**
 * The longest silence between two utterances; null without one, and if only one party was transcribed. A time in which
 * the transcript was off or somebody was away is no silence; an absence of less than a minute ends one.
 */
function longestSilence(record: InterviewRecord): Silence | null {
  if (transcribedParties(record).length < 2) return null;
  return longestGap(record, itemsOf(record, "utterance"), () => true);
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

/* When the transcript can tell a silence from words that nobody transcribed. */

/** The parties with transcribed words. A browser that cannot transcribe leaves its party out. */
function transcribedParties({ items }: Pick<InterviewRecord, "items">): Party[] {
  return [...new Set(items.flatMap((item) => (item.kind === "utterance" ? item.party : [])))];
}

interface Period {
  from: number;
  to: number;
}

/** Says of any time, in milliseconds, whether both parties were present and the transcript ran throughout. */
function transcribedThroughout(record: InterviewRecord): (from: number, to: number) => boolean {
  const gaps = [...consentGaps(record), ...absences(record)];
  return (from, to) => !gaps.some((gap) => gap.from < to && gap.to > from);
}

/**
 * The longest part of a time, in milliseconds, without an absence of less than a minute. Such an absence splits a
 * silence: somebody who is disconnected says nothing that we could transcribe.
 */
function longestPresence({ shortAbsences = [] }: InterviewRecord): (from: number, to: number) => number {
  const absences = shortAbsences
    .map((absence) => ({ from: Date.parse(absence.from), to: Date.parse(absence.to) }))
    .sort((a, b) => a.from - b.from);
  return (from, to) => {
    let [start, longest] = [from, 0];
    for (const absence of absences) {
      if (absence.to <= start || absence.from >= to) continue;
      longest = Math.max(longest, absence.from - start);
      start = absence.to;
    }
    return Math.max(longest, to - start, 0);
  };
}

/** When the transcript was off. Ending it takes back both consents. A record without any consent tells nothing. */
function consentGaps({ items }: InterviewRecord): Period[] {
  const consents = items.flatMap((item) => (item.kind === "consent" ? [item] : []));
  const gaps: Period[] = [];
  const agreed = new Set<Party>();
  let offSince: number | null = consents.length === 0 ? null : Number.NEGATIVE_INFINITY;
  for (const { party, event, at } of consents) {
    if (event === "given") agreed.add(party);
    else if (event === "withdrawn") agreed.delete(party);
    else agreed.clear();
    const isOn = agreed.size === 2;
    if (isOn && offSince !== null) {
      gaps.push({ from: offSince, to: Date.parse(at) });
      offSince = null;
    } else if (!isOn) offSince ??= Date.parse(at);
  }
  return offSince === null ? gaps : [...gaps, { from: offSince, to: Number.POSITIVE_INFINITY }];
}

/** When one of the parties had not come yet, or had left. A party without a first `joined` was there from the start. */
function absences({ items }: InterviewRecord): Period[] {
  const gaps: Period[] = [];
  const leftAt = new Map<Party, number>();
  const known = new Set<Party>();
  for (const item of items) {
    if (item.kind !== "presence") continue;
    const at = Date.parse(item.at);
    if (item.event === "left") leftAt.set(item.party, at);
    else {
      const from = leftAt.get(item.party) ?? (known.has(item.party) ? undefined : Number.NEGATIVE_INFINITY);
      if (from !== undefined) gaps.push({ from, to: at });
      leftAt.delete(item.party);
    }
    known.add(item.party);
  }
  return [...gaps, ...[...leftAt.values()].map((from) => ({ from, to: Number.POSITIVE_INFINITY }))];
}

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

/** The candidate's longest speech without a word of the interviewer or a long pause, also in parts. */
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

/** Shorter silences are normal pauses: people think before they answer. */
const notableSilenceSeconds = 60;

type Speech = InterviewItemOf<"utterance">;
type Work = InterviewItemOf<"code"> | InterviewItemOf<"run">;

interface Silence {
  seconds: number;
  /** The speech or work after which the silence began, and the one with which it ended. */
  before: Speech | Work;
  after: Speech | Work;
}

export interface NotableSilence extends Omit<Silence, "seconds"> {
  /** The claim about it. */
  text: string;
}

/**
 * The longest silence that the candidate's words or work ended; a candidate who writes or runs code is not silent.
 * Null when each was short: a silence that the interviewer ended says nothing about the candidate.
 */
export function notableSilence(record: InterviewRecord): NotableSilence | null {
  const own = transcribedParties(record).length < 2 ? null : ownSilence(record);
  if (own === null) return null;
  const { before, after, seconds } = own;
  return { before, after, text: `You paused for ${duration(seconds)} ${placeOf(own)}.` };
}

/**
 * The longest notable silence that the candidate ended, by a word or by work on code. Before the first word and after
 * the last one, nothing tells a silence from an interview that nobody transcribed.
 */
function ownSilence(record: InterviewRecord): Silence | null {
  const speech = itemsOf(record, "utterance");
  const firstWordAt = Math.min(...speech.map(startOf));
  const lastWordAt = Math.max(...speech.map(startOf));
  const isOwnWork = (item: Work) =>
    isOf(item, "interviewee") && startOf(item) >= firstWordAt && startOf(item) <= lastWordAt;
  const work = [...itemsOf(record, "run"), ...itemsOf(record, "code")].filter(isOwnWork);
  return longestGap(
    record,
    [...speech, ...work],
    (seconds, next) => seconds >= notableSilenceSeconds && isOf(next, "interviewee"),
  );
}

/** The longest time between the end of one item and the start of another that counts as a silence. */
function longestGap(
  record: InterviewRecord,
  items: (Speech | Work)[],
  isCounted: (seconds: number, next: Speech | Work) => boolean,
): Silence | null {
  const isTranscribed = transcribedThroughout(record);
  const presenceIn = longestPresence(record);
  let [last, ...rest] = items.sort((a, b) => startOf(a) - startOf(b));
  let longest: Silence | null = null;
  for (const next of rest) {
    if (last === undefined) break;
    const [from, to] = [endOf(last), startOf(next)];
    const seconds = Math.round(presenceIn(from, to) / 1000);
    const isLonger = longest === null || seconds > longest.seconds;
    if (isLonger && isCounted(seconds, next) && isTranscribed(from, to))
      longest = { seconds, before: last, after: next };
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

const workDone = { code: "writing code", run: "running code" };
const workBegun = { code: "wrote code", run: "ran code" };

function placeOf({ before, after }: Silence): string {
  if (before.kind === "utterance" && before.party === "interviewer")
    return before.text.includes("?") ? "after this question" : "after your interviewer spoke";
  if (before.kind !== "utterance") return `after ${workDone[before.kind]}`;
  return after.kind === "utterance"
    ? "between two of your own sentences"
    : `before you ${workBegun[after.kind]}`;
}

/* Measured values as parts of sentences. */

/** How this compares with up to three earlier interviews in a row, in brackets; empty without any. */
export function compare(
  earlier: readonly Measured[],
  read: (measured: Measured) => number | null,
  show: (value: number) => string,
): string {
  const values = earlier.map(read);
  const first = values.findIndex((value) => value !== null);
  // Without a value of the interview before, "last time" would be wrong.
  const names = [first === 0 ? "last time" : "earlier", "the time before", "before that"];
  const parts: string[] = [];
  for (const [index, value] of values.slice(Math.max(first, 0)).entries()) {
    const name = names[index];
    if (value === null || name === undefined) break;
    parts.push(`${name} ${show(value)}`);
  }
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** Between a number and its unit, which a line must not separate. */
const noBreak = "\u00A0";

/** `6 min 10 s` */
export function duration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 ? `${minutes} min` : "", rest > 0 || minutes === 0 ? `${rest} s` : ""]
    .filter((part) => part !== "")
    .join(" ")
    .replaceAll(" ", noBreak);
}

export function secondsAfter(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}

/** `27:05` */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
