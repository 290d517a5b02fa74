import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { AppError } from "./errors.ts";
import { fileKeyPattern, isSignedByUs } from "./file-links.ts";

const linkQuery = z.strictObject({
  expires: z.string().regex(/^\d{1,12}$/, "This link is not complete."),
  name: z.string().min(1).max(300),
  signature: z.string().min(1).max(100),
});

const notFound = () => new AppError("not_found", { msg: "This file does not exist." });

/**
 * Signed file links: whoever holds one may download that one file for some minutes, so it needs no token and can be
 * opened in a new tab. What people uploaded never runs in our origin: it is a download, sandboxed all the same.
 */
export function registerFileLinks(app: FastifyInstance, deps: Deps): void {
  app.route<{ Params: { "*": string }; Querystring: z.infer<typeof linkQuery> }>({
    method: "GET",
    url: "/files/*",
    schema: { querystring: linkQuery, hide: true } as object,
    config: { access: "public" },
    handler: async (request, reply) => {
      const { name, signature } = request.query;
      const link = { key: request.params["*"], fileName: name, expires: Number(request.query.expires) };
      if (!fileKeyPattern.test(link.key) || !isSignedByUs(deps.hmac, link, signature)) throw notFound();
      if (deps.clock.now().getTime() >= link.expires * 1000) {
        throw new AppError("forbidden", { msg: "This link has expired. Please open the file again." });
      }
      const file = await deps.storage.read(link.key);
      if (file === null) throw notFound();
      return reply
        .type("application/pdf")
        .header("content-disposition", attachment(name))
        .header("content-security-policy", "sandbox; default-src 'none'")
        .header("x-content-type-options", "nosniff")
        .header("cache-control", "private, no-store")
        .header("referrer-policy", "no-referrer")
        .header("cross-origin-resource-policy", "same-origin")
        .send(file);
    },
  });
}

/** RFC 6266: an ASCII name for old clients, the real one encoded. Neither can hold what would end the header. */
export function attachment(fileName: string): string {
  const ascii = fileName.normalize("NFKD").replace(/[^A-Za-z0-9 ._-]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
