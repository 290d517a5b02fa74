import type { ServerResponse } from "node:http";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { getPageFacts } from "../domains/site/get-page-facts.ts";
import { letCheckoutIn } from "./checkout-policy.ts";
import { sendError } from "./error-handler.ts";
import { AppError } from "./errors.ts";
import { openSitePages, type Page, shellPath } from "./static-site-pages.ts";

interface StaticSiteOptions {
  siteDirectory: string | null;
  deps: Deps;
}

/** Headers that mean something for a page alone: on each of its hashed files they would only be weight. */
const documentsOnly = [
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "permissions-policy",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
];

const notFound = () => new AppError("not_found", { msg: "There is nothing at this address." });

/** Serves the built site: hashed assets for ever, pages as they are now, the shell for every other address. */
export async function registerStaticSite(
  app: FastifyInstance,
  { siteDirectory, deps }: StaticSiteOptions,
): Promise<void> {
  if (siteDirectory === null) {
    app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply));
    return;
  }
  const pages = openSitePages({
    directory: siteDirectory,
    readFacts: () => getPageFacts(deps),
    log: deps.log,
  });
  const paths = pages.paths();
  await app.register(fastifyStatic, {
    root: siteDirectory,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ["**/*.html", "**/*.br", "**/*.gz", ...paths.map((path) => path.slice(1))],
    cacheControl: false,
    // Each has its etag, which says more.
    lastModified: false,
    setHeaders: (response, path) => {
      const isHashed = path.includes("/assets/");
      // It is Node's own response, of which the types show only a part.
      if (isHashed)
        for (const name of documentsOnly) (response as unknown as ServerResponse).removeHeader(name);
      response.setHeader(
        "cache-control",
        isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
    },
  });
  // What is kept for ever is never asked for again, nor in parts: a page's seven scripts do without the headers for it.
  app.addHook("onSend", async (request, reply) => {
    if (request.url.startsWith("/assets/")) reply.removeHeader("etag").removeHeader("accept-ranges");
  });
  for (const path of paths) {
    if (path !== shellPath)
      app.get(path, async (request, reply) => sendPage(deps, request, reply, await pages.get(path)));
  }
  const hasShell = paths.includes(shellPath);
  app.setNotFoundHandler(async (request, reply) => {
    if (hasShell && isScreen(request)) return sendPage(deps, request, reply, await pages.get(shellPath));
    return sendError(notFound(), request, reply);
  });
}

/** Whether an address that no route has may be one of the browser's own screens. */
function isScreen({ method, url }: FastifyRequest): boolean {
  const path = url.split("?")[0] ?? "/";
  const isOurs = /^\/(api|dev|files|health|assets|sandbox|videos|images)(\/|$)/.test(path);
  return (method === "GET" || method === "HEAD") && !isOurs;
}

function sendPage(deps: Deps, request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  if (page.policy !== null) reply.header("content-security-policy", page.policy);
  letCheckoutIn(request, reply, deps.payments.checkoutSources);
  reply.header("cache-control", "no-cache").header("etag", page.etag).header("vary", "accept-encoding");
  if (request.headers["if-none-match"] === page.etag) return reply.code(304).send();
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : null;
  if (encoding !== null) reply.header("content-encoding", encoding);
  return reply.type(page.type).send(page[encoding ?? "identity"]);
}
