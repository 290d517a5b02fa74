import * as contract from "@greenroom/contract/desk/money/payouts.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { performOrRequestApproval, previewAction } from "../approvals/perform-or-request-approval.ts";
import { bindAction } from "../bind-action.ts";
import { getOpenPayoutBatch } from "./get-open-payout-batch.ts";
import { listDeskDue, listDeskPaid } from "./list-desk-payouts.ts";
import { makePayoutBatch, previewPayoutBatch } from "./make-payout-batch.ts";
import { payoutAction } from "./payout-action.ts";
import { returnPayout } from "./return-action.ts";
import { previewReversal, reverseDeskEarning } from "./reverse-desk-earning.ts";
import { writeBatchCsv } from "./write-batch-csv.ts";

/** Payouts to interviewers at the desk. */
export function registerDeskPayoutRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listDuePayouts, async (call) =>
    sendPage(call, await listDeskDue(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.getOpenBatch, ({ actor }) => getOpenPayoutBatch(deps, actor));
  bind(app, deps, contract.previewBatch, ({ actor }) => previewPayoutBatch(deps, actor));
  bind(app, deps, contract.makeBatch, ({ actor, body }) => makePayoutBatch(deps, actor, body));
  bind(app, deps, contract.downloadBatch, async ({ actor, params, reply }) => {
    return sendBytes(reply, {
      content: await writeBatchCsv(deps, actor, params.id),
      contentType: "text/csv; charset=utf-8",
      fileName: `payouts-${deps.clock.now().toISOString().slice(0, 10)}.csv`,
    });
  });
  bind(app, deps, contract.listPaidPayouts, async (call) =>
    sendPage(call, await listDeskPaid(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.previewPayouts, ({ actor, body }) =>
    previewAction(deps, actor, payoutAction, body),
  );
  bind(
    app,
    deps,
    contract.markPaid,
    ({ actor, body: { batchId, interviewerIds, reference, ...confirmed } }) =>
      performOrRequestApproval(deps, actor, payoutAction, {
        ...confirmed,
        payload: { batchId, interviewerIds, reference },
      }),
  );
  bindAction(app, deps, contract.returnPayout, returnPayout);
  bind(app, deps, contract.previewEarningReversal, ({ actor, params }) =>
    previewReversal(deps, actor, params.id),
  );
  bind(app, deps, contract.reverseDeskEarning, ({ actor, params, body }) =>
    reverseDeskEarning(deps, actor, { ...params, ...body }),
  );
}
