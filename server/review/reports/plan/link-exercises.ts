import type { AreaName } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { QuestionRole, QuestionTopic } from "@greenroom/contract/room/question-options.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import type { AiFeedback, PlannedExercise } from "@greenroom/contract/schedule/report-shape.ts";
import type { QuestionBank } from "../../../room/question-bank/bank.ts";
import { listSets } from "../../../room/question-bank/cards.ts";
import { findRelated } from "../../../room/question-bank/find-related.ts";

/**
 * The topic that belongs to each area of a rubric, by role. Communication has no topic, because any question
 * practices it.
 */
const topics: Record<QuestionRole, Partial<Record<AreaName, QuestionTopic>>> = {
  "ml-engineer": {
    problemSolving: "ml-system-design",
    mlKnowledge: "ml-fundamentals",
    coding: "python",
    evaluation: "ml-system-design",
  },
  "ai-engineer": {
    problemSolving: "ml-system-design",
    mlKnowledge: "llm-rag-agents",
    coding: "python",
    evaluation: "llm-rag-agents",
  },
  "data-scientist": {
    problemSolving: "data-work",
    mlKnowledge: "statistics-experiments",
    coding: "python",
    evaluation: "statistics-experiments",
  },
  "data-analyst": {
    problemSolving: "data-work",
    mlKnowledge: "statistics-experiments",
    coding: "sql",
    evaluation: "statistics-experiments",
  },
};

/** The plan of a report, each exercise with a matching question and drill from the bank. */
export function linkExercises(
  bank: QuestionBank,
  { plan, claims }: Pick<AiFeedback, "plan" | "claims">,
  track: Track,
): PlannedExercise[] {
  const role: QuestionRole = track === "general" ? "ml-engineer" : track;
  const sets = listSets(bank).filter((set) => set.role === role);
  const taken = new Set<string>();
  return plan.map((exercise) => {
    const area = claims.find(({ id }) => id === exercise.claimId)?.area ?? "";
    const topic = topics[role][area as AreaName];
    if (topic === undefined) return exercise;
    const asked = bank.all.filter((each) => each.topic === topic && each.roles.includes(role));
    const question = findRelated(
      bank,
      asked.filter(({ id }) => !taken.has(id)),
      `${exercise.title} ${exercise.exercise}`,
    );
    if (question !== undefined) taken.add(question.id);
    return {
      ...exercise,
      questionId: question?.id ?? null,
      drillId: sets.find((set) => set.topic === topic)?.id ?? null,
    };
  });
}
