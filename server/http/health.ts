import { endpoint } from "@greenroom/contract/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { bind } from "./bind.ts";
import { AppError } from "./errors.ts";

const output = z.object({ status: z.literal("ok") });

const live = endpoint({
  method: "GET",
  path: "/health/live",
  access: "public",
  summary: "The process runs",
  output,
});
const ready = endpoint({
  method: "GET",
  path: "/health/ready",
  access: "public",
  summary: "The database answers",
  output,
});

export function registerHealth(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, live, async () => ({ status: "ok" as const }));
  bind(app, deps, ready, async () => {
    try {
      await sql`select 1`.execute(deps.database);
    } catch (cause) {
      throw new AppError("unavailable", {
        msg: "The database does not answer.",
        retryAfterSeconds: 5,
        cause,
      });
    }
    return { status: "ok" as const };
  });
}
