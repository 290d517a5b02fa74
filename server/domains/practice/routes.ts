import { getPracticeProgress as getPracticeProgressEndpoint } from "@greenroom/contract/practice/practice-progress.ts";
import * as contract from "@greenroom/contract/practice/rounds.ts";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../../core/actor.ts";
import type { Deps } from "../../deps.ts";
import { bind } from "../../http/bind.ts";
import { sendBytes } from "../../http/files/send-bytes.ts";
import {
  answerFollowUp,
  explainAnswer,
  finishAnswer,
  keepTestResults,
  openHint,
  tickCriteria,
} from "./answer.ts";
import { exportPractice } from "./export-practice.ts";
import { getAnswer, listAnswers } from "./history.ts";
import { getPracticeProgress } from "./practice-progress.ts";
import { endRound, getRound, nextQuestion, startRound } from "./rounds.ts";

export function registerPracticeRoutes(app: FastifyInstance, deps: Deps): void {
  const count = (actor: Actor) => deps.limits.count("practice-by-user", actor.userId);

  bind(app, deps, contract.startRound, async ({ actor, body }) => {
    await deps.limits.count("practice-start-by-user", actor.userId);
    return startRound(deps, actor, body);
  });
  bind(app, deps, contract.getRound, ({ actor, params }) => getRound(deps, actor, params.id));
  bind(app, deps, contract.nextQuestion, async ({ actor, params }) => {
    await count(actor);
    return nextQuestion(deps, actor, params.id);
  });
  bind(app, deps, contract.endRound, async ({ actor, params }) => {
    await count(actor);
    return endRound(deps, actor, params.id);
  });
  bind(app, deps, contract.explainAnswer, async ({ actor, params, body }) => {
    await count(actor);
    return explainAnswer(deps, actor, params.id, body);
  });
  bind(app, deps, contract.answerFollowUp, async ({ actor, params, body }) => {
    await count(actor);
    return answerFollowUp(deps, actor, params.id, { index: params.index, ...body });
  });
  bind(app, deps, contract.openHint, async ({ actor, params }) => {
    await count(actor);
    return openHint(deps, actor, params.id);
  });
  bind(app, deps, contract.finishAnswer, async ({ actor, params, body }) => {
    await count(actor);
    return finishAnswer(deps, actor, params.id, body);
  });
  bind(app, deps, contract.keepTestResults, async ({ actor, params, body }) => {
    await count(actor);
    return keepTestResults(deps, actor, params.id, body);
  });
  bind(app, deps, contract.tickCriteria, async ({ actor, params, body }) => {
    await count(actor);
    return tickCriteria(deps, actor, params.id, body.ticks);
  });
  bind(app, deps, contract.listAnswers, async ({ actor, query }) => {
    await deps.limits.count("practice-read-by-user", actor.userId);
    return listAnswers(deps, actor, query.after);
  });
  bind(app, deps, contract.getAnswer, ({ actor, params }) => getAnswer(deps, actor, params.id));
  bind(app, deps, getPracticeProgressEndpoint, async ({ actor }) => {
    await deps.limits.count("practice-read-by-user", actor.userId);
    return getPracticeProgress(deps, actor);
  });
  bind(app, deps, contract.exportPractice, async ({ actor, reply }) => {
    await deps.limits.count("practice-export-by-user", actor.userId);
    return sendBytes(reply, {
      content: await exportPractice(deps, actor),
      contentType: "application/json; charset=utf-8",
      fileName: "practice.json",
    });
  });
}
