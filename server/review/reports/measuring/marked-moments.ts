import type {
  InterviewItemOf,
  InterviewRecord,
} from "@greenroom/contract/review/reports/interview-record.ts";
import { normalText } from "../verification/normal-text.ts";
import { isOf } from "../verification/quotable-text.ts";
import { itemsOf } from "./measure.ts";
import { clock, secondsAfter } from "./measured-text.ts";
import { closingQuestion, codeAndOutput, newestCode, type Source } from "./quoted-source.ts";

/*
 * Finds the moment that a mark of the interviewer refers to. A mark has a time and perhaps a note, but no words of the
 * candidate.
 */

/** A mark does not refer to something that began longer ago. */
const markReachSeconds = 60;

type Mark = InterviewItemOf<"mark">;

interface Exercise {
  title: string;
  text: string;
}

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
