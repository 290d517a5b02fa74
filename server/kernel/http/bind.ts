import type {
  Access,
  Endpoint,
  EndpointOutput,
  EndpointRequest,
} from "@greenroom/contract/kernel/endpoint.ts";
import type { EndpointLimit } from "@greenroom/contract/kernel/rate-limits.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { JsonText } from "../json-text.ts";
import { networkOf } from "./limits/network-of.ts";

/** Finds the caller and checks what the endpoint allows; see server/authorize.ts. */
export type Authorize = (
  deps: Deps,
  endpoint: Pick<Endpoint, "method" | "access" | "needsRecentConfirmation" | "isVisibleInSeeAs">,
  request: FastifyRequest,
) => Promise<Actor | null>;

declare module "fastify" {
  interface FastifyInstance {
    authorize: Authorize;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** The actor that the handler gets; null is possible for public endpoints only. */
type ActorOf<E extends Endpoint> = E["access"] extends "public" ? Actor | null : Actor;

export interface HandlerCall<E extends Endpoint> extends EndpointRequest<E> {
  actor: ActorOf<E>;
  /** The caller's network address: the socket's, or the one that a trusted proxy reports. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Binds an endpoint of the contract to its handler. Every API route is created here and checks access before it
 * reads any input, because access is part of the endpoint.
 */
export function bind<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (call: HandlerCall<E>) => Promise<EndpointOutput<E> | JsonText>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.path.split("/")[2] ?? "api"],
      ...(endpoint.access === "public" ? { security: [] } : {}),
      ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
      querystring: endpoint.query ?? z.strictObject({}),
      ...(endpoint.body === undefined || endpoint.multipart !== undefined ? {} : { body: endpoint.body }),
      ...(endpoint.output === undefined ? {} : { response: { [endpoint.status]: endpoint.output } }),
      ...(endpoint.multipart === undefined ? {} : { consumes: ["multipart/form-data"] }),
    },
    config: { access: endpoint.access },
    ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    onRequest: async (request, reply) => {
      request.actor = await app.authorize(deps, endpoint, request);
      if (endpoint.access !== "public") reply.header("cache-control", "no-store");
    },
    handler: async (request, reply) => {
      if (endpoint.limit !== undefined)
        await deps.limits.count(endpoint.limit, keyOf(endpoint.limit, request));
      const output = await handler({
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.actor,
        address: request.ip,
        request,
        reply,
      } as HandlerCall<E>);
      reply.code(endpoint.status);
      if (output instanceof JsonText)
        return reply.type("application/json; charset=utf-8").send(Buffer.from(output.text));
      return output === undefined ? reply.send() : output;
    },
  });
}

/** The name of a limit ends with the kind of its key. */
function keyOf(limit: EndpointLimit, { actor, ip }: FastifyRequest): string {
  if (!limit.endsWith("-by-user")) return networkOf(ip);
  if (actor === null) throw new Error(`${limit} counts by user, and this call has none`);
  // What an operator looks at must not use up the limits of the person.
  return actor.seenBy?.operatorId ?? actor.userId;
}
