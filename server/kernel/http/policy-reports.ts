import {
  type policyReportsSchema,
  reportPolicyViolation,
} from "@greenroom/contract/kernel/policy-reports.ts";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { bind } from "./bind.ts";

/** Largest body of reports, in bytes. */
const bodyLimit = 16 * 1024;
/** Lines in the log for one body, however many reports it has. */
const maxLines = 10;

interface Violation {
  directive: string | undefined;
  page: string | undefined;
  blocked: string | undefined;
  source: string | undefined;
  line: number | undefined;
}

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

function violationsIn(body: z.infer<typeof policyReportsSchema>): Violation[] {
  if (!Array.isArray(body)) {
    const report = body["csp-report"];
    return [
      {
        directive: shorten(report["effective-directive"] ?? report["violated-directive"]),
        page: withoutQuery(report["document-uri"]),
        blocked: withoutQuery(report["blocked-uri"]),
        source: withoutQuery(report["source-file"]),
        line: report["line-number"],
      },
    ];
  }
  return body.flatMap(({ type, body: report }) =>
    type !== "csp-violation" || !report
      ? []
      : [
          {
            directive: shorten(report.effectiveDirective),
            page: withoutQuery(report.documentURL),
            blocked: withoutQuery(report.blockedURL),
            source: withoutQuery(report.sourceFile),
            line: report.lineNumber,
          },
        ],
  );
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
