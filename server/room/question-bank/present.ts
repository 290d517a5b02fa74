import type { AnswerKey, CodeTask, CodeTest, PracticeQuestion } from "@greenroom/contract/room/questions.ts";
import type { PythonQuestion, Question, SqlQuestion } from "@greenroom/questions/schema.ts";

/**
 * The part of a question that a candidate may see before answering. Names every field, so that a new field
 * stays private.
 */
export function presentQuestion(question: Question): PracticeQuestion {
  const { id, version, title, topic, level, minutes, prompt, clarifications } = question;
  return {
    id,
    version,
    title,
    topic,
    level,
    minutes,
    prompt,
    clarifications,
    code: question.kind === "talk" ? null : presentTask(question),
  };
}

function presentTask(question: PythonQuestion | SqlQuestion): CodeTask {
  return {
    language: question.kind,
    starterCode: question.starterCode,
    visibleTests: presentTests(question, "visibleTests"),
    hiddenTests: question.hiddenTests.length,
    tables: question.kind === "sql" ? question.tables : [],
    ordered: question.kind === "sql" && question.ordered,
  };
}

/** The part of a question that a candidate may see after answering. */
export function presentAnswerKey(question: Question): AnswerKey {
  const { modelAnswer, criteria, commonErrors } = question;
  const isTalk = question.kind === "talk";
  return {
    modelAnswer,
    criteria,
    commonErrors,
    referenceSolution: isTalk ? null : question.referenceSolution,
    hiddenTests: isTalk ? [] : presentTests(question, "hiddenTests"),
  };
}

function presentTests(
  question: PythonQuestion | SqlQuestion,
  which: "visibleTests" | "hiddenTests",
): CodeTest[] {
  return question.kind === "python"
    ? question[which].map(({ name, code }) => ({ kind: "python", name, code }))
    : question[which].map((test) => ({ kind: "sql", ...test }));
}
