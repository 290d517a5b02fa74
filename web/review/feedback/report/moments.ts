import { cutText } from "@greenroom/contract/kernel/cut-text.ts";
import { markSources, type NoteMoment } from "@greenroom/contract/review/rubrics/moments.ts";
import { errorLine, hasFailed } from "@greenroom/contract/room/failed-run.ts";
import type { RecordItemOf, RoomRecord } from "@greenroom/contract/room/room-record.ts";
import { formatElapsed, marksText } from "../../../room/record/record-text.ts";

/** An event of the interview that a mentor can refer to in their notes. */
export interface RecordMoment extends NoteMoment {
  id: string;
}

const textCharacters = 200;
const maxMoments = 60;

/**
 * The questions, marks, runs and messages of a record, in order of time. Of a long record, what the mentor marked and
 * asked comes before runs and messages.
 */
export function momentsOf({ items, people }: Pick<RoomRecord, "items" | "people">): RecordMoment[] {
  const moments: RecordMoment[] = [];
  let runs = 0;
  for (const item of items) {
    const common = { id: item.id, time: formatElapsed(item.atSeconds) };
    if (item.kind === "mark") moments.push({ id: item.id, ...momentOfMark(item) });
    if (item.kind === "question") {
      moments.push({
        ...common,
        source: sourceOf(item.title),
        text: item.marks ? marksText(item.marks) : "",
      });
    }
    if (item.kind === "run") {
      runs += 1;
      moments.push({ ...common, source: `run ${runs}`, text: describeRun(item) });
    }
    if (item.kind === "chat") {
      const author = people.find(({ _id }) => _id === item.personId);
      moments.push({
        ...common,
        source: `chat, ${author?.firstName ?? "somebody"}`,
        text: shorten(item.body),
      });
    }
  }
  if (moments.length <= maxMoments) return moments;
  const ofMentor = items.filter(({ kind }) => kind === "mark" || kind === "question");
  const kept = new Set(ofMentor.slice(0, maxMoments).map(({ id }) => id));
  for (const { id } of moments) if (kept.size < maxMoments) kept.add(id);
  return moments.filter(({ id }) => kept.has(id));
}

export function momentOfMark({ atSeconds, label, note }: RecordItemOf<"mark">): NoteMoment {
  return { time: formatElapsed(atSeconds), source: markSources[label], text: note };
}

/** "3 marks, 6 runs, 2 of them with an error" */
export function momentCounts({ items }: Pick<RoomRecord, "items">): string {
  const marks = items.filter(({ kind }) => kind === "mark").length;
  const runs = items.filter((item) => item.kind === "run");
  const failed = runs.filter(hasFailed).length;
  const questions = items.filter(({ kind }) => kind === "question").length;
  const counts = [
    ...(questions === 0 ? [] : [`${questions} ${questions === 1 ? "question" : "questions"}`]),
    `${marks} ${marks === 1 ? "mark" : "marks"}`,
    `${runs.length} ${runs.length === 1 ? "run" : "runs"}`,
  ];
  return `${counts.join(", ")}${failed === 0 ? "" : `, ${failed} of them with an error`}`;
}

/** A failed run is named by its error; of a successful run the first line of output is shown. */
function describeRun(run: RecordItemOf<"run">): string {
  if (hasFailed(run)) return shorten(errorLine(run) || "ended with an error");
  const first = run.output.split("\n").find((line) => line.trim() !== "");
  return first === undefined ? "ran without output" : shorten(`printed ${first}`);
}

/** A source has at most 60 characters and no bracket (`contract/review/rubrics/moments.ts`). */
function sourceOf(title: string): string {
  const plain = title.replace(/[[\]]/g, "").trim();
  return plain.length <= 60 ? plain : `${cutText(plain, 59).trimEnd()}…`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= textCharacters ? line : `${cutText(line, textCharacters - 1).trimEnd()}…`;
}
