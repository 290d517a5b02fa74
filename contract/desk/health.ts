import { z } from "zod";
import { endpoint, idSchema, messageSchema } from "../kernel/endpoint.ts";
import { deskAction } from "./actions.ts";

export const healthSchema = z.object({
  version: z.string(),
  node: z.string(),
  /** When this server was started. */
  startedAt: z.iso.datetime(),
  database: z.object({ version: z.string(), megabytes: z.number().int(), schemaVersion: z.string() }),
  /** Where files are stored. */
  storage: z.object({
    /** The bucket's name; null for a folder of the server. */
    bucket: z.string().nullable(),
    /** Of the disk with the folder; null for a bucket. */
    disk: z.object({ freeMegabytes: z.number().int(), megabytes: z.number().int() }).nullable(),
  }),
  /** Null when no backup was made with `npm run operator -- backup`. */
  lastBackupAt: z.iso.datetime().nullable(),
  jobs: z.object({
    /** Jobs that are due and not taken yet. */
    waiting: z.number().int(),
    /** When the oldest of them became due. */
    waitingSince: z.iso.datetime().nullable(),
    /** Jobs that were given up in the last week; counted up to 200. */
    failed: z.number().int(),
  }),
  /** Addresses that the mail server refused for good; counted up to 200. */
  refusedAddresses: z.number().int(),
  /** The calls of the language model that practice made today, and how many it may make; null without a model. */
  practiceModel: z.object({ isOn: z.boolean(), calls: z.number().int(), limit: z.number().int() }).nullable(),
});
export type Health = z.infer<typeof healthSchema>;

export const getDeskHealth = endpoint("GET /api/operator/health", {
  confirmation: null,
  access: "operator",
  summary: "Version, database, jobs and mail at a glance",
  output: healthSchema,
});

export const findingSchema = z.object({
  /** What was checked, such as `mail`. */
  name: z.string(),
  level: z.enum(["ok", "warning", "error", "off"]),
  message: z.string(),
});
export type HealthFinding = z.infer<typeof findingSchema>;

export const checkProviders = endpoint("POST /api/operator/health/checks", {
  confirmation: null,
  access: "operator",
  limit: "desk-check-by-user",
  summary: "Ask the database and every provider whether it answers, as `doctor` does",
  output: z.array(findingSchema),
});

export const failedJobSchema = z.object({
  _id: idSchema,
  name: z.string(),
  /** The ids of the records that the job is about, as JSON. */
  payload: z.string(),
  reason: z.string(),
  /** When it failed for good; for a discarded job, when it was discarded. */
  failedAt: z.iso.datetime(),
  /** Until when a discarded job can be put back; left out for a job that is not discarded. */
  restorableUntil: z.iso.datetime().optional(),
  /** A refund, which is tried again under Money, with a preview. */
  isRefund: z.boolean(),
});

export const listFailedJobs = endpoint("GET /api/operator/jobs/failed", {
  access: "operator",
  summary:
    "The newest 200 jobs that were given up within a week, then the newest 200 that were discarded within an hour",
  output: z.array(failedJobSchema),
});

export const retryJob = endpoint("POST /api/operator/jobs/:id/retry", {
  access: "operator",
  limit: "desk-action-by-user",
  summary: "Let a failed job run once more",
  output: messageSchema,
});

export const discardJob = deskAction("/api/operator/jobs/:id/discard", {
  access: "owner",
  summary: "Discard a failed job. It can be put back within an hour",
});

export const restoreJob = deskAction("/api/operator/jobs/:id/restoration", {
  access: "owner",
  summary: "Put a discarded job back among the failed ones",
});

export const refusedAddressSchema = z.object({
  address: z.string(),
  /** The mail server's reply. */
  reply: z.string(),
  times: z.number().int(),
  lastAt: z.iso.datetime(),
});

export const listRefusedAddresses = endpoint("GET /api/operator/mail/refused", {
  access: "operator",
  summary: "The newest 200 addresses that the mail server refused for good",
  output: z.array(refusedAddressSchema),
});

export const shownSettingSchema = z.object({
  /** Variables that are set together. */
  names: z.array(z.string()),
  meaning: z.string(),
  default: z.string(),
  /** The values that are set, by variable. Secrets are never returned. */
  values: z.array(z.object({ name: z.string(), isSet: z.boolean(), value: z.string().nullable() })),
});

export const listSettings = endpoint("GET /api/operator/settings", {
  access: "owner",
  summary: "Every setting of the server with its meaning, and its value unless that is secret",
  output: z.array(shownSettingSchema),
});
