import {
  type PracticeProgress,
  practiceProgressDays,
} from "@greenroom/contract/practice/practice-progress.ts";
import { type QuestionTopic, questionTopics } from "@greenroom/contract/room/question-options.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { openQuestionBank, type QuestionBank } from "../../room/question-bank/bank.ts";
import { countReviews, listRecentDays } from "../drills/count-reviews.ts";
import { type Answer, selectFinished } from "./store.ts";

const countedAnswers = 500;

interface AnswerCounts {
  answers: number;
  testsPassed: number;
  testsTotal: number;
}

/** The actor's drills and practice of the last weeks, by topic. Topics without activity are left out. */
export async function getPracticeProgress(deps: Deps, { userId }: Actor): Promise<PracticeProgress> {
  const bank = await openQuestionBank();
  const since = new Date(deps.clock.now().getTime() - practiceProgressDays * 86_400_000);
  const reviews = await countReviews(deps, bank, { userId, since });
  const answers = countAnswers(
    bank,
    await selectFinished(deps.database, userId, { since, limit: countedAnswers }),
  );
  return {
    days: await listRecentDays(deps, userId),
    topics: questionTopics.flatMap((topic) => {
      if (!reviews.has(topic) && !answers.has(topic)) return [];
      return [
        {
          topic,
          ...(reviews.get(topic) ?? { reviews: 0, known: 0 }),
          ...(answers.get(topic) ?? { answers: 0, testsPassed: 0, testsTotal: 0 }),
        },
      ];
    }),
  };
}

function countAnswers(
  bank: QuestionBank,
  finished: readonly Pick<Answer, "questionId" | "tests">[],
): Map<QuestionTopic, AnswerCounts> {
  const counts = new Map<QuestionTopic, AnswerCounts>();
  for (const { questionId, tests } of finished) {
    const topic = bank.find(questionId)?.topic;
    if (topic === undefined) continue;
    const before = counts.get(topic) ?? { answers: 0, testsPassed: 0, testsTotal: 0 };
    const ran = [tests?.visible, tests?.hidden].flatMap((count) => count ?? []);
    counts.set(topic, {
      answers: before.answers + 1,
      testsPassed: ran.reduce((sum, { passed }) => sum + passed, before.testsPassed),
      testsTotal: ran.reduce((sum, { total }) => sum + total, before.testsTotal),
    });
  }
  return counts;
}
