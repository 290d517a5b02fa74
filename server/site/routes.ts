import { getSite, sendContactMessage as sendContactMessageEndpoint } from "@greenroom/contract/site/site.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { bind } from "../kernel/http/bind.ts";
import { sendContactMessage } from "./contact.ts";
import { presentSite } from "./page-data.ts";

export function registerSiteRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getSite, () => presentSite(deps));
  bind(app, deps, sendContactMessageEndpoint, ({ body }) => sendContactMessage(deps, body));
}
