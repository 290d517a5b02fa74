import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import { type QuestionTopic, questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import {
  markSources,
  type NoteMoment,
  noteCharacters,
  writeMoment,
} from "@greenroom/contract/review/rubric.ts";
import { type AreaName, areaNames } from "@greenroom/contract/review/tracks.ts";
import { errorLine, hasFailed } from "@greenroom/contract/room/code-pad.ts";
import type { RecordItemOf, RoomRecord } from "@greenroom/contract/room/room-record.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import type { UseFormReturn } from "react-hook-form";
import { formatElapsed, marksText } from "../../room/record/record-text.tsx";

export interface Answers {
  track: Track;
  /** A score is null for "not assessed", and missing until one is chosen. */
  areas: { area: AreaName; score?: number | null; notes: string }[];
  questions: string;
  summary: string;
  nextSteps: string;
}

/** Adds a line at the end of a text of the form. */
export function addLine(
  form: UseFormReturn<Answers>,
  name: "summary" | "nextSteps" | `areas.${number}.notes`,
  line: string,
  between = "\n",
): void {
  const before = form.getValues(name).trimEnd();
  const text = `${before}${before === "" ? "" : between}${line}`;
  form.setValue(name, text, { shouldDirty: true, shouldValidate: true });
}

export function feedbackDraftName(bookingId: string): string {
  return `report-${bookingId}`;
}

export interface FeedbackPrefill {
  /** One title per line. */
  questions: string;
  /** The rounded mean of the scored criteria of each area. */
  scores: Partial<Record<AreaName, number>>;
  /**
   * The interviewer's marks, one per line, in the area that the record shows. Other marks are left out,
   * and those that would make a note longer than the form accepts.
   */
  notes: Partial<Record<AreaName, string>>;
}

/** The rubric's fields from the questions, marks and runs. The interviewer's private notes are left out. */
export function prefillFromRecord({ items }: Pick<RoomRecord, "items">): FeedbackPrefill {
  const asked = items.filter((item): item is RecordItemOf<"question"> => item.kind === "question");
  const scored = new Map<AreaName, number[]>();
  for (const { topic, marks } of asked) {
    if (topic === null) continue;
    const area = areaOfTopic[topic];
    const scores = (marks?.criteria ?? []).flatMap(({ score }) => score ?? []);
    scored.set(area, [...(scored.get(area) ?? []), ...scores]);
  }
  const means = [...scored]
    .filter(([, scores]) => scores.length > 0)
    .map(([area, scores]) => [area, Math.round(scores.reduce((sum, each) => sum + each, 0) / scores.length)]);
  return {
    questions: [...new Set(asked.map(({ title }) => title))].join("\n"),
    scores: Object.fromEntries(means),
    notes: notesFromMarks(items),
  };
}

function notesFromMarks(items: RoomRecord["items"]): FeedbackPrefill["notes"] {
  const notes: FeedbackPrefill["notes"] = {};
  for (const mark of items) {
    if (mark.kind !== "mark") continue;
    const area = areaOfMark(mark, items);
    if (area === null) continue;
    const before = notes[area] === undefined ? "" : `${notes[area]}\n`;
    const after = before + writeMoment(momentOfMark(mark));
    if (after.length <= noteCharacters) notes[area] = after;
  }
  return notes;
}

export function filledText({
  hasQuestions,
  hasScores,
  hasMarks,
}: {
  hasQuestions: boolean;
  hasScores: boolean;
  hasMarks: boolean;
}): string {
  const filled = [
    ...(hasQuestions ? ["the questions you asked"] : []),
    ...(hasScores ? ["the scores you gave in the room"] : []),
    ...(hasMarks ? ["moments that you marked"] : []),
  ]
    .join(", ")
    .replace(/, (?=[^,]*$)/, " and ");
  if (filled === "") return "";
  return `${filled[0]?.toUpperCase()}${filled.slice(1)} are filled in. Check them before you send.`;
}

const mostSuggestions = 6;
/** From this score on, an answer or an area needs no practice. */
const goodScore = 4;

/**
 * Next steps that follow from the record: moments that were marked to come back to, questions whose answer was not
 * good, and drills on the topics of areas with low scores. They say where to practice, and nothing about the answers.
 */
export function suggestSteps(
  { items }: Pick<RoomRecord, "items">,
  scores: Partial<Record<AreaName, number>>,
): string[] {
  const comeBack = items.flatMap((item) => {
    if (item.kind !== "mark" || item.label !== "come_back") return [];
    const { time, text } = momentOfMark(item);
    return [`Go back to ${time} in the record${text === "" ? "." : `: ${withEnd(text)}`}`];
  });
  const asked = items.filter((item): item is RecordItemOf<"question"> => item.kind === "question");
  const again = asked.filter(isToRepeat).map(({ title, questionId }) => {
    const where = questionId === null ? "" : " in the question bank";
    return `Answer “${title}” again${where}.`;
  });
  const isLow = (area: AreaName) => (scores[area] ?? goodScore) < goodScore;
  const drills = asked.flatMap(({ topic }) =>
    topic !== null && isLow(areaOfTopic[topic]) ? [`Do the drills on ${questionTopicNames[topic]}.`] : [],
  );
  return [...new Set([...comeBack, ...again, ...drills])].slice(0, mostSuggestions);
}

export function scoresByArea(areas: readonly { score?: number | null }[]): Partial<Record<AreaName, number>> {
  const scored = areaNames.map((name, index) => [name, areas[index]?.score] as const);
  return Object.fromEntries(scored.filter(([, score]) => score != null));
}

/** A question whose answer was not complete, or has a low mark. */
function isToRepeat({ marks }: RecordItemOf<"question">): boolean {
  if (marks === null) return false;
  const scores = marks.criteria.flatMap(({ score }) => score ?? []);
  return scores.some((score) => score < goodScore) || (marks.outcome !== null && marks.outcome !== "well");
}

function withEnd(text: string): string {
  return /[.!?…।]$/.test(text) ? text : `${text}.`;
}

/** An event of the interview that a mentor can refer to in their notes. */
export interface RecordMoment extends NoteMoment {
  id: string;
}

const textCharacters = 200;

/** The questions, marks, runs and messages of a record, in order of time. */
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
  return moments;
}

