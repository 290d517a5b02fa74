import { createHash } from "node:crypto";
import { reportPolicyViolation } from "@greenroom/contract/kernel/policy-reports.ts";
import { trustedTypesPolicies } from "@greenroom/contract/site/trusted-types.ts";

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
