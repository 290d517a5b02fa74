import { getSite } from "@greenroom/contract/site/site.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { bind } from "../kernel/http/bind.ts";
import { presentSite } from "./present.ts";

export function registerSiteRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getSite, () => presentSite(deps));
}
