import { listLedger as listLedgerEndpoint } from "@greenroom/contract/credits.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { bind } from "../../http/bind.ts";
import { sendPage } from "../../http/send-page.ts";
import { listLedger } from "./list-ledger.ts";

export function registerCreditRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listLedgerEndpoint, async (call) =>
    sendPage(call, await listLedger(deps, call.actor, call.query)),
  );
}
