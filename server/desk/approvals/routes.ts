import * as contract from "@greenroom/contract/desk/money/approvals.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { decideApproval, previewDecision } from "./decide-approval.ts";
import { listApprovals } from "./list-approvals.ts";

export function registerApprovalRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listApprovals, async (call) =>
    sendPage(call, await listApprovals(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.previewApprovalDecision, ({ actor, params, body }) =>
    previewDecision(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.decideApproval, ({ actor, params, body }) =>
    decideApproval(deps, actor, { ...params, ...body }),
  );
}
