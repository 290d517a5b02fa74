import { z } from "zod";
import { endpoint, idSchema, pageQueryShape } from "../kernel/endpoint.ts";
import { instantSchema } from "../kernel/time.ts";

export const auditLineSchema = z.object({
  /** Ids increase with time. */
  _id: z.string(),
  at: z.iso.datetime(),
  /** Null for the command line and the system; `actor` says which. */
  actorId: idSchema.nullable(),
  /** The name that the person had then and their address, `command line` or `system`. */
  actor: z.string(),
  /** `role.operator-granted` */
  action: z.string(),
  /** `user:<id>`, `booking:<id>`, `everybody` */
  subject: z.string(),
  /** The name that the subject had then; null if the subject is not a person. */
  subjectName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditLine = z.infer<typeof auditLineSchema>;

const personText = z.string().trim().min(1).max(100, "Search with at most 100 characters.").optional();

const auditFilterShape = {
  /** The id of a user, `command line` or `system`. */
  actor: z.union([idSchema, z.enum(["command line", "system"])]).optional(),
  action: z.string().max(100).optional(),
  subject: z.string().max(200).optional(),
  /** The beginning of the name or address of who did it, or their id. */
  doneBy: personText,
  /** The same for the person whom the action concerned. */
  about: personText,
  from: instantSchema.optional(),
  to: instantSchema.optional(),
};

export const listAudit = endpoint({
  method: "GET",
  path: "/api/operator/audit",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "The audit log, newest first",
  query: z.strictObject({ ...auditFilterShape, ...pageQueryShape }),
  output: z.array(auditLineSchema),
});

export const listAuditActions = endpoint({
  method: "GET",
  path: "/api/operator/audit/actions",
  access: "operator",
  summary: "Every kind of action that the audit log has",
  output: z.array(z.string()),
});

export const auditFilterSchema = z.strictObject(auditFilterShape);
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const exportAudit = endpoint({
  method: "GET",
  path: "/api/operator/audit.csv",
  access: "owner",
  limit: "desk-export-by-user",
  needsRecentConfirmation: true,
  summary: "The audit log as CSV, newest first; at most 50,000 lines, so narrow the time for more",
  query: auditFilterSchema,
});
