import * as drillContract from "@greenroom/contract/practice/drills.ts";
import * as reportContract from "@greenroom/contract/practice/round-report.ts";
import * as contract from "@greenroom/contract/practice/rounds.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { bind } from "../kernel/http/bind.ts";
import { readKeyedRequest } from "../kernel/idempotency.ts";
import { listDrills, openDrill, revealCard, reviewCard, setDrillGoal } from "./drills/drills.ts";
import { writeOpenFollowUp } from "./follow-ups/write-follow-up.ts";
import {
  disputeRoundClaim,
  getRoundReport,
  rateRoundReport,
  requestRoundReport,
} from "./round-reports/round-report.ts";
import {
  answerFollowUp,
  explainAnswer,
  finishAnswer,
  keepTestResults,
  openHint,
  tickCriteria,
} from "./rounds/answers.ts";
import { getAnswer, getPracticeProgress, listAnswers } from "./rounds/history.ts";
import { endRound, getRound, nextQuestion, startRound } from "./rounds/rounds.ts";

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
  bind(app, deps, contract.writeFollowUp, ({ actor, params }) => writeOpenFollowUp(deps, actor, params));
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
  bind(app, deps, contract.getPracticeProgress, ({ actor }) => getPracticeProgress(deps, actor));
}

export function registerDrillRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, drillContract.listDrills, ({ actor }) => listDrills(deps, actor));
  bind(app, deps, drillContract.openDrill, ({ actor, params }) => openDrill(deps, actor, params.setId));
  bind(app, deps, drillContract.revealCard, ({ actor, params }) => revealCard(deps, actor, params.cardId));
  bind(app, deps, drillContract.reviewCard, ({ actor, params, body }) =>
    reviewCard(deps, actor, { cardId: params.cardId, ...body }),
  );
  bind(app, deps, drillContract.setDrillGoal, ({ actor, body }) => setDrillGoal(deps, actor, body.cards));
}
