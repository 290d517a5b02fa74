import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/**
 * Headers of every answer, errors and files too. The content-security policy of pages is set by static-site.ts,
 * which knows the hashes of their inline scripts; everything else may load nothing at all.
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
  // The room's devices are ours to ask for, and nobody's in a frame. Set where helmet sets its own, so that who sends
  // a file finds all of them in one place (static-site.ts).
  app.addHook("onRequest", async (_request, reply) => {
    reply.raw.setHeader("permissions-policy", "camera=(self), microphone=(self), display-capture=(self)");
  });
}
