import { z } from "zod";

export const ROLES = ["ai-engineer", "ml-engineer", "data-scientist", "data-analyst"] as const;
export const TOPICS = [
  "ml-fundamentals",
  "statistics-experiments",
  "python",
  "sql",
  "data-work",
  "ml-system-design",
  "llm-rag-agents",
  "behavioral",
] as const;
export const LEVELS = ["junior", "mid", "senior"] as const;

const text = z.string().trim().min(1);
const sentence = text.min(8);
const name = z.string().regex(/^[a-z][a-z0-9_]*$/, "must be a lower-case SQL name");

const table = z
  .strictObject({
    name,
    columns: z.array(z.strictObject({ name, type: text })).min(1),
    /** Every value as PostgreSQL reads and prints it; null is SQL's null. */
    rows: z.array(z.array(z.string().nullable())),
  })
  .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length), {
    error: "every row must have as many cells as there are columns",
    path: ["rows"],
  });

const result = z.strictObject({
  columns: z.array(name).min(1),
  rows: z.array(z.array(z.string().nullable())),
});

const pythonTest = z.strictObject({ name: text, code: text });
const sqlTest = z.strictObject({
  name: text,
  /** Tables whose rows replace those of the question for this test. */
  tables: z.array(table),
  expected: result,
});
const plantedBug = z.strictObject({ name: text, code: text });

const source = z.discriminatedUnion("kind", [
  /** A book, paper or manual, with its chapter or section. */
  z.strictObject({ kind: z.literal("reading"), text: text.min(10) }),
  /** Computed in `questions/computed/`, and looked up in the text. */
  z.strictObject({ kind: z.literal("computed") }),
  /** The tests of a code question run its reference solution. */
  z.strictObject({ kind: z.literal("tests") }),
]);

const base = {
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be a slug"),
  version: z.int().min(1),
  roles: z.array(z.enum(ROLES)).min(1),
  topic: z.enum(TOPICS),
  level: z.enum(LEVELS),
  minutes: z.int().min(3).max(45),
  title: text.max(80),
  prompt: sentence.max(3000),
  clarifications: z.array(z.strictObject({ question: sentence, answer: text })).min(1),
  hints: z.array(sentence).length(3),
  followUps: z.array(z.strictObject({ when: sentence, ask: sentence })).min(2),
  criteria: z
    .array(z.strictObject({ name: text.max(60), one: sentence, three: sentence, five: sentence }))
    .min(2),
  modelAnswer: text.min(150),
  commonErrors: z.array(sentence).min(2),
  sources: z.array(source).min(1),
  lastReviewed: z.iso.date(),
};

const talkQuestion = z.strictObject({ kind: z.literal("talk"), ...base });
const pythonQuestion = z.strictObject({
  kind: z.literal("python"),
  ...base,
  starterCode: text,
  visibleTests: z.array(pythonTest).min(1),
  hiddenTests: z.array(pythonTest).min(2),
  referenceSolution: text,
  plantedBugs: z.array(plantedBug).min(2),
});
const sqlQuestion = z.strictObject({
  kind: z.literal("sql"),
  ...base,
  starterCode: text,
  tables: z.array(table).min(1),
  /** Whether the prompt asks for an order, so that the tests compare rows in order. */
  ordered: z.boolean(),
  visibleTests: z.array(sqlTest).min(1),
  hiddenTests: z.array(sqlTest).min(2),
  referenceSolution: text,
  plantedBugs: z.array(plantedBug).min(2),
});

export const questionSchema = z.discriminatedUnion("kind", [talkQuestion, pythonQuestion, sqlQuestion]);

export type Question = z.infer<typeof questionSchema>;
export type PythonQuestion = z.infer<typeof pythonQuestion>;
export type SqlQuestion = z.infer<typeof sqlQuestion>;
export type SqlTable = z.infer<typeof table>;
export type SqlResult = z.infer<typeof result>;
