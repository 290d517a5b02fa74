import { z } from "zod";
import { type QuestionTopic, questionTopics } from "../kernel/topics.ts";
import { type goalLevels, type goalPractices, topicOfPractice, trackOfRole } from "../schedule/goals.ts";

/* The options of the question bank and their labels. The bank cannot be imported here, so a server test
   compares both. */

export const questionRoles = ["ai-engineer", "ml-engineer", "data-scientist", "data-analyst"] as const;
export type QuestionRole = (typeof questionRoles)[number];

export const questionLevels = ["junior", "mid", "senior"] as const;
export type QuestionLevel = (typeof questionLevels)[number];

export const questionRoleNames: Record<QuestionRole, string> = {
  "ai-engineer": "AI engineer",
  "ml-engineer": "ML engineer",
  "data-scientist": "Data scientist",
  "data-analyst": "Data analyst",
};

/** Inside a sentence: "Drills for data scientists". */
export const questionRolePlurals: Record<QuestionRole, string> = {
  "ai-engineer": "AI engineers",
  "ml-engineer": "ML engineers",
  "data-scientist": "data scientists",
  "data-analyst": "data analysts",
};

export const questionLevelNames: Record<QuestionLevel, string> = {
  junior: "Junior",
  mid: "Mid level",
  senior: "Senior",
};

/* Questions of the bank as a candidate gets them: first the question, later the answer key. */

export const questionRoleSchema = z.enum(questionRoles, "Choose one of the roles.");

/** The longest code for a question, in characters. */
export const answerCodeCharacters = 20_000;
/** The longest answer to a question or a follow-up, in characters. */
export const answerCharacters = 8_000;

export const questionTableSchema = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.string().nullable())),
});
export type QuestionTable = z.infer<typeof questionTableSchema>;

const pythonTestSchema = z.object({ kind: z.literal("python"), name: z.string(), code: z.string() });
const sqlTestSchema = z.object({
  kind: z.literal("sql"),
  name: z.string(),
  /** Tables whose rows replace those of the question. */
  tables: z.array(questionTableSchema),
  expected: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string().nullable())) }),
});
export const codeTestSchema = z.discriminatedUnion("kind", [pythonTestSchema, sqlTestSchema]);
export type CodeTest = z.infer<typeof codeTestSchema>;
export type PythonTest = z.infer<typeof pythonTestSchema>;
export type SqlTest = z.infer<typeof sqlTestSchema>;

const codeTaskSchema = z.object({
  language: z.enum(["python", "sql"]),
  starterCode: z.string(),
  visibleTests: z.array(codeTestSchema),
  hiddenTests: z.int().min(0),
  /** Empty for Python. */
  tables: z.array(questionTableSchema),
  /** Whether the rows of an SQL result must come in the expected order. */
  ordered: z.boolean(),
});
export type CodeTask = z.infer<typeof codeTaskSchema>;

/** The part of a question that a candidate may read from the start: no answer, hidden test, criterion or hint. */
export const questionSchema = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  topic: z.enum(questionTopics),
  level: z.enum(questionLevels),
  minutes: z.int(),
  prompt: z.string(),
  clarifications: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** Null for a question without code. */
  code: codeTaskSchema.nullable(),
});
export type PracticeQuestion = z.infer<typeof questionSchema>;

export const criterionSchema = z.object({
  name: z.string(),
  one: z.string(),
  three: z.string(),
  five: z.string(),
});

/** Shown once the candidate has answered. */
export const answerKeySchema = z.object({
  modelAnswer: z.string(),
  criteria: z.array(criterionSchema),
  commonErrors: z.array(z.string()),
  referenceSolution: z.string().nullable(),
  hiddenTests: z.array(codeTestSchema),
});
export type AnswerKey = z.infer<typeof answerKeySchema>;

const mostTests = 100;
const passedMessage = `The passed tests are a whole number from 0 to ${mostTests}.`;
const totalMessage = `The tests are a whole number from 1 to ${mostTests}.`;
/** How many tests the code passed when it ran in the candidate's browser. */
export const testCountSchema = z
  .strictObject(
    {
      passed: z.int(passedMessage).min(0, passedMessage).max(mostTests, passedMessage),
      total: z.int(totalMessage).min(1, totalMessage).max(mostTests, totalMessage),
    },
    "The test results must say how many tests passed, of how many.",
  )
  .refine(({ passed, total }) => passed <= total, "More tests passed than there are.");
export type TestCount = z.infer<typeof testCountSchema>;

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
