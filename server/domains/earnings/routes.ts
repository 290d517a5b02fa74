import {
  exportEarnings as exportEarningsEndpoint,
  getDashboardStats as getDashboardStatsEndpoint,
  listEarnings as listEarningsEndpoint,
} from "@greenroom/contract/earnings.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { answerBytes } from "../../http/answer-bytes.ts";
import { bind } from "../../http/bind.ts";
import { exportEarnings } from "./export-earnings.ts";
import { getDashboardStats } from "./get-dashboard-stats.ts";
import { listEarnings } from "./list-earnings.ts";

export function registerEarningRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listEarningsEndpoint, ({ actor }) => listEarnings(deps, actor));
  bind(app, deps, exportEarningsEndpoint, async ({ actor, reply }) =>
    answerBytes(reply, {
      content: await exportEarnings(deps, actor),
      contentType: "text/csv; charset=utf-8",
      fileName: "earnings.csv",
    }),
  );
  bind(app, deps, getDashboardStatsEndpoint, ({ actor }) => getDashboardStats(deps, actor));
}
