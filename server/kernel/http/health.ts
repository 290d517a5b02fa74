import { endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { bind } from "./bind.ts";

const output = z.object({ status: z.literal("ok") });

const liveEndpoint = endpoint({
  method: "GET",
  path: "/health/live",
  access: "public",
  summary: "The process runs",
  output,
});
const readyEndpoint = endpoint({
  method: "GET",
  path: "/health/ready",
  access: "public",
  summary: "The database answers, and the server is not about to stop",
  output,
});

/** `shutdownSignal` is aborted when the server must stop, so that a load balancer sends it no new requests. */
export function registerHealth(app: FastifyInstance, deps: Deps, shutdownSignal: AbortSignal): void {
  // Requests that still arrive are answered, with a header that closes the connection.
  app.addHook("onSend", async (_request, reply) => {
    if (shutdownSignal.aborted) reply.header("connection", "close");
  });
  bind(app, deps, liveEndpoint, async () => ({ status: "ok" as const }));
  bind(app, deps, readyEndpoint, async () => {
    if (shutdownSignal.aborted) {
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
