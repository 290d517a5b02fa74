import {
  type DrillCard,
  type DrillSet,
  type DrillToday,
  reviewCards,
} from "@greenroom/contract/practice/drills.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { openQuestionBank } from "../../room/question-bank/bank.ts";
import { type Card, type CardSet, getSet, listSets } from "../../room/question-bank/cards.ts";
import { presentQuestion } from "../../room/question-bank/present.ts";
import { listQuestionsInInterview } from "../../room/questions/questions-in-interview.ts";
import { findOpenQuestion } from "../rounds/open-question/open-question.ts";
import { selectDueTimes } from "./store.ts";
import { findToday, readToday } from "./today.ts";

type DueTimes = ReadonlyMap<string, Date>;

/** Every set, with the number of cards that are due for the actor. */
export async function listDrills(deps: Deps, actor: Actor): Promise<{ today: DrillToday; sets: DrillSet[] }> {
  const dueTimes = await selectDueTimes(deps.database, actor.userId);
  const now = deps.clock.now();
  const sets = listSets(await openQuestionBank()).map((set) => presentSet(set, dueTimes, now));
  const today = await readToday(deps.database, actor.userId, (await findToday(deps, actor.userId)).day);
  return { today, sets };
}

/**
 * The cards of one review: due cards first, the oldest first, then new ones. Leaves out the questions of the actor's
 * current interview and of their open practice round. Throws `not_found`.
 */
export async function openDrill(
  deps: Deps,
  actor: Actor,
  setId: string,
): Promise<{ set: DrillSet; today: DrillToday; cards: DrillCard[] }> {
  const set = getSet(await openQuestionBank(), setId);
  const dueTimes = await selectDueTimes(deps.database, actor.userId);
  const now = deps.clock.now();
  const inInterview = await listQuestionsInInterview(deps.database, actor, now);
  const openId = await findOpenQuestion(deps.database, actor, now);
  const cards = set.cards.filter(({ question }) => !inInterview.has(question.id) && question.id !== openId);
  return {
    set: presentSet(set, dueTimes, now),
    today: await readToday(deps.database, actor.userId, (await findToday(deps, actor.userId)).day),
    cards: cardsForReview(cards, dueTimes, now).map(({ id, kind, question }) => ({
      id,
      kind,
      isNew: !dueTimes.has(id),
      level: question.level,
      question: presentQuestion(question),
    })),
  };
}

export function cardsForReview(cards: readonly Card[], dueTimes: DueTimes, now: Date): Card[] {
  const dueAt = ({ id }: Card) => dueTimes.get(id)?.getTime() ?? Number.NaN;
  const due = cards.filter((card) => dueAt(card) <= now.getTime()).sort((a, b) => dueAt(a) - dueAt(b));
  const unseen = cards.filter(({ id }) => !dueTimes.has(id));
  return [...due, ...unseen].slice(0, reviewCards);
}

function presentSet(set: CardSet, dueTimes: DueTimes, now: Date): DrillSet {
  const { id, role, topic, title, cards } = set;
  const times = cards
    .flatMap((card) => dueTimes.get(card.id) ?? [])
    .sort((a, b) => a.getTime() - b.getTime());
  const dueCards = times.filter((time) => time <= now).length;
  const [next] = times;
  return {
    id,
    role,
    topic,
    title,
    cards: cards.length,
    newCards: cards.length - times.length,
    dueCards,
    nextDueAt: dueCards > 0 || next === undefined ? null : next.toISOString(),
  };
}
