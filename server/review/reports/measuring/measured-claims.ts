import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import type {
  InterviewItem,
  InterviewItemOf,
  InterviewRecord,
} from "@greenroom/contract/review/interview-record.ts";
import { errorLine, hasFailed } from "@greenroom/contract/room/code-pad.ts";
import { type ClaimKind, claimEvidence, type Measured } from "@greenroom/contract/schedule/report-shape.ts";
import { isOf, normalText, quotableTexts } from "../verification/quotes.ts";
import { claimId, evidenceOf, type VerifiedClaim } from "../verification/verify-claims.ts";
import {
  clock,
  compare,
  duration,
  firstRun,
  isToComeBackTo,
  itemsOf,
  longestAnswer,
  type NotableSilence,
  notableSilence,
  secondsAfter,
} from "./measure.ts";

/* The judge without a model: it counts, and repeats the mentor's marks. It has no opinion and gives no score. */

/** The area of claims that belong to none of the rubric's areas. */
export const sessionArea = { name: "session", label: "The interview" };

const maxMarks = 8;
/** A slip that took longer to repair had a consequence. */
const quickRepairSeconds = 60;
/** Errors that a second look at the code finds: a misspelled name, a missing bracket. */
const slips = /^(NameError|SyntaxError|IndentationError|TabError|ReferenceError)\b|syntax error at/;

interface LocalInput {
  /** Without text that addresses a judge; quotes come from here. */
  record: InterviewRecord;
  /** As it was stored: a text that was left out took time to say, so speech is measured here. */
  original: InterviewRecord;
  /** The candidate's earlier interviews, newest first. */
  earlier: readonly Measured[];
}

interface Exercise {
  title: string;
  text: string;
}

type Add = (
  area: string,
  kind: ClaimKind,
  text: string,
  sources: readonly (Source | undefined)[],
  exercise?: Exercise,
) => void;

/** The measurements that somebody can act on as claims, each with the items that it was counted from. */
export function measuredClaims(input: LocalInput): VerifiedClaim[] {
  const { record, original, earlier } = input;
  const claims: VerifiedClaim[] = [];
  const originals = new Map(original.items.map((item) => [item.id, item]));
  const kept = new Map(record.items.map((item) => [item.id, item]));
  const quoted = (source: Source) => {
    const item = kept.get(source.item.id);
    return item === undefined ? "" : quoteOf({ ...source, item }, originals.get(item.id));
  };
  const add: Add = (area, kind, text, sources, exercise = { title: "", text: "" }) => {
    const evidence = sources
      .flatMap((source) => source ?? [])
      .slice(0, claimEvidence)
      .map((source) => evidenceOf(record, source.item, quoted(source)));
    if (evidence.length > 0)
      claims.push({ id: claimId(record, area, text), area, kind, text, evidence, exercise });
  };
  addLongestAnswer(original, add);
  addSilence(original, add);
  addRuns(record, originals, earlier, add);
  addMarks(record, add);
  return claims;
}

/** The longest answer, if the interviewer marked it to come back to: nobody else can say that it was too long. */
function addLongestAnswer(record: InterviewRecord, add: Add): void {
  const answer = longestAnswer(record);
  if (answer === null || !isToComeBackTo(record, answer)) return;
  add(
    "communication",
    "observation",
    `Your longest answer took ${duration(answer.seconds)}, and your interviewer marked it to come back to.`,
    [{ item: answer.first }],
    {
      title: "Say your longest answer in half the time",
      text: `Open the record at this answer. Say it again with a timer in ${duration(Math.ceil(answer.seconds / 2))}: the answer first, then one reason, then stop.`,
    },
  );
}

function addMarks(record: InterviewRecord, add: Add): void {
  for (const mark of itemsOf(record, "mark").slice(0, maxMarks)) {
    const sources = [...momentOf(record, mark), { item: mark }];
    // A moment that went well needs no exercise: it would repeat the praise, or contradict one about a gap.
    if (mark.label === "good") add(sessionArea.name, "strength", markText(record, mark), sources);
    else {
      const exercise = answerAgain(record, mark);
      add(sessionArea.name, "improvement", markText(record, mark), sources, exercise);
    }
  }
}

/** The time makes the claims of equal marks different, so that each has its own exercise and disputes. */
function markText(record: InterviewRecord, { label, note, at }: InterviewItemOf<"mark">): string {
  const start = `At ${clock(secondsAfter(record.startTime, at))} your interviewer`;
  const said = cutText(normalText(note), 280).replace(/(?<!\.)\.$/u, "");
  if (said === "") return `${start} marked this moment ${label === "good" ? "as good" : "to come back to"}.`;
  return `${start} ${label === "good" ? "marked this as good" : "noted to come back to this"}: “${said}”.`;
}

