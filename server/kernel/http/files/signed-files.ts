import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { contentDisposition } from "../../content-disposition.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { fileKeyPattern, isValidFileSignature } from "../../file-signature.ts";

const fileLinkQuerySchema = z.strictObject({
  expires: z.string().regex(/^\d{1,12}$/, "This link is not complete."),
  name: z.string().min(1).max(300),
  signature: z.string().min(1).max(100),
});

const fileNotFoundError = () => new AppError("not_found", { msg: "This file does not exist." });

/**
 * Signed file links. Anyone with a link can download that one file for a few minutes, so it needs no token
 * and opens in a new tab. Uploaded files never run in our origin: they are downloads, and sandboxed as well.
 */
export function registerSignedFiles(app: FastifyInstance, deps: Deps): void {
  app.route<{ Params: { "*": string }; Querystring: z.infer<typeof fileLinkQuerySchema> }>({
    method: "GET",
    url: "/files/*",
    schema: { querystring: fileLinkQuerySchema, hide: true } as object,
    config: { access: "public" },
    handler: async (request, reply) => {
      const { name, signature } = request.query;
      const link = { key: request.params["*"], fileName: name, expires: Number(request.query.expires) };
      if (!fileKeyPattern.test(link.key) || !isValidFileSignature(deps.hmac, link, signature))
        throw fileNotFoundError();
      if (deps.clock.now().getTime() >= link.expires * 1000) {
        throw new AppError("forbidden", { msg: "This link has expired. Please open the file again." });
      }
      const file = await deps.storage.read(link.key);
      if (file === null) throw fileNotFoundError();
      return reply
        .type("application/pdf")
        .header("content-disposition", contentDisposition(name))
        .header("content-security-policy", "sandbox; default-src 'none'")
        .header("x-content-type-options", "nosniff")
        .header("cache-control", "private, no-store")
        .header("referrer-policy", "no-referrer")
        .header("cross-origin-resource-policy", "same-origin")
        .send(file);
    },
  });
}
