import { writeMoment } from "@greenroom/contract/review/rubrics/moments.ts";
import { noteCharacters } from "@greenroom/contract/review/rubrics/rubric.ts";
import type { AreaName } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { RecordItemOf, RoomRecord } from "@greenroom/contract/room/room-record.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import { areaOfMark, areaOfTopic } from "./mark-area.ts";
import { momentOfMark } from "./moments.ts";

export interface FeedbackPrefill {
  /** One title per line. */
  questions: string;
  /** The rounded mean of the scored criteria of each area. */
  scores: Partial<Record<AreaName, number>>;
  /**
   * The interviewer's marks, one per line, in the area that their words or the record show. Other marks are left out,
   * and those that would make a note longer than the form accepts.
   */
  notes: Partial<Record<AreaName, string>>;
}

/**
 * Derives the rubric's fields from the questions, marks and runs of the interview. Leaves out the interviewer's notes,
 * which stay private.
 */
export function prefillFromRecord({ items }: Pick<RoomRecord, "items">, track: Track): FeedbackPrefill {
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
    notes: notesFromMarks(items, track),
  };
}

function notesFromMarks(items: RoomRecord["items"], track: Track): FeedbackPrefill["notes"] {
  const notes: FeedbackPrefill["notes"] = {};
  for (const mark of items) {
    if (mark.kind !== "mark") continue;
    const area = areaOfMark(mark, items, track);
    if (area === null) continue;
    const before = notes[area] === undefined ? "" : `${notes[area]}\n`;
    const after = before + writeMoment(momentOfMark(mark));
    if (after.length <= noteCharacters) notes[area] = after;
  }
  return notes;
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
