import swagger from "@fastify/swagger";
import { endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { sql } from "kysely";
import { z } from "zod";
import type { Config } from "../config/config.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { bind } from "./bind.ts";

const output = z.object({ status: z.literal("ok") });

const liveEndpoint = endpoint("GET /health/live", {
  access: "public",
  summary: "The process runs",
  output,
});
const readyEndpoint = endpoint("GET /health/ready", {
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

/** `/api/openapi.json`, generated from the contract. Public on purpose. */
export async function registerOpenApi(app: FastifyInstance, { business, publicUrl }: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${business.name} API`, version: "1", description: business.tagline },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
      security: [{ bearer: [] }],
    },
    // The site's pages and development tools are routes too, but the description covers only the API.
    transform: ({ schema, url, ...rest }) => {
      const isApi = url.startsWith("/api/") || url.startsWith("/health/");
      return jsonSchemaTransform({ ...rest, url, schema: isApi ? schema : { ...schema, hide: true } });
    },
  });
  app.get("/api/openapi.json", { schema: { hide: true } as object }, async () => app.swagger());
}

/** One line per request, when it ends; none for assets and health checks. */
export class RequestLog extends LogController {
  override isLogDisabled(request: FastifyRequest): boolean {
    return request.url.startsWith("/assets/") || request.url.startsWith("/health/");
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (this.isLogDisabled(request)) return;
    const line = {
      req: request,
      res: reply,
      milliseconds: Math.round(reply.elapsedTime),
      userId: request.actor?.userId,
    };
    if (error) reply.log.error({ ...line, err: error }, "request errored");
    else reply.log.info(line, "request completed");
  }
}
