import { createHash } from "node:crypto";
import helmet from "@fastify/helmet";
import {
  type policyReportsSchema,
  reportPolicyViolation,
} from "@greenroom/contract/kernel/policy-reports.ts";
import { codeSandboxPath, trustedTypesPolicies } from "@greenroom/contract/kernel/trusted-types.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { CheckoutSources } from "../../vendors/payment/port.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { bind } from "./bind.ts";

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

/** Strings cannot become elements or scripts, except through the policies of web/app/trusted-types.ts. */
export const trustedTypesDirective = "require-trusted-types-for 'script'";
const reportGroup = "policy";
/** The header that maps the policy's `report-to` group to an address. */
export const reportingEndpoints = `${reportGroup}="${reportPolicyViolation.path}"`;

/**
 * Allows our own scripts and style sheets, and the inline scripts and styles of this page by their hashes. Attributes
 * may contain styles, because libraries position elements with them. `packagesUrl`: the folder from which
 * pages load packages for Python.
 */
export function createContentSecurityPolicy(html: string, packagesUrl: string | null = null): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !/type="application\/(ld\+)?json"/.test(attributes ?? ""))
    .map(([, , content]) => content ?? "");
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, content]) => content ?? "");
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes(scripts)].join(" ")}`,
    `style-src ${["'self'", ...hashes(styles)].join(" ")}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    packagesUrl === null ? "connect-src 'self'" : `connect-src 'self' ${packagesUrl}`,
    "worker-src 'self'",
    // For the room's code sandbox; every other page of ours refuses to be framed.
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    trustedTypesDirective,
    `trusted-types ${Object.values(trustedTypesPolicies).join(" ")}`,
    `report-uri ${reportPolicyViolation.path}`,
    `report-to ${reportGroup}`,
  ].join("; ");
}

function hashes(texts: string[]): string[] {
  return [...new Set(texts)].map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
}

/** The pages that sell a plan; no other page may load anything from the payment provider. */
const pagesWithCheckout = new Set(["/pricing"]);

/**
 * Extends a page's policy for the provider's checkout, on the pages that open it. `sources` is null for our
 * own checkout, which needs no extension.
 */
export function allowCheckout(
  { url }: Pick<FastifyRequest, "url">,
  reply: FastifyReply,
  sources: CheckoutSources | null,
): void {
  const policy = reply.getHeader("content-security-policy");
  const path = (url.split("?")[0] ?? "/").replace(/(.)\/$/, "$1");
  if (sources === null || typeof policy !== "string" || !pagesWithCheckout.has(path)) return;
  reply.header("content-security-policy", widenPolicy(policy, sources));
  // The provider's frame opens the bank's window, which reports back to it.
  reply.header("cross-origin-opener-policy", "same-origin-allow-popups");
}

function widenPolicy(policy: string, { script, frame, connect }: CheckoutSources): string {
  const added: Record<string, string[]> = {
    "script-src": script,
    "connect-src": connect,
    "frame-src": frame,
  };
  return (
    policy
      .split("; ")
      // The provider's script writes its window as it likes, and we cannot change it.
      .filter((directive) => directive !== trustedTypesDirective && !directive.startsWith("trusted-types "))
      // Its script also adds style elements, and a listed hash would make browsers ignore 'unsafe-inline'.
      .map((directive) =>
        directive.startsWith("style-src ") ? "style-src 'self' 'unsafe-inline'" : directive,
      )
      .map((directive) => [directive, ...(added[directive.split(" ")[0] ?? ""] ?? [])].join(" "))
      .join("; ")
  );
}

/**
 * The frame in which the room runs code. It takes a program and its files from the page that opened it and
 * starts the program in a worker. The worker inherits the policy below and replies over the port that it was
 * given.
 */
const script = `
addEventListener("message", ({ source, data, ports }) => {
  if (source !== parent) return;
  const program = new Blob([data.program], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(program));
  worker.addEventListener("error", () => parent.postMessage("broken", "*"));
  worker.postMessage(data.files, [ports[0], ...data.files]);
}, { once: true });
parent.postMessage("here", "*");
`;
const page = `<!doctype html><html lang="en"><title>Where code runs</title><script>${script}</script></html>`;

/**
 * `sandbox` without `allow-same-origin` gives each frame its own origin: no storage, no token and no access
 * to the page around it. Without `connect-src`, addresses in `script-src` or `unsafe-eval`, its code cannot
 * reach any network, ours included (docs/decisions/0013-code-in-a-sandboxed-frame-and-worker.md).
 */
const policy = [
  "sandbox allow-scripts",
  "default-src 'none'",
  `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}' blob: 'wasm-unsafe-eval'`,
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

export function registerCodeSandbox(app: FastifyInstance): void {
  app.get(codeSandboxPath, { schema: { hide: true } as object }, (_request, reply) => {
    reply.raw.removeHeader("origin-agent-cluster");
    return reply
      .header("content-security-policy", policy)
      .header("x-frame-options", "SAMEORIGIN")
      .header("permissions-policy", "camera=(), microphone=(), display-capture=()")
      .header("cache-control", "public, max-age=3600")
      .type("text/html; charset=utf-8")
      .send(page);
  });
}

/** Largest body of reports, in bytes. */
const bodyLimit = 16 * 1024;
/** Lines in the log for one body, however many reports it has. */
const maxLines = 10;

/** Accepts violation reports from browsers and writes one log line for each. Nothing else is stored. */
export function registerPolicyReports(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    // Only this scope parses the content types of reports, and it parses no others.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ["application/csp-report", "application/reports+json"],
      { parseAs: "string", bodyLimit },
      async (_request: unknown, body: string | Buffer) => parse(String(body)),
    );
    bind(scope, deps, reportPolicyViolation, async ({ body }) => {
      for (const violation of violationsIn(body).slice(0, maxLines)) {
        deps.log.warn({ violation }, "a page violated its content-security policy");
      }
      return undefined;
    });
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new AppError("invalid_input", { msg: "The request is not valid JSON.", cause });
  }
}

/** The violations of both formats that browsers send. */
function violationsIn(body: z.infer<typeof policyReportsSchema>) {
  const reports = Array.isArray(body)
    ? body.flatMap(({ type, body: report }) => (type === "csp-violation" && report ? [report] : []))
    : [
        {
          effectiveDirective:
            body["csp-report"]["effective-directive"] ?? body["csp-report"]["violated-directive"],
          documentURL: body["csp-report"]["document-uri"],
          blockedURL: body["csp-report"]["blocked-uri"],
          sourceFile: body["csp-report"]["source-file"],
          lineNumber: body["csp-report"]["line-number"],
        },
      ];
  return reports.map((report) => ({
    directive: shorten(report.effectiveDirective),
    page: withoutQuery(report.documentURL),
    blocked: withoutQuery(report.blockedURL),
    source: withoutQuery(report.sourceFile),
    line: report.lineNumber,
  }));
}

const shorten = (text: string | undefined) => text?.slice(0, 200);

/**
 * An address without user, query or fragment, which may contain secrets; for data and blob URLs only the
 * scheme.
 */
function withoutQuery(address: string | undefined): string | undefined {
  if (address === undefined || !address.includes(":")) return shorten(address?.split(/[?#]/)[0]);
  if (!URL.canParse(address)) return "not an address";
  const { protocol, host, pathname } = new URL(address);
  return /^(https?|wss?):$/.test(protocol) ? shorten(`${protocol}//${host}${pathname}`) : protocol;
}
