import { type DrillRating, goalCards } from "@greenroom/contract/practice/drills.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import type { CardState } from "./schedule.ts";
import { type DrillDay, findGoal, selectCardStates, selectDays } from "./store.ts";

const exportedDays = 3_660;

interface ExportedDrills {
  goal: number;
  days: DrillDay[];
  cards: (CardState & { cardId: string; lastRating: DrillRating | null })[];
}

/** The actor's drill data: the goal, each day's activity, and the state of each card. */
export async function exportDrills(deps: Deps, { userId }: Actor): Promise<ExportedDrills> {
  return {
    goal: (await findGoal(deps.database, userId)) ?? goalCards.preset,
    days: await selectDays(deps.database, userId, exportedDays),
    cards: await selectCardStates(deps.database, userId),
  };
}
