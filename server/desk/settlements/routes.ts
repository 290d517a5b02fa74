import "@fastify/multipart";
import * as contract from "@greenroom/contract/desk/money/settlements.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { readerSignal, receiveUpload, sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import {
  compareFile,
  exportDifferences,
  getFile,
  listDifferences,
  listFiles,
  settlementUpload,
} from "./settlement-files.ts";

/** The provider's settlement files at the desk. */
export function registerSettlementRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listSettlementFiles, async (call) =>
    sendPage(call, await listFiles(deps, call.query)),
  );
  bind(app, deps, contract.uploadSettlementFile, ({ actor, request }) =>
    receiveUpload(request, settlementUpload, (file) => compareFile(deps, actor, file)),
  );
  bind(app, deps, contract.getSettlementFile, ({ params }) => getFile(deps, params.id));
  bind(app, deps, contract.listDifferences, async (call) =>
    sendPage(call, await listDifferences(deps, { ...call.params, ...call.query })),
  );
  bind(app, deps, contract.exportDifferences, async ({ actor, params, reply }) =>
    sendBytes(reply, {
      content: await exportDifferences(deps, actor, params.id, readerSignal(reply)),
      contentType: "text/csv; charset=utf-8",
      fileName: "settlement-differences.csv",
    }),
  );
}