function momentOfMark({ atSeconds, label, note }: RecordItemOf<"mark">): NoteMoment {
  return { time: formatElapsed(atSeconds), source: markSources[label], text: note };
}

/** A failed run is named by its error; of a successful run the first line of output is shown. */
function describeRun(run: RecordItemOf<"run">): string {
  if (hasFailed(run)) return shorten(errorLine(run) || "ended with an error");
  const first = run.output.split("\n").find((line) => line.trim() !== "");
  return first === undefined ? "ran without output" : shorten(`printed ${first}`);
}

/** A source has at most 60 characters and no bracket (`contract/review/rubric.ts`). */
function sourceOf(title: string): string {
  const plain = title.replace(/[[\]]/g, "").trim();
  return plain.length <= 60 ? plain : `${cutText(plain, 59).trimEnd()}…`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= textCharacters ? line : `${cutText(line, textCharacters - 1).trimEnd()}…`;
}

/** The rubric's area to which a question's criteria belong. */
const areaOfTopic: Record<QuestionTopic, AreaName> = {
  "ml-fundamentals": "mlKnowledge",
  "statistics-experiments": "mlKnowledge",
  "llm-rag-agents": "mlKnowledge",
  python: "coding",
  sql: "coding",
  "data-work": "coding",
  "ml-system-design": "problemSolving",
  behavioral: "communication",
};

/** A mark this close to a run of code is about the code. */
const nearRunSeconds = 60;

/**
 * The area of a mark: that of the question that was being answered; without a known one, coding if code ran at about
 * that time. Null if the record does not show it.
 */
function areaOfMark(mark: RecordItemOf<"mark">, items: RoomRecord["items"]): AreaName | null {
  const question = items.findLast(
    (item): item is RecordItemOf<"question"> => item.kind === "question" && item.atSeconds <= mark.atSeconds,
  );
  if (question !== undefined && question.topic !== null) return areaOfTopic[question.topic];
  const isNearRun = items.some(
    ({ kind, atSeconds }) => kind === "run" && Math.abs(atSeconds - mark.atSeconds) <= nearRunSeconds,
  );
  return isNearRun ? "coding" : null;
}
