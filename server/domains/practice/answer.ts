import type { TestCount } from "@greenroom/contract/practice/questions.ts";
import type { MeasuredSpeech, PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { addSpeech } from "@greenroom/contract/practice/speech.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import type { Actor } from "../../core/actor.ts";
import { invalidField } from "../../core/errors.ts";
import type { Deps } from "../../deps.ts";
import type { KeyedRequest } from "../../idempotency/keyed-request.ts";
import {
  type AnswerChange,
  type ChangeContext,
  changeAnswer,
  checkTakesAnswers,
  wrongStage,
} from "./change-answer.ts";
import { chooseFollowUp } from "./choose-follow-up.ts";
import { nextHintOpensAt } from "./hints.ts";
import type { Answer, AskedFollowUp } from "./store.ts";

interface Explanation {
  text: string;
  speech: MeasuredSpeech | null;
}

/** Stores the actor's explanation and asks the first follow-up. Throws `conflict` if it was already given. */
export async function explainAnswer(
  deps: Deps,
  actor: Actor,
  id: string,
  explanation: Explanation,
  request: KeyedRequest | null,
): Promise<PracticeAnswer> {
  const explain: AnswerChange = (answer, question, context) => {
    checkTakesAnswers(answer, context);
    if (answer.stage !== "explain") throw wrongStage("You have already explained this.");
    const explained: Answer = {
      ...answer,
      explanation: explanation.text,
      explainedAt: context.now,
      speech: addSpeech(answer.speech, explanation.speech),
      stage: "defend",
    };
    return askNext(explained, question, context);
  };
  return await changeAnswer(deps, actor, id, explain, request);
}

/** Answers the open follow-up; a blank answer skips it. Throws `conflict` if another one or none is open. */
export async function answerFollowUp(
  deps: Deps,
  actor: Actor,
  id: string,
  { index, text, speech }: Explanation & { index: number },
  request: KeyedRequest | null,
): Promise<PracticeAnswer> {
  const defend: AnswerChange = (answer, question, context) => {
    checkTakesAnswers(answer, context);
    const open = answer.followUps.findIndex((followUp) => followUp.answer === null);
    if (answer.stage !== "defend" || open !== index) throw wrongStage("This follow-up is not open.");
    const followUps = answer.followUps.map((followUp, place) =>
      place === index ? answered(followUp, text, context.now) : followUp,
    );
    return askNext({ ...answer, followUps, speech: addSpeech(answer.speech, speech) }, question, context);
  };
  return await changeAnswer(deps, actor, id, defend, request);
}

/** An answered follow-up keeps the text that it had, so a model can no longer replace it. */
function answered(followUp: AskedFollowUp, text: string, now: Date): AskedFollowUp {
  const settled: AskedFollowUp =
    followUp.source === "pending" ? { ...followUp, source: "fallback" } : followUp;
  return { ...settled, answer: text, answeredAt: now.toISOString() };
}

/**
 * Asks the follow-up that best matches the answers so far. After the last one, the code is next, or the answer is
 * finished.
 */
function askNext(answer: Answer, question: Question, { now, usesModel }: ChangeContext): Answer {
  const answerText = [answer.explanation, ...answer.followUps.map((followUp) => followUp.answer ?? "")].join(
    " ",
  );
  const asked = answer.followUps.map(({ index }) => index);
  const index = chooseFollowUp(question.followUps, asked, answerText);
  const followUp = index === null ? undefined : question.followUps[index];
  if (index !== null && followUp !== undefined) {
    const source = usesModel ? "pending" : "bank";
    return {
      ...answer,
      followUps: [...answer.followUps, { index, ask: followUp.ask, answer: null, source }],
    };
  }
  return question.kind === "talk"
    ? { ...answer, stage: "done", finishedAt: now }
    : { ...answer, stage: "code" };
}

/** Opens the next hint. Throws `conflict` before its time, and if there is none. */
export async function openHint(
  deps: Deps,
  actor: Actor,
  id: string,
  request: KeyedRequest | null,
): Promise<PracticeAnswer> {
  const open: AnswerChange = (answer, question, context) => {
    checkTakesAnswers(answer, context);
    const { now } = context;
    if (answer.stage === "done") throw wrongStage("You have finished this question.");
    const { startedAt, hintsOpenedAt } = answer;
    const opensAt = nextHintOpensAt({
      startedAt,
      minutes: question.minutes,
      opened: hintsOpenedAt.length,
      total: question.hints.length,
    });
    if (opensAt === null) throw wrongStage("All hints are open.");
    if (now < opensAt) {
      const seconds = Math.ceil((opensAt.getTime() - now.getTime()) / 1000);
      throw wrongStage(`This hint opens in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`);
    }
    return { ...answer, hintsOpenedAt: [...hintsOpenedAt, now] };
  };
  return await changeAnswer(deps, actor, id, open, request);
}

interface Submission {
  code: string | null;
  visible: TestCount | null;
}

/**
 * Finishes the actor's answer as it is. Repeating the request changes nothing. Throws `invalid_input` for code if
 * the question has no code task, and `conflict` if the answer was finished with other code.
 */
export async function finishAnswer(
  deps: Deps,
  actor: Actor,
  id: string,
  { code, visible }: Submission,
): Promise<PracticeAnswer> {
  return await changeAnswer(deps, actor, id, (answer, question, context) => {
    checkTakesAnswers(answer, context);
    if (answer.stage === "done") {
      if (code !== answer.code) throw wrongStage("You have already finished this with other code.");
      return answer;
    }
    if (question.kind === "talk" && code !== null) {
      throw invalidField("code", "This question has no code.");
    }
    if (visible !== null) checkCount("visible", visible, question, "visibleTests");
    const tests = visible === null || code === null ? null : { visible, hidden: null, failed: [] };
    return { ...answer, stage: "done", finishedAt: context.now, code, tests };
  });
}

/** Keeps only names of the question's own tests. */
function namesOfTests(question: Question, names: readonly string[]): string[] {
  if (question.kind === "talk") return [];
  const known = new Set([...question.visibleTests, ...question.hiddenTests].map(({ name }) => name));
  return [...new Set(names)].filter((name) => known.has(name));
}

interface Results {
  visible: TestCount;
  hidden: TestCount;
  failed: string[];
}

/**
 * Stores the result of all tests for the actor's code; only the first result counts. Throws `conflict` before the
 * code is submitted.
 */
export async function keepTestResults(
  deps: Deps,
  actor: Actor,
  id: string,
  results: Results,
): Promise<PracticeAnswer> {
  return await changeAnswer(deps, actor, id, (answer, question) => {
    if (answer.stage !== "done" || answer.code === null) throw wrongStage("Hand in your code first.");
    if (answer.tests !== null && answer.tests.hidden !== null) return answer;
    checkCount("visible", results.visible, question, "visibleTests");
    checkCount("hidden", results.hidden, question, "hiddenTests");
    return { ...answer, tests: { ...results, failed: namesOfTests(question, results.failed) } };
  });
}

function checkCount(
  path: string,
  { total }: TestCount,
  question: Question,
  which: "visibleTests" | "hiddenTests",
): void {
  const tests = question.kind === "talk" ? 0 : question[which].length;
  if (total !== tests) throw invalidField(path, `This question has ${tests} tests of this kind.`);
}

/**
 * Stores which criteria the actor ticked as met. Throws `conflict` before the answer is finished, and
 * `invalid_input`.
 */
export async function tickCriteria(
  deps: Deps,
  actor: Actor,
  id: string,
  ticks: number[],
): Promise<PracticeAnswer> {
  return await changeAnswer(deps, actor, id, (answer, question) => {
    if (answer.stage !== "done") throw wrongStage("Finish this question first.");
    const places = [...new Set(ticks)].sort((a, b) => a - b);
    if (places.some((place) => place >= question.criteria.length)) {
      throw invalidField("ticks", `This question has ${question.criteria.length} criteria.`);
    }
    return { ...answer, ticks: places };
  });
}
