import * as favorites from "@greenroom/contract/schedule/favorites.ts";
import * as contract from "@greenroom/contract/schedule/mentors.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { getMentor, listMentors } from "./directory.ts";
import { listFavorites, setFavorite } from "./favorites.ts";
import { getOwnNumbers } from "./numbers.ts";

export function registerMentorRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listMentors, ({ actor, query }) => listMentors(deps, actor, query));
  bind(app, deps, contract.getMentor, ({ params, query: { from } }) =>
    getMentor(deps, params.slug, from === undefined ? undefined : new Date(from)),
  );
  bind(app, deps, favorites.listFavorites, ({ actor }) => listFavorites(deps, actor));
  bind(app, deps, favorites.setFavorite, ({ actor, body }) => setFavorite(deps, actor, body));
  bind(app, deps, contract.getOwnNumbers, ({ actor }) => getOwnNumbers(deps, actor));
}
