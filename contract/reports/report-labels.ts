import type { AiFeedback, ClaimKind, DraftScore, Evidence, Measured } from "./report-shape.ts";

/* How a report describes itself, in the same words on the screen, in the PDF and in tests. */

export const claimTitles: Record<ClaimKind, string> = {
  strength: "What went well",
  improvement: "What to work on",
  observation: "What was observed",
};

export const noEvidenceMessage = "The record of this interview shows too little for a point of feedback.";

/** The kind of this report, in a few words. */
export function reportHeadline({ source, earlier, verified, checked }: AiFeedback): string {
  if (earlier !== null) return "An earlier report";
  if (source.kind === "measured") return "Measured, not judged";
  return `${verified} of ${checked} ${checked === 1 ? "point" : "points"} verified`;
}

/** How the report was made, and the consequences for its claims. */
export function sourceLine({ source, earlier, verified, checked, isLate }: AiFeedback): string {
  if (earlier !== null) return "Made before points were checked against the record.";
  if (source.kind === "measured") {
    return isLate
      ? "Counted from the record, because our language model could not be reached. No opinion and no score."
      : "Counted from the record, without a language model. No opinion and no score.";
  }
  const where =
    source.kind === "device" ? ` on the interviewee's own device (${source.name})` : ` by ${source.name}`;
  const dropped = checked - verified;
  const rest =
    dropped === 0
      ? ""
      : ` ${dropped === 1 ? "One point was" : `${dropped} points were`} not supported and dropped.`;
  return `Drafted${where}. Every quote was checked, word for word, against the record.${rest}`;
}

/** In one line, for a list of interviews. */
export function reportSummary(report: AiFeedback): string {
  if (report.earlier !== null) return "Made before points were checked.";
  if (report.shown === 0 && withdrawnLine(report) !== "") return withdrawnLine(report);
  if (report.shown === 0) return "Too little was recorded for a point of feedback.";
  const points = report.shown === 1 ? "1 point" : `${report.shown} points`;
  if (report.source.kind === "measured") return `${points} counted from the record, each with its moment.`;
  return `${reportHeadline(report)}, each with the moment it comes from.`;
}

/** The kind of the evidence: `you said`, `run`. */
export function evidenceLabel({ kind, isOwn }: Pick<Evidence, "kind" | "isOwn">): string {
  switch (kind) {
    case "utterance":
      return isOwn ? "you said" : "interviewer said";
    case "chat":
      return isOwn ? "you wrote" : "interviewer wrote";
    case "code":
      return "code";
    case "run":
      return "run";
    case "question":
      return "question";
    case "mark":
      return "marked";
    case "board":
      return "whiteboard";
    default:
      return "in the record";
  }
}

/** Shown instead of a quote whose author has deleted their account. */
export const removedQuoteText = "The interviewer has deleted their account, and these words with it.";

/** Says how many claims were withdrawn because they rested on such words; empty if there were none. */
export function withdrawnLine({ withdrawn = 0 }: Pick<AiFeedback, "withdrawn">): string {
  if (withdrawn === 0) return "";
  const points = withdrawn === 1 ? "1 point was" : `${withdrawn} points were`;
  return `${points} withdrawn later: the interviewer deleted their account, and with it the words that ${
    withdrawn === 1 ? "it" : "they"
  } rested on.`;
}

/** Quotes of these kinds are shown as code. */
export function isCodeQuote({ kind }: Pick<Evidence, "kind">): boolean {
  return kind === "code" || kind === "run";
}

/** The model's draft of a score, with how far its runs differ. */
export function draftText({ median, spread }: DraftScore): string {
  if (median === null) return "AI draft: not enough evidence";
  if (spread === null || spread === 0) return `AI draft: ${median}, the same in every run`;
  return `AI draft: ${median}, the runs lie ${spread} ${spread === 1 ? "point" : "points"} apart`;
}

interface Fact {
  label: string;
  value: string;
  detail: string;
}

/** The known measured facts, in reading order. */
export function measuredFacts(measured: Measured): Fact[] {
  const { talkShare, pace, longestSilenceSeconds, secondsToFirstRun, runs, failedRuns, questionsCovered } =
    measured;
  const { marksGood, marksComeBack } = measured;
  const facts: (Fact | null)[] = [
    talkShare === null
      ? null
      : { label: "You spoke", value: `${Math.round(talkShare * 100)}%`, detail: "of the words" },
    pace === null ? null : { label: "Pace", value: String(pace), detail: "words a minute" },
    longestSilenceSeconds === null
      ? null
      : { label: "Longest silence", value: minutes(longestSilenceSeconds), detail: "minutes" },
    secondsToFirstRun === null
      ? null
      : { label: "First code ran", value: minutes(secondsToFirstRun), detail: "minutes in" },
    runs === null || runs === 0
      ? null
      : { label: "Runs", value: String(runs), detail: `${failedRuns ?? 0} with an error` },
    questionsCovered === null
      ? null
      : { label: "Questions", value: String(questionsCovered), detail: "asked" },
    marksGood === null || marksComeBack === null || marksGood + marksComeBack === 0
      ? null
      : {
          label: "Moments marked",
          value: String(marksGood + marksComeBack),
          detail: `${marksGood} good, ${marksComeBack} to come back to`,
        },
  ];
  return facts.filter((fact) => fact !== null);
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