function addSilence(record: InterviewRecord, add: Add): void {
  const silence = notableSilence(record);
  if (silence === null) return;
  const { before, after, text } = silence;
  add("communication", "observation", text, [{ item: before }, { item: after }], breakSilence(silence));
}

/** The exercise after a silence. After a mere remark, it is unknown whether anything had to be said. */
function breakSilence({ before, after }: Pick<NotableSilence, "before" | "after">): Exercise | undefined {
  if (before.kind !== "utterance") {
    return {
      title: "Say what each change does",
      text: "Open the record at this silence and say aloud what you were checking. In the next problem, say after each change what it does and what the next run should print.",
    };
  }
  const isAfterInterviewer = before.party === "interviewer";
  if (after.kind !== "utterance") {
    return isAfterInterviewer
      ? {
          title: "Say what you are about to write",
          text: "Open the record at this silence and say aloud what you were preparing. In the next problem, say each step just before you write it.",
        }
      : {
          title: "Talk while you write the code",
          text: "Open the record at this silence and say aloud what you were deciding. In the next problem, say in a few words what each step is for while you write it.",
        };
  }
  if (!isAfterInterviewer) {
    return {
      title: "Say what you are weighing",
      text: "Open the record at this silence and say aloud which options you were comparing. In the next problem, whenever you stop, name the options and the reason that decides.",
    };
  }
  if (!normalText(before.text).includes("?")) return undefined;
  return {
    title: "Begin an answer with what you know",
    text: "Open the record at this silence and say aloud what you were weighing. Then take three new questions, and within ten seconds of reading each, say what you know and what you would look at first.",
  };
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
        : `${duration(secondsAfter(asked.at, first.run.at))} after “${normalText(asked.title)}” was shown`;
    const sinceStart = `${duration(first.seconds)} into the interview${before}`;
    // The time from the start is among the measured facts, so a point repeats it only beside earlier ones.
    const times = before === "" ? [sinceQuestion || sinceStart] : [sinceStart, sinceQuestion];
    add(
      "coding",
      "observation",
      `Your first run without an error came ${times.filter((time) => time !== "").join(", ")}.`,
      [...codeAndOutput(first.run), asked === undefined ? undefined : { item: asked }],
    );
  }
  const failed = runs.filter(hasFailed);
  if (failed.length === 0) return;
  const errorOf = (run: InterviewItem) => excerpt(run, originals.get(run.id));
  // The interviewer liked what happened near these, so they need no explanation.
  const open = failed.filter((run) => !isNearGoodMark(record, run));
  const praised = failed.filter((run) => goodMarkAfter(record, run) !== undefined);
  // An exercise about a slip of the fingers would teach nothing.
  const telling = open.find((run) => run.output !== "" && !slips.test(errorOf(run)));
  const main = telling ?? open[0] ?? failed[0];
  const repaired = runs.find((run) => !hasFailed(run) && run.at > (failed[0]?.at ?? ""));
  const isSlip = telling === undefined && failed.length === 1 && open.length === 1;
  // It had no consequence, and is counted among the measured facts.
  if (isSlip && repaired !== undefined && secondsAfter(main?.at ?? "", repaired.at) < quickRepairSeconds)
    return;
  const repair = repaired === undefined ? "" : repairText(failed[0], repaired);
  add(
    "coding",
    "observation",
    failedRunsText({ failed: failed.length, all: runs.length, praised: praised.length }) + repair,
    // The exercise opens the first.
    [
      main === undefined ? undefined : { item: main },
      repaired === undefined
        ? undefined
        : repairSource(repaired, failed.findLast(({ at }) => at < repaired.at)?.code ?? ""),
      ...failed.filter((run) => run !== main).map((item) => ({ item })),
    ],
    telling === undefined ? (open.length > 1 ? readFirst : undefined) : explainError(errorOf(telling)),
  );
}

/** The line that repaired the code; the output where the code was not stored or is the same. */
function repairSource(run: InterviewItemOf<"run">, failedCode: string): Source {
  return run.code === "" || run.code === failedCode ? { item: run } : newestCode(run, failedCode);
}

function repairText(failed: InterviewItem | undefined, repaired: InterviewItem): string {
  return ` It took ${duration(secondsAfter(failed?.at ?? repaired.at, repaired.at))} from the first error to a run without one.`;
}

