import { listLedger as listLedgerEndpoint } from "@greenroom/contract/money/credits.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { sendPage } from "../../kernel/http/send-page.ts";
import { listLedger } from "./list-ledger.ts";

export function registerCreditRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listLedgerEndpoint, async (call) =>
    sendPage(call, await listLedger(deps, call.actor, call.query)),
  );
}
