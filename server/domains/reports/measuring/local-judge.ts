import type {
  InterviewItem,
  InterviewItemOf,
  InterviewRecord,
} from "@greenroom/contract/reports/interview-record.ts";
import { type ClaimKind, claimEvidence, type Measured } from "@greenroom/contract/reports/report-shape.ts";
import { normalText, wordsOf } from "../verification/normal-text.ts";
import { isOf, quotableTexts } from "../verification/quotable-text.ts";
import { claimId, evidenceOf, type VerifiedClaim } from "../verification/verify-claims.ts";
import { firstRun, hasFailed, itemsOf, longestSilence } from "./measure.ts";

/* The judge without a model: it counts, and repeats the mentor's marks. It has no opinion and gives no score. */

/** The area of claims that belong to none of the rubric's areas. */
export const sessionArea = { name: "session", label: "The session" };

/** Shorter silences are normal pauses. */
const notableSilenceSeconds = 30;
const excerptCharacters = 160;
/** Shorter whole sentences give way to a longer excerpt that is cut between words. */
const leastExcerpt = 20;
const maxMarks = 8;
/** A mark does not refer to an answer that began longer ago. */
const markReachSeconds = 60;

interface LocalInput {
  /** Without text that addresses a judge. */
  record: InterviewRecord;
  /** As it was stored; quotes come from here. */
  original: InterviewRecord;
  measured: Measured;
  /** The candidate's earlier interviews, newest first. */
  earlier: readonly Measured[];
}

/** All measurements as claims, each with the items that it was counted from. */
export function measuredClaims({ record, original, measured, earlier }: LocalInput): VerifiedClaim[] {
  const claims: VerifiedClaim[] = [];
  const originals = new Map(original.items.map((item) => [item.id, item]));
  const add = (
    area: string,
    kind: ClaimKind,
    text: string,
    items: readonly (InterviewItem | undefined)[],
    exercise = { title: "", text: "" },
  ) => {
    const evidence = items
      .flatMap((item) => item ?? [])
      .slice(0, claimEvidence)
      // The claim already contains the mark's words.
      .map((item) =>
        evidenceOf(record, item, item.kind === "mark" ? "" : excerpt(item, originals.get(item.id))),
      );
    if (evidence.length > 0)
      claims.push({ id: claimId(record, area, text), area, kind, text, evidence, exercise });
  };
  const spoken = itemsOf(record, "utterance");
  const longest = (party: "interviewee" | "interviewer") =>
    spoken
      .filter((item) => item.party === party)
      .sort((a, b) => wordsOf(b.text).length - wordsOf(a.text).length)[0];

  const { talkShare, pace } = measured;
  const facts = [
    ...(talkShare === null
      ? []
      : [`${percent(talkShare)} of the words${compare(earlier, ({ talkShare: share }) => share, percent)}`]),
    ...(pace === null
      ? []
      : [`${pace} words per minute${compare(earlier, ({ pace: before }) => before, String)}`]),
  ];
  if (facts.length > 0) {
    // One point for both, because both rest on the same words.
    add("communication", "observation", `You spoke ${facts.join(", at ")}.`, [
      longest("interviewee"),
      talkShare === null ? undefined : longest("interviewer"),
    ]);
  }
  const silence = longestSilence(record);
  if (silence !== null && silence.seconds >= notableSilenceSeconds) {
    add(
      "communication",
      "observation",
      `The longest silence was ${duration(silence.seconds)}.${workDuring(record, silence)}`,
      [silence.before, silence.after],
      {
        title: "Think aloud",
        text: "Solve one problem a day with a timer and say your next step aloud whenever half a minute has passed in silence.",
      },
    );
  }
  addRuns(record, earlier, add);
  const questions = itemsOf(record, "question");
  if (questions.length > 0) {
    const noun = questions.length === 1 ? "question was" : "questions were";
    add(sessionArea.name, "observation", `${questions.length} ${noun} asked.`, questions);
  }
  for (const mark of itemsOf(record, "mark").slice(0, maxMarks)) {
    const moment = [answerBefore(record, mark), mark];
    const note = mark.note === "" ? "" : `: ${normalText(mark.note).slice(0, 280)}`;
    if (mark.label === "good")
      add(sessionArea.name, "strength", `Your interviewer marked this moment as good${note}`, moment);
    else
      add(
        sessionArea.name,
        "improvement",
        `Your interviewer marked this moment to come back to${note}`,
        moment,
        {
          title: "Go back to the marked moment",
          text: "Open the record at this moment, answer again in writing, and compare your answer with what you said.",
        },
      );
  }
  return claims;
}

