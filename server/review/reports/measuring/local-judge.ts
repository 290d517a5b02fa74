import { cutText } from "@greenroom/contract/kernel/cut-text.ts";
import type {
  InterviewItem,
  InterviewItemOf,
  InterviewRecord,
} from "@greenroom/contract/review/reports/interview-record.ts";
import { hasFailed } from "@greenroom/contract/room/failed-run.ts";
import { type ClaimKind, claimEvidence, type Measured } from "@greenroom/contract/schedule/report-shape.ts";
import { normalText } from "../verification/normal-text.ts";
import { isOf } from "../verification/quotable-text.ts";
import { claimId, evidenceOf, type VerifiedClaim } from "../verification/verify-claims.ts";
import { isToComeBackTo, longestAnswer } from "./longest-answer.ts";
import { answerAgain, goodMarkAfter, isNearGoodMark, momentOf } from "./marked-moments.ts";
import { firstRun, itemsOf } from "./measure.ts";
import { clock, compare, duration, secondsAfter } from "./measured-text.ts";
import { type NotableSilence, notableSilence } from "./notable-silence.ts";
import { codeAndOutput, excerpt, newestCode, quoteOf, type Source } from "./quoted-source.ts";

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

/**
 * The exercise after a silence: about what the candidate could have said then. After a remark of the interviewer it is
 * unknown whether anything had to be said.
 */
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
