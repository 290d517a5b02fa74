import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/**
 * Headers of every response, including errors and files. static-site.ts sets the content-security policy of
 * pages, because it knows the hashes of their inline scripts; every other response may load nothing.
 */
export function installSecurityHeaders(app: FastifyInstance): void {
  app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'none'"],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: "same-origin" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  });
  // No cache may store a response to a request with a token, or one that may contain a token, including
  // errors and public calls.
  app.addHook("onSend", async ({ headers, method }, reply) => {
    const isPlainRead = headers.authorization === undefined && (method === "GET" || method === "HEAD");
    if (!isPlainRead) reply.header("cache-control", "no-store");
  });
  // Only our own pages may ask for camera and microphone, and no frame may. Set in the same place as helmet's
  // headers, so that code that sends a file finds all of them together (static-site.ts).
  app.addHook("onRequest", async (_request, reply) => {
    reply.raw.setHeader("permissions-policy", "camera=(self), microphone=(self), display-capture=(self)");
  });
}
