import {
  exportEarnings as exportEarningsEndpoint,
  listEarnings as listEarningsEndpoint,
} from "@greenroom/contract/money/earnings.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { readerSignal } from "../../kernel/http/files/reader-signal.ts";
import { sendBytes } from "../../kernel/http/files/send-bytes.ts";
import { sendPage } from "../../kernel/http/send-page.ts";
import { exportEarnings } from "./export-earnings.ts";
import { listEarnings } from "./list-earnings.ts";
import { presentEarnings } from "./present.ts";

export function registerEarningRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listEarningsEndpoint, async (call) => {
    const page = await listEarnings(deps, call.actor, call.query);
    const isPage = call.query.limit !== undefined || call.query.after !== undefined;
    return presentEarnings({ ...page, rows: sendPage(call, page), isPage });
  });
  bind(app, deps, exportEarningsEndpoint, async ({ actor, reply }) =>
    sendBytes(reply, {
      content: await exportEarnings(deps, actor, readerSignal(reply)),
      contentType: "text/csv; charset=utf-8",
      fileName: "earnings.csv",
    }),
  );
}
