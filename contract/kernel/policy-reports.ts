import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const text = z.string().max(8000).optional().catch(undefined);
const line = z.number().int().nonnegative().optional().catch(undefined);

/* The reports that browsers send when a page violates its content-security policy. Browsers add their own fields,
   so unlike other bodies these are not strict, and we ignore other fields. */

/** Sent for `report-uri`, as application/csp-report. */
const oldReportSchema = z.object({
  "csp-report": z.object({
    "document-uri": text,
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "source-file": text,
    "line-number": line,
  }),
});

/** Sent for `report-to`, as application/reports+json: several at once, and also of other kinds. */
const newReportsSchema = z
  .array(
    z.object({
      type: z.string().max(100),
      body: z
        .object({
          documentURL: text,
          effectiveDirective: text,
          blockedURL: text,
          sourceFile: text,
          lineNumber: line,
        })
        .nullish()
        .catch(undefined),
    }),
  )
  .max(100);

export const policyReportsSchema = z.union([newReportsSchema, oldReportSchema]);

export const reportPolicyViolation = endpoint("POST /api/policy-reports", {
  access: "public",
  limit: "policy-reports-by-address",
  summary: "For browsers: reports that a page violated its content-security policy",
  status: 204,
  body: policyReportsSchema,
});
