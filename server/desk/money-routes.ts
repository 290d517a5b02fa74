import type { FastifyInstance } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { registerApprovalRoutes } from "./approvals/routes.ts";
import { registerDeskBookingRoutes } from "./bookings/routes.ts";
import { registerFigureRoutes } from "./figures/routes.ts";
import { registerDeskPaymentRoutes } from "./payments/routes.ts";
import { registerDeskPayoutRoutes } from "./payouts/routes.ts";
import { registerDeskPriceRoutes } from "./prices/routes.ts";
import { registerSettlementRoutes } from "./settlements/routes.ts";

/** The desk's calls about bookings and money. */
export function registerMoneyDesk(app: FastifyInstance, deps: Deps): void {
  registerApprovalRoutes(app, deps);
  registerDeskPaymentRoutes(app, deps);
  registerDeskPayoutRoutes(app, deps);
  registerDeskBookingRoutes(app, deps);
  registerDeskPriceRoutes(app, deps);
  registerFigureRoutes(app, deps);
  registerSettlementRoutes(app, deps);
}
