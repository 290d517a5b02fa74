import {
  getCandidateProgress as getCandidateProgressEndpoint,
  getProgress as getProgressEndpoint,
  tickExercise as tickExerciseEndpoint,
} from "@greenroom/contract/review/reports/progress.ts";
import { tickStep as tickStepEndpoint } from "@greenroom/contract/review/reports/reports.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../../kernel/deps.ts";
import { bind } from "../../../kernel/http/bind.ts";
import { getCandidateProgress, getProgress } from "./get-progress.ts";
import { tickExercise, tickStep } from "./tick-exercise.ts";

export function registerProgressRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getProgressEndpoint, ({ actor }) => getProgress(deps, actor));
  bind(app, deps, getCandidateProgressEndpoint, ({ actor, params }) =>
    getCandidateProgress(deps, actor, params.userId),
  );
  bind(app, deps, tickExerciseEndpoint, ({ actor, params, body }) =>
    tickExercise(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, tickStepEndpoint, ({ actor, params, body }) =>
    tickStep(deps, actor, { ...params, ...body }),
  );
}
