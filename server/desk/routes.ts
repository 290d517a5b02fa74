import type { FastifyInstance } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { registerOperatorAccessRoutes } from "./access/routes.ts";
import { registerAuditRoutes } from "./audit/routes.ts";
import { registerDeskHealthRoutes } from "./health/routes.ts";
import { registerInterviewerDeskRoutes } from "./interviewers/routes.ts";
import { registerMoneyDesk } from "./money-routes.ts";
import { registerPeopleRoutes } from "./people/routes.ts";
import { registerSiteTextRoutes } from "./site-texts/routes.ts";
import { registerTodayRoutes } from "./today/routes.ts";

/** Everything at the operator's desk. */
export function registerOperatorRoutes(app: FastifyInstance, deps: Deps): void {
  registerOperatorAccessRoutes(app, deps);
  registerMoneyDesk(app, deps);
  registerAuditRoutes(app, deps);
  registerDeskHealthRoutes(app, deps);
  registerSiteTextRoutes(app, deps);
  registerInterviewerDeskRoutes(app, deps);
  registerPeopleRoutes(app, deps);
  registerTodayRoutes(app, deps);
}
