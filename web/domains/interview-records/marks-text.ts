import type { QuestionMarks } from "@greenroom/contract/rooms/room-questions.ts";

/** "Correct population 4 of 5. Checked the split unprompted": the scores and the note; empty without any. */
export function marksText({ criteria, note }: QuestionMarks): string {
  const scores = criteria.flatMap(({ name, score }) => (score === null ? [] : [`${name} ${score} of 5`]));
  return [scores.join(", "), note].filter((part) => part !== "").join(". ");
}
