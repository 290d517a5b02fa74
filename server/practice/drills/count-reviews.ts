import { practiceProgressDays } from "@greenroom/contract/practice/practice-progress.ts";
import type { QuestionTopic } from "@greenroom/contract/room/question-options.ts";
import type { Deps } from "../../kernel/deps.ts";
import type { QuestionBank } from "../../room/question-bank/bank.ts";
import { dayBefore } from "./rules.ts";
import { type DrillDay, selectDays, selectReviewCounts } from "./store.ts";
import { findToday } from "./today.ts";

/** A person's activity on each of the last days, oldest first. */
export async function listRecentDays(deps: Deps, userId: string): Promise<DrillDay[]> {
  const { day: today } = await findToday(deps, userId);
  const since = dayBefore(today, practiceProgressDays - 1);
  const days = await selectDays(deps.database, userId, practiceProgressDays);
  return days.filter(({ day }) => day >= since).reverse();
}

/** Reviews of cards that the person had already seen, by topic. */
export async function countReviews(
  deps: Deps,
  bank: QuestionBank,
  { userId, since }: { userId: string; since: Date },
): Promise<Map<QuestionTopic, { reviews: number; known: number }>> {
  const counts = new Map<QuestionTopic, { reviews: number; known: number }>();
  for (const { cardId, reviews, known } of await selectReviewCounts(deps.database, userId, since)) {
    const topic = bank.find(cardId.split(".")[0] ?? "")?.topic;
    if (topic === undefined) continue;
    const before = counts.get(topic) ?? { reviews: 0, known: 0 };
    counts.set(topic, { reviews: before.reviews + reviews, known: before.known + known });
  }
  return counts;
}