/** The exercise after several errors that a second look at the code finds. */
const readFirst: Exercise = {
  title: "Read the code before it runs",
  text: "Take three short problems. Before each run, trace one small example by hand and write down what you expect it to print.",
};

/** The exercise after a run with an error: about this error, because "read your code first" helps nobody. */
function explainError(error: string): Exercise {
  return {
    title: `Explain the error: ${error}`,
    text: "Open the record at this run and say in one sentence why it failed. Write the smallest test that fails for the same reason, then the change that makes it pass. In the next problem, write that test before the first run.",
  };
}

interface RunCounts {
  failed: number;
  all: number;
  /** Of the failed ones, after how many the interviewer marked the moment as good. */
  praised: number;
}

function failedRunsText({ failed, all, praised }: RunCounts): string {
  const count =
    all === 1
      ? "Your only run"
      : failed === all
        ? `${all === 2 ? "Both" : `All ${all}`} of your runs`
        : `${failed} of your ${all} runs`;
  return `${count} ended with an error${praiseText(failed, praised)}.`;
}

function praiseText(failed: number, praised: number): string {
  if (praised === 0) return "";
  if (failed === 1) return ", and right after it your interviewer marked the moment as good";
  if (praised === failed) return ", and right after each your interviewer marked the moment as good";
  return `. Right after ${praised === 1 ? "one" : praised} of them your interviewer marked the moment as good`;
}

/*
 * Finds the moment that a mark of the interviewer refers to. A mark has a time and perhaps a note, but no words of the
 * candidate.
 */

/** A mark does not refer to something that began longer ago. */
const markReachSeconds = 60;

type Mark = InterviewItemOf<"mark">;

/** The candidate's last answer before a mark, else their last run or code, else the question on screen. */
export function momentOf(record: InterviewRecord, mark: Mark): Source[] {
  const answer = answerBefore(record, mark);
  if (answer !== undefined) return [{ item: answer }];
  const work = record.items.findLast(
    (item): item is InterviewItemOf<"run"> | InterviewItemOf<"code"> =>
      (item.kind === "run" || item.kind === "code") && isOf(item, "interviewee") && isInReach(item, mark),
  );
  if (work?.kind === "run") return codeAndOutput(work);
  if (work?.kind === "code") {
    const before = itemsOf(record, "code").findLast(({ at }) => at < work.at);
    return [newestCode(work, before?.text ?? "")];
  }
  const question = questionOnScreen(record, mark);
  return question === undefined ? [] : [{ item: question }];
}

/**
 * True if the interviewer marked a moment as good within a minute before or after this item. Such a mark may be about
 * something else, so it only says that the item needs no criticism.
 */
export function isNearGoodMark(record: InterviewRecord, { at }: { at: string }): boolean {
  return itemsOf(record, "mark").some(
    (mark) =>
      mark.label === "good" && Math.abs(Date.parse(mark.at) - Date.parse(at)) <= markReachSeconds * 1000,
  );
}

/** The first mark as good after this run, if it came within a minute and before the next run: it is about this run. */
export function goodMarkAfter(record: InterviewRecord, run: InterviewItemOf<"run">): Mark | undefined {
  const mark = itemsOf(record, "mark").find(({ label, at }) => label === "good" && at >= run.at);
  if (mark === undefined || !isInReach(run, mark)) return undefined;
  const newest = itemsOf(record, "run").findLast(({ at }) => at <= mark.at);
  return newest?.id === run.id ? mark : undefined;
}

/** The exercise for a moment to come back to: the question that led there or the code of then, once more. */
export function answerAgain(record: InterviewRecord, mark: Mark): Exercise {
  const note = normalText(mark.note);
  const about = note === "" ? `the moment at ${clock(secondsAfter(record.startTime, mark.at))}` : note;
  const [{ item } = {}] = momentOf(record, mark);
  if (item?.kind === "code" || (item?.kind === "run" && item.code.trim() !== "")) {
    return {
      title: `Write it again: ${about}`,
      text: "Open the record at this moment. Write this part of the code again on an empty page, run it, and note in one sentence what you did differently.",
    };
  }
  return {
    title: `Answer again: ${about}`,
    text: `${questionBehind(record, mark)} Write the answer that you would give now in five sentences, say it aloud, and compare it with what you said.`,
  };
}

function questionBehind(record: InterviewRecord, mark: Mark): string {
  const answer = answerBefore(record, mark);
  const asked = itemsOf(record, "utterance").findLast(
    ({ party, at }) => answer !== undefined && party === "interviewer" && at < answer.at,
  );
  const said = closingQuestion(asked?.text ?? "");
  if (said !== "") return `Your interviewer said: “${said}”`;
  const shown = questionOnScreen(record, mark);
  return shown === undefined
    ? "Open the record at this moment."
    : `The question was “${normalText(shown.title)}”.`;
}

