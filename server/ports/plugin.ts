import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import type { JobHandler } from "../jobs/job.ts";

/** What an adapter brings along besides its port: pages and jobs of its own, such as the sandbox's checkout. */
export interface AdapterPlugin {
  registerRoutes(app: FastifyInstance, deps: Deps): void;
  readonly jobs: JobHandler<Deps>[];
}
