import { countOf } from "../kernel/plain-text.ts";
import {
  type AiFeedback,
  type Claim,
  type ClaimKind,
  type Evidence,
  type LeftOut,
  type Measured,
  maxQuotedLines,
  type ReportSource,
} from "../schedule/report-shape.ts";
import type { Dispute, MentorFeedback, ReportRecord } from "./reports.ts";
import { markSources, readNotes, secondsOfMoment } from "./rubric.ts";
import { overallScore } from "./tracks.ts";

/* How a report describes itself, in the same words on every screen and in tests. */

export const claimTitles: Record<ClaimKind, string> = {
  strength: "What went well",
  improvement: "What to work on",
  observation: "What was observed",
};

/** Why a report has no points. Without a model's answer, nobody knows what the record would show it. */
export function noEvidenceText({
  source,
  isLate,
  measured,
}: Pick<AiFeedback, "source" | "isLate" | "measured">): string {
  if (isLate) {
    return "Our language model could not be reached, and nothing we counted stands out.";
  }
  if (source.kind === "measured" && source.wasModelAsked) {
    return "Our language model’s answer could not be used, and nothing we counted stands out.";
  }
  // A long interview without marks, code and silences is neither short nor empty.
  if (measuredFacts(measured).length > 0) {
    return source.kind === "measured"
      ? "Nothing we counted stands out."
      : "Our language model read the record, but made no point that could be verified.";
  }
  return "Too little happened in the room to report on.";
}

export function reportHeadline({ source, verified, checked }: AiFeedback): string {
  if (source.kind === "measured") return "Counted from your interview";
  // Nobody but the device's own model looked at what these points say.
  if (source.kind === "device")
    return `${verified} of ${checked} ${checked === 1 ? "point" : "points"} passed the quote check`;
  return `${verified} of ${checked} ${checked === 1 ? "point" : "points"} verified`;
}

/** How each claim of a report was checked; empty if no check was needed. */
export function claimBadge(source: ReportSource): string {
  if (source.kind === "measured") return "";
  return source.kind === "device" ? "Quotes checked" : "Verified";
}

/** How the report was made, and the consequences for its claims. */
export function sourceLine({ source, verified, checked, isLate, leftOut = [] }: AiFeedback): string {
  if (source.kind === "measured") {
    if (isLate) return "Our language model could not be reached.";
    return source.wasModelAsked ? "Our language model’s answer could not be used." : "";
  }
  const where =
    source.kind === "device"
      ? // The device chooses the model's name, so a report that others read does not repeat it.
        " on the interviewee's own device, by the model of its browser. No second model checked what the points say"
      : ` by ${source.name}`;
  const dropped = checked - verified;
  const rest =
    dropped === 0
      ? ""
      : ` ${dropped === 1 ? "1 point was" : `${dropped} points were`} dropped because the record did not support ${dropped === 1 ? "it" : "them"}.`;
  return `Drafted${where}. Every quote was checked, word for word, against the record.${rest}${leftOutText(leftOut)}`;
}

function leftOutText(leftOut: readonly LeftOut[]): string {
  const count = leftOut.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return "";
  const entries = count === 1 ? "one of its entries" : `${count} of its entries`;
  return ` The record is too long for one draft, so the model did not read ${entries}.`;
}

/** What the mentor's feedback and the report hold, for a list of interviews. */
export function reportSummary(report: AiFeedback, interviewer: string): string {
  const overall = overallScore(report.measured.mentorScores);
  const score = overall === null ? "" : `${interviewer}'s overall score: ${overall.toFixed(1)} of 5. `;
  return `${score}${pointsSummary(report)}`;
}

function pointsSummary(report: AiFeedback): string {
  if (report.shown === 0 && withdrawnLine(report) !== "") return withdrawnLine(report);
  if (report.shown === 0 && isWithoutModel(report))
    return "No point of feedback: the language model gave no answer that could be used.";
  if (report.shown === 0) return noEvidenceText(report);
  const points = report.shown === 1 ? "1 point" : `${report.shown} points`;
  if (report.source.kind === "measured") return `${points} counted from the interview, each with its moment.`;
  return `${reportHeadline(report)}, each with the moment it comes from.`;
}

/** A model was asked, or tried, and the report was made without it. */
function isWithoutModel({ source, isLate }: Pick<AiFeedback, "source" | "isLate">): boolean {
  return isLate || (source.kind === "measured" && source.wasModelAsked === true);
}

/**
 * The kind of the evidence: `you said`, `run`. To an interviewer, `you` would be somebody else, so they read the
 * interviewee's name instead.
 */
export function evidenceLabel(
  { kind, isOwn, isCorrected }: Pick<Evidence, "kind" | "isOwn" | "isCorrected">,
  interviewee = "you",
): string {
  const who = isOwn ? interviewee : "interviewer";
  if (kind === "utterance") return `${who} said${isCorrected === true ? " (corrected)" : ""}`;
  if (kind === "chat") return `${who} wrote`;
  return (kind && otherLabels[kind]) ?? "in the record";
}

