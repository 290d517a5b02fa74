import { streamFollowUp as streamFollowUpEndpoint } from "@greenroom/contract/practice/follow-ups.ts";
import { getPracticeProgress as getPracticeProgressEndpoint } from "@greenroom/contract/practice/practice-progress.ts";
import * as reportContract from "@greenroom/contract/practice/round-report.ts";
import * as contract from "@greenroom/contract/practice/rounds.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { sendBytes } from "../../kernel/http/files/send-bytes.ts";
import { readKeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { answerFollowUp } from "./answers/answer-follow-up.ts";
import { explainAnswer } from "./answers/explain-answer.ts";
import { finishAnswer } from "./answers/finish-answer.ts";
import { keepTestResults } from "./answers/keep-test-results.ts";
import { openHint } from "./answers/open-hint.ts";
import { tickCriteria } from "./answers/tick-criteria.ts";
import { exportPractice } from "./export-practice.ts";
import { streamFollowUp } from "./follow-ups/stream-follow-up.ts";
import { getAnswer, listAnswers } from "./history.ts";
import { getPracticeProgress } from "./practice-progress.ts";
import { disputeRoundClaim, rateRoundReport } from "./report/answer-round-report.ts";
import { getRoundReport } from "./report/get-round-report.ts";
import { requestRoundReport } from "./report/request-reports.ts";
import { endRound, getRound, nextQuestion, startRound } from "./rounds.ts";

export function registerPracticeRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.startRound, ({ actor, body, request }) => {
    const keyed = readKeyedRequest(request.headers, actor, contract.startRound, body);
    return startRound(deps, actor, body, keyed);
  });
  bind(app, deps, contract.getRound, ({ actor, params }) => getRound(deps, actor, params.id));
  bind(app, deps, contract.nextQuestion, ({ actor, params, request }) => {
    const keyed = readKeyedRequest(request.headers, actor, contract.nextQuestion, params);
    return nextQuestion(deps, actor, params.id, keyed);
  });
  bind(app, deps, contract.endRound, ({ actor, params }) => endRound(deps, actor, params.id));
  bind(app, deps, contract.explainAnswer, ({ actor, params, body, request }) => {
    const keyed = readKeyedRequest(request.headers, actor, contract.explainAnswer, { ...params, ...body });
    return explainAnswer(deps, actor, params.id, body, keyed);
  });
  bind(app, deps, contract.answerFollowUp, ({ actor, params, body, request }) => {
    const keyed = readKeyedRequest(request.headers, actor, contract.answerFollowUp, { ...params, ...body });
    return answerFollowUp(deps, actor, params.id, { index: params.index, ...body }, keyed);
  });
  bind(app, deps, streamFollowUpEndpoint, async ({ actor, params, reply }) => {
    const content = await streamFollowUp(deps, actor, params);
    // Proxies must pass each sentence on at once.
    reply.header("x-accel-buffering", "no");
    return sendBytes(reply, { content, contentType: "text/event-stream; charset=utf-8" });
  });
  bind(app, deps, reportContract.getRoundReport, ({ actor, params }) =>
    getRoundReport(deps, actor, params.id),
  );
  bind(app, deps, reportContract.requestRoundReport, ({ actor, params }) =>
    requestRoundReport(deps, actor, params.id),
  );
  bind(app, deps, reportContract.disputeRoundClaim, ({ actor, params, body }) =>
    disputeRoundClaim(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, reportContract.rateRoundReport, ({ actor, params, body }) =>
    rateRoundReport(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.openHint, ({ actor, params, request }) => {
    const keyed = readKeyedRequest(request.headers, actor, contract.openHint, params);
    return openHint(deps, actor, params.id, keyed);
  });
  bind(app, deps, contract.finishAnswer, ({ actor, params, body }) =>
    finishAnswer(deps, actor, params.id, body),
  );
  bind(app, deps, contract.keepTestResults, ({ actor, params, body }) =>
    keepTestResults(deps, actor, params.id, body),
  );
  bind(app, deps, contract.tickCriteria, ({ actor, params, body }) =>
    tickCriteria(deps, actor, params.id, body.ticks),
  );
  bind(app, deps, contract.listAnswers, ({ actor, query }) => listAnswers(deps, actor, query.after));
  bind(app, deps, contract.getAnswer, ({ actor, params }) => getAnswer(deps, actor, params.id));
  bind(app, deps, getPracticeProgressEndpoint, ({ actor }) => getPracticeProgress(deps, actor));
  bind(app, deps, contract.exportPractice, async ({ actor, reply }) =>
    sendBytes(reply, {
      content: await exportPractice(deps, actor),
      contentType: "application/json; charset=utf-8",
      fileName: "practice.json",
    }),
  );
}
