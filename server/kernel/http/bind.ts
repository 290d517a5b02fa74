import { randomBytes } from "node:crypto";
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
import type { Page } from "../db/read-lists.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { networkOf } from "./rate-limits.ts";

/**
 * An answer that is JSON already and matches its endpoint's output, because it was checked when it was stored. It is sent
 * as it is: to check and write a large answer again would keep other calls waiting.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Finds the caller and checks what the endpoint allows; see server/authorize.ts. */
export type Authorize = (
  deps: Deps,
  endpoint: Pick<Endpoint, "method" | "access" | "confirmation" | "isVisibleInSeeAs">,
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

/** What the handler returns: nothing for an endpoint without an output. */
type Answer<E extends Endpoint> = E["output"] extends undefined ? void : EndpointOutput<E> | JsonText;

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
  handler: (call: HandlerCall<E>) => Promise<Answer<E>>,
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

/** The rows of a page. When there are more, the `Link` header has the address of the next page (RFC 8288). */
export function sendPage<Row>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { rows, next }: Page<Row>,
): Row[] {
  if (next !== null) {
    const address = new URL(request.url, "https://own.invalid");
    address.searchParams.set("after", next);
    reply.header("link", `<${address.pathname}${address.search}>; rel="next"`);
  }
  return rows;
}

/**
 * Parses the JSON body of an endpoint that accepts a file or JSON, and therefore has no body schema. Throws
 * `invalid_input`.
 */
export function parseJsonBody<S extends z.ZodType>(request: FastifyRequest, schema: S): z.infer<S> {
  const read = schema.safeParse(request.body);
  if (read.success) return read.data;
  const details = read.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join("."),
          msg: `Unknown field: ${key.slice(0, 80)}.`,
        }))
      : [{ path: issue.path.join("."), msg: issue.message }],
  );
  throw new AppError("invalid_input", {
    msg: details[0]?.msg ?? "The request body could not be read.",
    details,
  });
}

const maxAgeSeconds = 180 * 86_400;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns the token that identifies a browser: the one in its cookie, or a new one. The cookie grants no access; it
 * only decides which rate limit an attempt counts against. Each response renews it for 180 days.
 */
export function ensureBrowserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { isSecure }: { isSecure: boolean },
): string {
  // With this prefix, browsers accept the cookie only from our own host over https, never from a subdomain.
  const name = isSecure ? "__Host-greenroom-browser" : "greenroom-browser";
  const token = readCookie(request.headers.cookie, name) ?? randomBytes(32).toString("base64url");
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  reply.header("set-cookie", `${name}=${token}; ${attributes}`);
  reply.header("cache-control", "no-store");
  return token;
}

function readCookie(header: string | undefined, name: string): string | null {
  for (const part of header?.split(";") ?? []) {
    const [key, value] = part.trim().split("=", 2);
    if (key === name && value !== undefined && tokenPattern.test(value)) return value;
  }
  return null;
}