const otherLabels: Partial<Record<NonNullable<Evidence["kind"]>, string>> = {
  code: "code",
  run: "run",
  question: "question",
  mark: "marked",
  board: "whiteboard",
};

/** Shown instead of a quote whose author has deleted their account. */
export const removedQuoteText = "The interviewer has deleted their account, and these words with it.";

/** Which deletion took the moment of this evidence; null if it can still be opened. */
export function deletionOf(
  { kind, at }: Pick<Evidence, "kind" | "at">,
  { isDeleted, transcriptDeletedAt }: Omit<ReportRecord, "deletedAt">,
): string | null {
  if (isDeleted) return "record deleted";
  if (kind !== "utterance" || transcriptDeletedAt === undefined) return null;
  return Date.parse(at) <= Date.parse(transcriptDeletedAt) ? "transcript deleted" : null;
}

/** How long the links to the moments work. */
export function recordLine(
  { deletedAt, isDeleted, transcriptDeletedAt }: ReportRecord,
  timeZone: string,
): string {
  const day = recordDay(new Date(deletedAt), timeZone);
  if (isDeleted) {
    return `The record of this interview was deleted on ${day}, so its moments can no longer be opened. The quotes stay.`;
  }
  const line = `Each timestamp opens the record of the interview at that moment. The record is kept until ${day}; the quotes stay after that.`;
  if (transcriptDeletedAt === undefined) return line;
  const deletedOn = recordDay(new Date(transcriptDeletedAt), timeZone);
  return `${line} The transcript was deleted on ${deletedOn}, so what was said before can no longer be opened.`;
}

/** How long the links in the mentor's PDF work. */
export function mentorFileLine({ isDeleted }: Pick<ReportRecord, "isDeleted">): string {
  return isDeleted
    ? "The underlined times in your mentor's PDF no longer open it either."
    : "The underlined times in your mentor's PDF open it until then, too.";
}

/** The day until which a record is kept: `22 November 2026`. */
export function recordDay(deletedAt: Date, timeZone: string): string {
  const options = { day: "numeric", month: "long", year: "numeric", timeZone } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(deletedAt);
}

/** Says how many claims were withdrawn because they rested on such words; empty if there were none. */
export function withdrawnLine({ withdrawn = 0 }: Pick<AiFeedback, "withdrawn">): string {
  if (withdrawn === 0) return "";
  const points = withdrawn === 1 ? "1 point was" : `${withdrawn} points were`;
  return `${points} withdrawn later: the interviewer deleted their account, and with it the words that ${
    withdrawn === 1 ? "it" : "they"
  } rested on.`;
}

/** The evidence of a point as it is listed: oldest first. What an exercise opens may be another one, the first stored. */
export function inOrderOfTime(evidence: readonly Evidence[]): Evidence[] {
  return [...evidence].sort((a, b) => a.atSeconds - b.atSeconds);
}

/** Quotes of these kinds are shown as code. */
export function isCodeQuote({ kind }: Pick<Evidence, "kind">): boolean {
  return kind === "code" || kind === "run";
}

/** Such a quote as it is shown: with its lines, also in reports from before their number was limited. */
export function codeLines({ quote, lines = quote }: Pick<Evidence, "quote" | "lines">): string {
  return shortenedLines(lines) ?? quote;
}

/** The lines of code with at most one blank line in a row; undefined if they are too many. */
export function shortenedLines(text: string): string | undefined {
  const lines = text.split(/\r\n|[\n\v\f\r\u2028\u2029]/).map((line) => line.trimEnd());
  const shown = lines.filter((line, index) => line !== "" || lines[index - 1] !== "");
  return shown.length <= maxQuotedLines ? shown.join("\n") : undefined;
}

interface Fact {
  label: string;
  value: string;
  detail: string;
  /** The value in the interview before; empty where it is unknown. */
  before: string;
}

type Counted = Omit<Measured, "mentorScores">;

/** The known measured facts, in reading order. `before`: what was measured in the interview before this one. */
export function measuredFacts(measured: Counted, before: Counted | null = null): Fact[] {
  const fact = (
    label: string,
    [value, detail]: [value: string | null, detail: string],
    earlier: string | null = null,
  ): Fact[] => (value === null ? [] : [{ label, value, detail, before: earlier ?? "" }]);
  return [
    ...fact("You spoke", [shareOf(measured), "of the words"], shareOf(before)),
    ...fact("Pace", [numberOf(measured.pace), "words a minute"], numberOf(before?.pace)),
    ...fact(
      "Longest time without speech",
      [minutes(measured.longestSilenceSeconds), "minutes, including time spent coding"],
      minutes(before?.longestSilenceSeconds),
    ),
    ...fact(
      "First code ran",
      [minutes(measured.secondsToFirstRun), "minutes in"],
      minutes(before?.secondsToFirstRun),
    ),
    ...fact(
      "Runs",
      [numberOf(measured.runs || null), `${measured.failedRuns ?? 0} with an error`],
      before?.runs ? `${before.failedRuns ?? 0} of ${before.runs}` : null,
    ),
    ...fact("Questions shown", [numberOf(measured.questionsCovered), "in the room"]),
    ...fact("Moments marked", marksOf(measured)),
  ];
}