/** Says that a silence was no idle one. */
function workDuring(
  record: InterviewRecord,
  { before, after }: { before: { endAt: string }; after: { at: string } },
): string {
  const runs = itemsOf(record, "run").filter(
    (run) =>
      isOf(run, "interviewee") &&
      Date.parse(run.at) >= Date.parse(before.endAt) &&
      Date.parse(run.at) <= Date.parse(after.at),
  );
  return runs.length === 0 ? "" : " You ran code during it.";
}

/** The candidate's last words shortly before a mark, which most likely caused it. */
function answerBefore(
  record: InterviewRecord,
  mark: InterviewItemOf<"mark">,
): InterviewItemOf<"utterance"> | undefined {
  const markedAt = Date.parse(mark.at);
  return itemsOf(record, "utterance").findLast(({ party, at }) => {
    const secondsBefore = (markedAt - Date.parse(at)) / 1000;
    return party === "interviewee" && secondsBefore >= 0 && secondsBefore <= markReachSeconds;
  });
}

type Add = (
  area: string,
  kind: ClaimKind,
  text: string,
  items: readonly (InterviewItem | undefined)[],
  exercise?: { title: string; text: string },
) => void;

function addRuns(record: InterviewRecord, earlier: readonly Measured[], add: Add): void {
  const runs = itemsOf(record, "run").filter((item) => isOf(item, "interviewee"));
  const first = firstRun(record);
  if (first !== null) {
    const before = compare(earlier, ({ secondsToFirstRun }) => secondsToFirstRun, duration);
    add(
      "coding",
      "observation",
      `Your first run without an error came ${duration(first.seconds)} into the interview${before}.`,
      [first.run],
    );
  }
  const failed = runs.filter(hasFailed);
  if (failed.length === 0) return;
  const repaired = runs.find((run) => !hasFailed(run) && run.at > (failed[0]?.at ?? ""));
  const repair = repaired === undefined ? "" : repairText(failed[0], repaired);
  add(
    "coding",
    "observation",
    failedRunsText(failed.length, runs.length) + repair,
    [...failed.slice(0, 1), repaired, ...failed.slice(1)],
    {
      title: "Read the code before it runs",
      text: "Take three short problems. Before each run, trace one small example by hand and write down what you expect it to print.",
    },
  );
}

function repairText(failed: InterviewItem | undefined, repaired: InterviewItem): string {
  const seconds = (Date.parse(repaired.at) - Date.parse(failed?.at ?? repaired.at)) / 1000;
  return ` It took ${duration(Math.round(seconds))} from the first error to a run without one.`;
}

function failedRunsText(failed: number, all: number): string {
  if (all === 1) return "Your only run ended with an error.";
  if (failed === all) return `All ${all} of your runs ended with an error.`;
  return `${failed} of your ${all} runs ended with an error.`;
}

/**
 * A literal excerpt from the item's beginning, cut after a sentence or else between words; of a run with an error, its last line,
 * which names the error. Empty if the original does not contain it in one piece.
 */
function excerpt(item: InterviewItem, original: InterviewItem | undefined): string {
  const [first = ""] = quotableTexts(item);
  const texts = original === undefined ? [] : quotableTexts(original).map(normalText);
  const lines = first.split("\n").filter((line) => line.trim() !== "");
  const beginnings = [
    ...(item.kind === "run" && hasFailed(item) && item.output !== ""
      ? [cutWords(normalText(lines.at(-1) ?? ""))]
      : []),
    cutWords(normalText(first)),
    cutWords(normalText(lines[0] ?? "")),
  ];
  return beginnings.find((beginning) => texts.some((text) => text.includes(beginning))) ?? "";
}

function cutWords(text: string): string {
  if (text.length <= excerptCharacters) return text;
  const cut = text.slice(0, excerptCharacters);
  const sentences = /^.*[.?!।](?=\s)/su.exec(cut)?.[0] ?? "";
  if (sentences.length >= leastExcerpt) return sentences;
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)).trim() || cut;
}

/** How this compares with the latest earlier interviews, in brackets; empty without any. */
function compare(
  earlier: readonly Measured[],
  read: (measured: Measured) => number | null,
  show: (value: number) => string,
): string {
  const values = earlier.flatMap((measured) => read(measured) ?? []).slice(0, 3);
  const [latest, ...before] = values.map(show);
  if (latest === undefined) return "";
  if (before.length === 0) return ` (earlier ${latest})`;
  if (before.length === 1) return ` (earlier ${latest}, before that ${before[0]})`;
  return ` (earlier ${latest}, ${before.slice(0, -1).join(", ")} and ${before.at(-1)}, newest first)`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** `6 min 10 s` */
function duration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 ? `${minutes} min` : "", rest > 0 || minutes === 0 ? `${rest} s` : ""]
    .filter((part) => part !== "")
    .join(" ");
}
