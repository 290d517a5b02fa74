import * as contract from "@greenroom/contract/desk/audit.ts";
import type { FastifyInstance } from "fastify";
import { readAuditActions } from "../../kernel/audit.ts";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { readerSignal, sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { exportAudit, listAudit } from "./list-audit.ts";

/** The audit log at the operator's desk. Nothing can change it: the database refuses. */
export function registerAuditRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listAudit, async (call) =>
    sendPage(call, await listAudit(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.listAuditActions, () => readAuditActions(deps.database));
  bind(app, deps, contract.exportAudit, async ({ actor, query, reply }) =>
    sendBytes(reply, {
      content: await exportAudit(deps, actor, query, readerSignal(reply)),
      contentType: "text/csv; charset=utf-8",
      fileName: "audit.csv",
    }),
  );
}