/** Says why shares and silences are missing if only one party was transcribed; empty otherwise. */
export function transcriptLine({ onlyTranscribed }: Pick<Measured, "onlyTranscribed">): string {
  if (onlyTranscribed === undefined) return "";
  const whose = onlyTranscribed === "interviewee" ? "candidate" : "interviewer";
  return `Only the ${whose}'s words were transcribed, so talk share and silences are unknown.`;
}

function marksOf({ marksGood, marksComeBack }: Counted): [string | null, string] {
  const [good, comeBack] = [marksGood ?? 0, marksComeBack ?? 0];
  return [numberOf(good + comeBack || null), `${good} good, ${comeBack} to come back to`];
}

function shareOf(measured: Counted | null): string | null {
  const share = measured?.talkShare ?? null;
  return share === null ? null : `${Math.round(share * 100)}%`;
}

function numberOf(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function minutes(seconds: number | null | undefined): string | null {
  if (seconds === null || seconds === undefined) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A report quotes at most this many characters of a mentor's summary. */
export const maxQuotedCharacters = 320;

/** The mark at the end of a sentence, with the quotation marks and brackets that close after it. */
const sentenceEnd = /[.!?।]["'”’»)\]]*(?=\s)/g;
/** A point after an abbreviation, a number of a list or an initial, which ends no sentence. */
const notAnEnd =
  /(?:^|[\s("“])(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|eq|dr|mr|mrs|ms|prof|st|\p{Lu}|\d{1,2})\.$/iu;

/** A rest of at most this many characters is shown with its quote. The rest often says what to work on. */
const maxShownRest = 900;

/** A mentor's summary as a report shows it: the quoted beginning, and the rest, which a page hides if it is long. */
export function mentorQuote(summary: string): {
  quote: string;
  rest: string;
  isRestLong: boolean;
  isCut: boolean;
} {
  const quote = quotedSummary(summary);
  const whole = summary.trim();
  // A quote that was cut within a sentence ends with an ellipsis, and is no beginning of the summary.
  const isCut = !whole.startsWith(quote);
  const rest = isCut ? whole : whole.slice(quote.length).trim();
  return { quote, rest, isRestLong: rest.length > maxShownRest, isCut };
}

/**
 * The part of a mentor's summary that a report quotes: the text up to the first empty line, or as many of its sentences
 * as fit. A first sentence that is too long is cut after the last word that fits, and `…` follows.
 */
export function quotedSummary(summary: string): string {
  const paragraph = (summary.trim().split(/\n\s*\n/, 1)[0] ?? "").trim();
  if (paragraph.length <= maxQuotedCharacters) return paragraph;
  const start = paragraph.slice(0, maxQuotedCharacters);
  const ends = [...paragraph.slice(0, maxQuotedCharacters + 1).matchAll(sentenceEnd)];
  const end = ends.findLast(({ index }) => !notAnEnd.test(paragraph.slice(0, index + 1)));
  if (end !== undefined) return paragraph.slice(0, end.index + end[0].length);
  return `${start.replace(/\s+\S*$/, "")}…`;
}

/** Notes and points count seconds from the start of the interview, but one rounds them and the other cuts them. */
const sameMomentSeconds = 1;
const sources = { strength: markSources.good, improvement: markSources.come_back } as const;

/**
 * The points that a report lists. The form offers each marked moment for the notes, and a measured report makes it a
 * point, so that a reader would get it twice: a point that is nothing but a noted mark is left to the note.
 */
export function listedPoints(
  claims: readonly Claim[],
  notes: MentorFeedback["notes"],
  disputes: readonly Dispute[],
): Claim[] {
  const parts = notes.flatMap(({ notes: text }) => readNotes(text));
  const moments = parts.flatMap((part) => ("moment" in part ? [part.moment] : []));
  return claims.filter(({ id, kind, evidence }) => {
    const [mark, ...others] = evidence;
    if (mark?.kind !== "mark" || mark.quote !== "" || others.length > 0 || kind === "observation")
      return true;
    const isNoted = moments.some(
      (moment) =>
        // A mentor may have typed only the time.
        ["", sources[kind]].includes(moment.source) &&
        Math.abs(mark.atSeconds - secondsOfMoment(moment)) <= sameMomentSeconds,
    );
    return !isNoted || disputes.some(({ claimId }) => claimId === id);
  });
}

/** Says where the points are that are not listed; empty if all are. */
export function notedPointsLine({ claims }: Pick<AiFeedback, "claims">, listed: readonly Claim[]): string {
  const count = claims.length - listed.length;
  if (count === 0) return "";
  return `${countOf(count, "more point")}, about a moment in your mentor's notes, ${count === 1 ? "is" : "are"} in the notes above.`;
}
