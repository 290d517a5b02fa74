import type { Readable } from "node:stream";
import * as contract from "@greenroom/contract/desk/money/figures.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { readerSignal, sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { exportCohorts, exportFigures, exportInterviewers } from "./export-figures.ts";
import { readCohorts, readFigures, readInterviewers } from "./read-figures.ts";

const sendCsv = (reply: FastifyReply, fileName: string, content: Buffer | Readable) =>
  sendBytes(reply, { content, contentType: "text/csv; charset=utf-8", fileName });

/** Figures of the business at the desk. */
export function registerFigureRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getFigures, ({ query }) => readFigures(deps, query));
  bind(app, deps, contract.exportFigures, async ({ actor, query, reply }) =>
    sendCsv(reply, `figures-by-${query.by}.csv`, await exportFigures(deps, actor, query)),
  );
  bind(app, deps, contract.getCohorts, () => readCohorts(deps));
  bind(app, deps, contract.exportCohorts, async ({ actor, reply }) =>
    sendCsv(reply, "cohorts.csv", await exportCohorts(deps, actor)),
  );
  bind(app, deps, contract.getInterviewerFigures, async (call) =>
    sendPage(call, await readInterviewers(deps, call.query)),
  );
  bind(app, deps, contract.exportInterviewerFigures, async ({ actor, query, reply }) =>
    sendCsv(reply, "interviewers.csv", await exportInterviewers(deps, actor, query, readerSignal(reply))),
  );
}
