import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { PageData } from "@greenroom/contract/site/page-text.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../kernel/deps.ts";
import { AppError } from "../kernel/errors.ts";
import { sendError } from "../kernel/http/error-handler.ts";
import { allowCheckout, reportingEndpoints } from "../kernel/http/security-policy.ts";
import { mentorListPath, mentorTemplatePath, openMentorPages, renderModule } from "./mentor-pages.ts";
import { openSitePages, type RenderedPage, shellPath } from "./prerendered-pages.ts";

interface StaticSiteOptions {
  siteDirectory: string | null;
  deps: Deps;
  readPageData: () => Promise<PageData>;
}

/** Headers that only matter for a page; on hashed files they would only add bytes. */
const documentOnlyHeaders = [
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "permissions-policy",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
];

const pageNotFoundError = () => new AppError("not_found", { msg: "There is nothing at this address." });

/**
 * Serves the built site: hashed assets to be cached forever, pages with current data, and the app shell for
 * every other path, with 404 if the browser's router has no page for it.
 */
export async function registerStaticSite(
  app: FastifyInstance,
  { siteDirectory, deps, readPageData }: StaticSiteOptions,
): Promise<void> {
  if (siteDirectory === null) {
    app.setNotFoundHandler((request, reply) => sendError(pageNotFoundError(), request, reply));
    return;
  }
  const pages = openSitePages({
    directory: siteDirectory,
    packagesUrl: deps.config.pyodideUrl,
    readPageData,
    log: deps.log,
  });
  const paths = pages.paths();
  await app.register(fastifyStatic, {
    root: siteDirectory,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: [
      "**/*.html",
      "**/*.br",
      "**/*.gz",
      clientRoutesFile,
      renderModule,
      ...paths.map((path) => path.slice(1)),
    ],
    cacheControl: false,
    // Each file has an etag, which is more precise.
    lastModified: false,
    setHeaders: (response, path) => {
      const isHashed = path.includes("/assets/");
      // This is Node's own response; Fastify's types show only a part of it.
      if (isHashed)
        for (const name of documentOnlyHeaders) (response as unknown as ServerResponse).removeHeader(name);
      // The policy of this script is the worker's own. It fetches pages, and the icon of a notification.
      if (path.endsWith("/sw.js"))
        response.setHeader(
          "content-security-policy",
          "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
        );
      response.setHeader(
        "cache-control",
        isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
    },
  });
  // Browsers never ask again for files that are cached forever, nor for parts of them, so the page's scripts
  // do not need these headers.
  app.addHook("onSend", async (request, reply) => {
    if (request.url.startsWith("/assets/")) reply.removeHeader("etag").removeHeader("accept-ranges");
  });
  const mentorPages = openMentorPages(deps, pages, siteDirectory);
  if (mentorPages !== null) {
    /** Sends the shell, whose script says what is wrong, for nobody, and when too many pages are asked for. */
    const sendMentors = async (
      request: FastifyRequest,
      reply: FastifyReply,
      rendered: Promise<RenderedPage | null>,
    ) => {
      const page = await rendered.catch((error: unknown) => {
        const isBusy = error instanceof AppError && error.code === "unavailable";
        if (!isBusy && !(error instanceof AppError && error.code === "too_many_requests")) throw error;
        reply.code(isBusy ? 503 : 429).header("retry-after", error.retryAfterSeconds ?? 60);
        return null;
      });
      if (page === null && reply.statusCode === 200) reply.code(404);
      return sendPage(deps, request, reply, page ?? (await pages.get(shellPath)));
    };
    app.get(mentorListPath, (request, reply) =>
      sendMentors(request, reply, mentorPages.list(searchOf(request), request.ip)),
    );
    app.get<{ Params: { slug: string } }>(`${mentorListPath}/:slug`, (request, reply) => {
      if (request.params.slug === "") return reply.redirect(mentorListPath, 301);
      const from = searchOf(request).get("from");
      return sendMentors(request, reply, mentorPages.mentor(request.params.slug, from, request.ip));
    });
    app.get("/sitemap-mentors.xml", async (_request, reply) =>
      reply
        .header("cache-control", "no-cache")
        .type("application/xml; charset=utf-8")
        .send(await mentorPages.sitemap()),
    );
  }
  for (const path of paths) {
    if (![shellPath, mentorListPath, mentorTemplatePath].includes(path))
      app.get(path, async (request, reply) => sendPage(deps, request, reply, await pages.get(path)));
  }
  const hasShell = paths.includes(shellPath);
  const hasPage = await readClientRoutes(siteDirectory);
  app.setNotFoundHandler(async (request, reply) => {
    if (!hasShell || !isPageRequest(request)) return sendError(pageNotFoundError(), request, reply);
    // The shell would hide what the server renders of a mentor.
    const [, mentor] = /^(\/mentors\/[^/]+)\/+$/.exec(pathOf(request)) ?? [];
    if (mentor !== undefined) return reply.redirect(mentor + request.url.slice(pathOf(request).length), 301);
    // People see the shell's page for missing addresses; search engines and scanners read only the status.
    if (!hasPage(pathOf(request))) reply.code(404);
    return sendPage(deps, request, reply, await pages.get(shellPath));
  });
}

const pathOf = ({ url }: FastifyRequest) => url.split("?")[0] ?? "/";
const searchOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split("?")[1] ?? "");

/** Whether a request without a route can be for a page. */
function isPageRequest(request: FastifyRequest): boolean {
  const { method } = request;
  const path = pathOf(request);
  const isOurs = /^\/(api|dev|files|health|assets|sandbox|videos|images)(\/|$)/.test(path);
  return (method === "GET" || method === "HEAD") && !isOurs;
}

function sendPage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
): FastifyReply {
  if (page.policy !== null) {
    reply.header("content-security-policy", page.policy).header("reporting-endpoints", reportingEndpoints);
  }
  allowCheckout(request, reply, deps.payments.checkoutSources);
  reply.header("cache-control", "no-cache").header("etag", page.etag).header("vary", "accept-encoding");
  if (reply.statusCode === 200 && request.headers["if-none-match"] === page.etag)
    return reply.code(304).send();
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = (["br", "gzip"] as const).find(
    (name) => page[name] !== null && new RegExp(`\\b${name}\\b`).test(accepted),
  );
  if (encoding !== undefined) reply.header("content-encoding", encoding);
  return reply.type(page.type).send(page[encoding ?? "identity"]);
}

/** Written by the build of the site (web/react-router.config.ts): the paths of the browser's router. */
export const clientRoutesFile = "client-routes.json";

const routesSchema = z.array(z.string().startsWith("/"));

/**
 * Reads the paths of the browser's router, such as `/room/:id`. Returns a function that is true for a path with a page.
 * Without the list, it is true for every path.
 */
export async function readClientRoutes(directory: string): Promise<(path: string) => boolean> {
  const text = await readFile(join(directory, clientRoutesFile), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    },
  );
  if (text === null) return () => true;
  const patterns = routesSchema.parse(JSON.parse(text)).map(toPattern);
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** As React Router matches: `:name` is one part of the path, and neither case nor a slash at the end matters. */
function toPattern(route: string): RegExp {
  const parts = route
    .split("/")
    .filter((part) => part !== "")
    .map((part) => (part.startsWith(":") ? "/[^/]+" : `/${part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`));
  return new RegExp(`^${parts.join("")}/*$`, "i");
}
