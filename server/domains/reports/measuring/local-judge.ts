import type {
  InterviewItem,
  InterviewItemOf,
  InterviewRecord,
} from "@greenroom/contract/reports/interview-record.ts";
import { type ClaimKind, claimEvidence, type Measured } from "@greenroom/contract/reports/report-shape.ts";
import { normalText, wordsOf } from "../verification/normal-text.ts";
import { isOf, quotableTexts } from "../verification/quotable-text.ts";
import { claimId, evidenceOf, type VerifiedClaim } from "../verification/verify-claims.ts";
import { firstRun, hasFailed, itemsOf } from "./measure.ts";
import { notableSilence } from "./notable-silence.ts";

/* The judge without a model: it counts, and repeats the mentor's marks. It has no opinion and gives no score. */

/** The area of claims that belong to none of the rubric's areas. */
export const sessionArea = { name: "session", label: "The session" };

const excerptCharacters = 160;
/** Shorter whole sentences give way to a longer excerpt that is cut between words. */
const leastExcerpt = 20;
const maxMarks = 8;
/** Errors that a second look at the code finds: a misspelled name, a missing bracket. */
const slips = /^(NameError|SyntaxError|IndentationError|TabError|ReferenceError)\b|syntax error at/;
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
  addSilence(record, add);
  addRuns(record, originals, earlier, add);
  const questions = itemsOf(record, "question");
  if (questions.length > 0)
    add(sessionArea.name, "observation", questionsText(questions.map(({ title }) => title)), questions);
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
        answerAgain(record, mark),
      );
  }
  return claims;
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

interface Exercise {
  title: string;
  text: string;
}

type Add = (
  area: string,
  kind: ClaimKind,
  text: string,
  items: readonly (InterviewItem | undefined)[],
  exercise?: Exercise,
) => void;

/** Only the candidate's own silence has an exercise: they cannot shorten one that their interviewer ended. */
function addSilence(record: InterviewRecord, add: Add): void {
  const notable = notableSilence(record);
  if (notable === null) return;
  const { silence, isOwn, where, work } = notable;
  const items = [silence.before, silence.after];
  if (!isOwn) {
    const text = `The longest silence was ${duration(silence.seconds)}. Your interviewer ended it.`;
    add("communication", "observation", text, items);
    return;
  }
  add(
    "communication",
    "observation",
    `Your longest silence was ${duration(silence.seconds)}, ${where}.${work}`,
    items,
    {
      title: "Think aloud",
      text: "Solve one problem a day with a timer and say your next step aloud whenever half a minute has passed in silence.",
    },
  );
}

/** Names the questions that the claim has evidence of. */
function questionsText(titles: readonly string[]): string {
  const named = titles.slice(0, claimEvidence).map((title) => `“${normalText(title).slice(0, 60)}”`);
  const more = titles.length - named.length;
  const list = more > 0 ? [...named, `${more} more`] : named;
  const last = list.at(-1) ?? "";
  const count = titles.length === 1 ? "1 question" : `${titles.length} questions`;
  return `You were asked ${count}: ${list.length === 1 ? last : `${list.slice(0, -1).join(", ")} and ${last}`}.`;
}

/** The exercise for a moment to come back to: the question that led there, once more. */
function answerAgain(record: InterviewRecord, mark: InterviewItemOf<"mark">): Exercise {
  const note = normalText(mark.note);
  const answer = answerBefore(record, mark);
  const question = answer === undefined ? "" : questionBefore(record, answer);
  const open =
    question === "" ? "Open the record at this moment." : `Your interviewer had said: “${question}”`;
  return {
    title: `Answer again: ${note === "" ? `the moment at ${clock(secondsAfter(record.startTime, mark.at))}` : note}`,
    text: `${open} Write the answer that you would give now in five sentences, say it aloud, and compare it with what you said.`,
  };
}

/** What the interviewer had said last before an answer. */
function questionBefore(record: InterviewRecord, answer: InterviewItemOf<"utterance">): string {
  const said = itemsOf(record, "utterance").findLast(
    ({ party, at }) => party === "interviewer" && at < answer.at,
  );
  const text = normalText(said?.text ?? "");
  // Of a long speech, the question at its end.
  return text.length <= excerptCharacters ? text : (/[^.?!]*\?$/u.exec(text)?.[0].trim() ?? "");
}

function addRuns(
  record: InterviewRecord,
  originals: ReadonlyMap<string, InterviewItem>,
  earlier: readonly Measured[],
  add: Add,
): void {
  const runs = itemsOf(record, "run").filter((item) => isOf(item, "interviewee"));
  const first = firstRun(record);
  if (first !== null) {
    const before = compare(earlier, ({ secondsToFirstRun }) => secondsToFirstRun, duration);
    const asked = itemsOf(record, "question").findLast(({ at }) => at <= first.run.at);
    // How late a run is depends on when the question came.
    const sinceQuestion =
      asked === undefined
        ? ""
        : `, ${duration(secondsAfter(asked.at, first.run.at))} after “${normalText(asked.title)}” was shown`;
    add(
      "coding",
      "observation",
      `Your first run without an error came ${duration(first.seconds)} into the interview${before}${sinceQuestion}.`,
      [first.run, asked],
    );
  }
  const failed = runs.filter(hasFailed);
  if (failed.length === 0) return;
  const errorOf = (run: InterviewItem) => excerpt(run, originals.get(run.id));
  // An exercise about a slip of the fingers would teach nothing.
  const telling = failed.find((run) => run.output !== "" && !slips.test(errorOf(run)));
  const repaired = runs.find((run) => !hasFailed(run) && run.at > (failed[0]?.at ?? ""));
  const repair = repaired === undefined ? "" : repairText(failed[0], repaired);
  add(
    "coding",
    "observation",
    failedRunsText(failed.length, runs.length) + repair,
    // The exercise opens the first.
    [telling ?? failed[0], repaired, ...failed.filter((run) => run !== (telling ?? failed[0]))],
    explainError(telling === undefined ? "" : errorOf(telling)),
  );
}

function repairText(failed: InterviewItem | undefined, repaired: InterviewItem): string {
  return ` It took ${duration(secondsAfter(failed?.at ?? repaired.at, repaired.at))} from the first error to a run without one.`;
}

/** The exercise after a run with an error: about this error, because "read your code first" helps nobody. */
function explainError(error: string): Exercise {
  if (error === "") {
    return {
      title: "Read the code before it runs",
      text: "Take three short problems. Before each run, trace one small example by hand and write down what you expect it to print.",
    };
  }
  return {
    title: `Explain the error: ${error}`,
    text: "Open the record at this run and say in one sentence why it failed. Write the smallest test that fails for the same reason, then the change that makes it pass. In the next problem, write that test before the first run.",
  };
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

function secondsAfter(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}

/** `27:05` */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
