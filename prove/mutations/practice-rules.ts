import { type Mutation, never, remove } from "./mutation.ts";

const lostAnswers = "practice/lost-answers.test.ts";
const inInterview = "practice/practice-in-interview.test.ts";
/**
 * Rules of practice and drills. The account's lock orders one person's calls, too, so it is removed with the lock of
 * the rule.
 */
export const practiceRules: Mutation[] = [
  remove("a repeated answer of practice is stored once", {
    file: "practice/change-answer.ts",
    text: "await keep(tx, stored);",
    by: "void [keep, tx];",
    tests: [lostAnswers],
  }),
  remove("a repeated start of a round starts one", {
    file: "practice/rounds.ts",
    text: "await keep(tx, stored);",
    by: "void [keep, tx];",
    tests: [lostAnswers],
  }),
  remove("two next questions at once are one", {
    file: "practice/rounds.ts",
    text: `await lockAccount(tx, actor.userId);\n    await lockSubjects(tx, [\`practice of \${actor.userId}\`]);`,
    by: "void [lockAccount, lockSubjects];",
    tests: ["practice/practice.test.ts", "practice/open-question", inInterview, lostAnswers],
  }),
  remove("two rounds that start at once leave one open", {
    file: "practice/rounds.ts",
    text: `await lockAccount(tx, userId);\n    await lockSubjects(tx, [\`practice of \${userId}\`]);`,
    by: "void [lockAccount, lockSubjects];",
    tests: ["practice/practice.test.ts", "practice/open-question", inInterview, lostAnswers],
  }),
  remove("two requests of a round's report are one", {
    file: "practice/report/request-reports.ts",
    text: `await lockAccount(tx, userId);\n    await lockSubjects(tx, [\`practice of \${userId}\`]);`,
    by: "void [lockAccount, lockSubjects];",
    tests: ["practice/report/round-report.test.ts"],
  }),
  remove("a question of an interview is not practiced", {
    file: "practice/change-answer.ts",
    text: "await checkMayPractice(tx, actor, { questionId: question.id, now });",
    by: "void tx;",
    tests: [inInterview],
  }),
  remove("an earlier answer's key is not read while the question is open", {
    file: "practice/change-answer.ts",
    text: "await checkMaySeeKey(tx, actor, { questionId: question.id, answerId: id, now });",
    by: "void tx;",
    tests: ["practice/practice.test.ts", "practice/open-question", inInterview, lostAnswers],
  }),
  remove("an ended round takes no answers", {
    file: "practice/change-answer.ts",
    text: 'if (isRoundEnded && stage !== "done")\n    throw',
    by: 'if (isRoundEnded && stage !== "done" && (false as boolean))\n    throw',
    tests: ["practice/practice.test.ts", "practice/open-question", inInterview, lostAnswers],
  }),
  remove("a card is not revealed while its question is open", {
    file: "drills/review-card.ts",
    text: "await checkMaySeeKey(deps.database, actor, { questionId: question.id, now });",
    by: "void checkMaySeeKey;",
    tests: ["practice/practice.test.ts"],
  }),
  never("a card that is not due is not rated", {
    file: "drills/review-card.ts",
    text: "before !== null && before.dueAt > reviewedAt",
    tests: ["drills/drills.test.ts"],
  }),
  remove("of two reviews of a card at once, the second sees the first", {
    file: "drills/review-card.ts",
    text: `await lockAccount(tx, userId);\n    await lockSubjects(tx, [\`drills of \${userId}\`]);`,
    by: "void [lockAccount, lockSubjects];",
    tests: ["drills/drills.test.ts"],
  }),
];
