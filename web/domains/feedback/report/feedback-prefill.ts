import type { QuestionTopic } from "@greenroom/contract/practice/question-options.ts";
import type { RecordItemOf, RoomRecord } from "@greenroom/contract/rooms/room-record.ts";
import { writeMoment } from "@greenroom/contract/rubrics/moments.ts";
import { noteCharacters } from "@greenroom/contract/rubrics/rubric.ts";
import type { AreaName } from "@greenroom/contract/rubrics/tracks.ts";
import { momentOfMark } from "./moments.ts";

/** The rubric's area to which a question's criteria belong. */
export const areaOfTopic: Record<QuestionTopic, AreaName> = {
  "ml-fundamentals": "mlKnowledge",
  "statistics-experiments": "mlKnowledge",
  "llm-rag-agents": "mlKnowledge",
  python: "coding",
  sql: "coding",
  "data-work": "coding",
  "ml-system-design": "problemSolving",
  behavioral: "communication",
};

export interface FeedbackPrefill {
  /** One title per line. */
  questions: string;
  /** The rounded mean of the scored criteria of each area. */
  scores: Partial<Record<AreaName, number>>;
  /**
   * The interviewer's marks, one per line, in the area that the record shows. Other marks are left out, and those that
   * would make a note longer than the form accepts.
   */
  notes: Partial<Record<AreaName, string>>;
}

/** A mark this close to a run of code is about the code. */
const nearRunSeconds = 60;

/**
 * Derives the rubric's fields from the questions, marks and runs of the interview. Leaves out the interviewer's notes,
 * which stay private.
 */
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

/** The area of the question that was being answered; without a known one, coding if code ran at about that time. */
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

/** Tells the mentor which fields were filled in. */
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
