import type { goalLevels, goalPractices } from "../schedule/goals/goal-options.ts";
import { trackOfRole } from "../schedule/goals/tracks.ts";
import {
  type QuestionLevel,
  type QuestionRole,
  type QuestionTopic,
  questionRoles,
} from "./question-options.ts";

/* The questions of the bank that fit a goal. */

type GoalLevel = (typeof goalLevels)[number];
type GoalPractice = (typeof goalPractices)[number];

const levelOfGoal: Record<GoalLevel, QuestionLevel> = {
  intern: "junior",
  entry: "junior",
  mid: "mid",
  senior: "senior",
  lead: "senior",
};

/** Null for a conversation that the bank has no questions for. */
const topicOfPractice: Record<GoalPractice, QuestionTopic | null> = {
  coding: "python",
  ml_theory: "ml-fundamentals",
  ml_system_design: "ml-system-design",
  statistics: "statistics-experiments",
  sql: "sql",
  deep_learning: "llm-rag-agents",
  project_talk: null,
  behavioral: "behavioral",
};

interface QuestionGoal {
  role: string;
  level: GoalLevel | null;
  practice: readonly GoalPractice[];
}

/** Null is any. */
export interface QuestionChoice {
  role: QuestionRole | null;
  level: QuestionLevel | null;
  topic: QuestionTopic | null;
}

/** The questions for a goal. Its topic counts only if the goal has no other, because a round has one or any. */
export function questionsForGoal(goal: QuestionGoal | null): QuestionChoice {
  if (goal === null) return { role: null, level: null, topic: null };
  const track = trackOfRole(goal.role);
  const [practice, ...others] = goal.practice;
  return {
    role: questionRoles.find((role) => role === track) ?? null,
    level: goal.level === null ? null : levelOfGoal[goal.level],
    topic: practice === undefined || others.length > 0 ? null : topicOfPractice[practice],
  };
}
