import {
  listDrills as listDrillsEndpoint,
  openDrill as openDrillEndpoint,
  revealCard as revealCardEndpoint,
  reviewCard as reviewCardEndpoint,
  setDrillGoal as setDrillGoalEndpoint,
} from "@greenroom/contract/practice/drills.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { listDrills, openDrill } from "./list-drills.ts";
import { revealCard, reviewCard, setDrillGoal } from "./review-card.ts";

export function registerDrillRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listDrillsEndpoint, ({ actor }) => listDrills(deps, actor));
  bind(app, deps, openDrillEndpoint, ({ actor, params }) => openDrill(deps, actor, params.setId));
  bind(app, deps, revealCardEndpoint, ({ actor, params }) => revealCard(deps, actor, params.cardId));
  bind(app, deps, reviewCardEndpoint, ({ actor, params, body }) =>
    reviewCard(deps, actor, { cardId: params.cardId, ...body }),
  );
  bind(app, deps, setDrillGoalEndpoint, ({ actor, body }) => setDrillGoal(deps, actor, body.cards));
}
