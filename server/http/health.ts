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
  summary: "The database answers, and the server is not about to stop",
  output,
});

/** `leaving` is aborted when the server was told to stop: a balancer then sends it nobody new. */
export function registerHealth(app: FastifyInstance, deps: Deps, leaving: AbortSignal): void {
  // Who comes all the same is answered, and told not to keep the connection.
  app.addHook("onSend", async (_request, reply) => {
    if (leaving.aborted) reply.header("connection", "close");
  });
  bind(app, deps, live, async () => ({ status: "ok" as const }));
  bind(app, deps, ready, async () => {
    if (leaving.aborted) {
      throw new AppError("unavailable", { msg: "This server is stopping.", retryAfterSeconds: 5 });
    }
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