/** The candidate's last words shortly before a mark, which most likely caused it. */
function answerBefore(record: InterviewRecord, mark: Mark): InterviewItemOf<"utterance"> | undefined {
  return itemsOf(record, "utterance").findLast(
    (said) => said.party === "interviewee" && isInReach(said, mark),
  );
}

function questionOnScreen(record: InterviewRecord, mark: Mark): InterviewItemOf<"question"> | undefined {
  return itemsOf(record, "question").findLast(({ at }) => Date.parse(at) <= Date.parse(mark.at));
}

function isInReach({ at }: { at: string }, mark: Mark): boolean {
  const secondsBefore = (Date.parse(mark.at) - Date.parse(at)) / 1000;
  return secondsBefore >= 0 && secondsBefore <= markReachSeconds;
}

/* Makes the quotes of a measured claim from the items that it was counted from. */

const excerptCharacters = 160;
/** Shorter whole sentences give way to a longer excerpt that is cut between words. */
const leastExcerpt = 20;

/** An item as evidence, with the line of it to quote; without a line, its beginning is quoted. */
export interface Source {
  item: InterviewItem;
  line?: string;
}

/** A run as evidence: the last line of its code, which usually prints, and the output if there is any. */
export function codeAndOutput(run: InterviewItemOf<"run">): Source[] {
  const line = lastLine(run.code);
  if (line === "") return [{ item: run }];
  return run.output.trim() === "" ? [{ item: run, line }] : [{ item: run, line }, { item: run }];
}

/** A text of code as evidence: the last line that is new since the text before. */
export function newestCode(item: InterviewItemOf<"code"> | InterviewItemOf<"run">, before: string): Source {
  return { item, line: newLine("text" in item ? item.text : item.code, before) };
}

/** The last line that the text before does not have; the last line of all if there is none. */
function newLine(code: string, before: string): string {
  const known = new Set(codeLines(before));
  return codeLines(code).findLast((line) => !known.has(line)) ?? lastLine(code);
}

function lastLine(code: string): string {
  return codeLines(code).at(-1) ?? "";
}

/** The lines with a word in them, because a bracket alone tells nothing. */
function codeLines(code: string): string[] {
  return code
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /\p{L}{2}/u.test(line));
}

/** The quote of a source; empty if the original item does not contain it in one piece. */
export function quoteOf({ item, line = "" }: Source, original: InterviewItem | undefined): string {
  // The claim already contains the mark's words.
  if (item.kind === "mark") return "";
  if (line === "") return excerpt(item, original);
  return standing([cutWords(normalText(line))], original);
}

/** A literal excerpt of the item, cut after a sentence or between words; of a failed run, its error. */
export function excerpt(item: InterviewItem, original: InterviewItem | undefined): string {
  const [first = ""] = quotableTexts(item);
  const lines = first.split("\n").filter((line) => line.trim() !== "");
  const beginnings = [
    ...(item.kind === "run" && hasFailed(item) && item.output !== ""
      ? [cutWords(normalText(errorLine(item)))]
      : []),
    cutWords(normalText(first)),
    cutWords(normalText(lines[0] ?? "")),
  ];
  return standing(beginnings, original);
}

/** The first of these quotes that occurs in the original item; empty without one. */
function standing(quotes: readonly string[], original: InterviewItem | undefined): string {
  const texts = original === undefined ? [] : quotableTexts(original).map(normalText);
  return quotes.find((quote) => texts.some((text) => text.includes(quote))) ?? "";
}

/** The end of a long speech, if it is a question; else all of a short one. */
export function closingQuestion(speech: string): string {
  const text = normalText(speech);
  if (text.length <= excerptCharacters) return text;
  if (!text.endsWith("?")) return "";
  // A regular expression would begin anew at each character of a long speech.
  const before = text.slice(0, -1);
  const start = Math.max(...[".", "?", "!"].map((end) => before.lastIndexOf(end))) + 1;
  return text.slice(start).trim();
}

function cutWords(text: string): string {
  if (text.length <= excerptCharacters) return text;
  const cut = cutText(text, excerptCharacters);
  const sentences = /^.*[.?!।](?=\s)/su.exec(cut)?.[0] ?? "";
  if (sentences.length >= leastExcerpt) return sentences;
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)).trim() || cut;
}
