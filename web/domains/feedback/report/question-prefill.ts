import type { QuestionTopic } from "@greenroom/contract/practice/question-options.ts";
import type { RecordItemOf, RoomRecord } from "@greenroom/contract/rooms/room-record.ts";
import type { AreaName } from "@greenroom/contract/rubrics/tracks.ts";

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

export interface QuestionPrefill {
  /** One title per line. */
  questions: string;
  /** The rounded mean of the scored criteria of each area. */
  scores: Partial<Record<AreaName, number>>;
}

/**
 * Derives the rubric's fields from the questions of the interview. Leaves out the interviewer's notes, which stay
 * private.
 */
export function prefillFromQuestions({ items }: Pick<RoomRecord, "items">): QuestionPrefill {
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
  };
}

/** Tells the mentor which fields were filled in. */
export function filledText({
  hasQuestions,
  hasScores,
}: {
  hasQuestions: boolean;
  hasScores: boolean;
}): string {
  const filled = [
    ...(hasQuestions ? ["the questions you asked"] : []),
    ...(hasScores ? ["the scores you gave in the room"] : []),
  ].join(" and ");
  if (filled === "") return "";
  return `${filled[0]?.toUpperCase()}${filled.slice(1)} are filled in. Check them before you send.`;
}
