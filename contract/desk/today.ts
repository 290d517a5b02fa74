import { z } from "zod";
import { endpoint, idSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { optionalText } from "../kernel/text.ts";
import { namedPersonSchema } from "./actions.ts";

/** The kinds of work that can wait for an operator. */
export const workKinds = [
  "no-show",
  "short-interview",
  "late-feedback",
  "refused-refund",
  "provider-refund",
  "payment-mismatch",
  "application",
  "failed-job",
  "practice-budget",
  "held-file",
  "refused-mail",
  "missing-meeting",
  "low-rating",
  "probation-feedback",
  "approval",
] as const;
export type WorkKind = (typeof workKinds)[number];

/** One line of the work queue. Its kind and subject identify it. */
export const workLineSchema = z.object({
  kind: z.enum(workKinds),
  /** The id of the record that waits, such as a refund. */
  subject: z.string(),
  since: wireInstantSchema,
  people: z.array(namedPersonSchema),
  /** The start of the interview that the line concerns; null if it concerns none. */
  startsAt: wireInstantSchema.nullable(),
  /** The problem, in a few words. */
  detail: z.string(),
  bookingId: idSchema.nullable(),
  paymentId: idSchema.nullable(),
  takenBy: namedPersonSchema.extend({ isMe: z.boolean() }).nullable(),
});
export type WorkLine = z.infer<typeof workLineSchema>;

/** A line that an operator finished today, in the time zone of the business. */
export const doneLineSchema = z.object({
  kind: z.enum(workKinds),
  subject: z.string(),
  note: z.string(),
  doneBy: namedPersonSchema.extend({ isMe: z.boolean() }),
  doneAt: wireInstantSchema,
});
export type DoneLine = z.infer<typeof doneLineSchema>;

/**
 * The most lines of one kind in one answer, the longest waiting first, so that many of one kind hide nothing of another.
 * The others follow as these are done.
 */
export const maxLinesOfKind = 25;
/** Counts of one kind stop here. */
export const maxCountOfKind = 200;

/** How many lines of each kind wait, counted to 200; kinds without any are left out. */
export const workCountsSchema = z.partialRecord(z.enum(workKinds), z.number().int());
export type WorkCounts = z.infer<typeof workCountsSchema>;

export const getToday = endpoint("GET /api/operator/today", {
  access: "operator",
  summary: "The work queue: everything that waits for an operator, the longest waiting first",
  output: z.object({
    /** At most 25 of a kind, and all that the operator has taken. */
    lines: z.array(workLineSchema),
    byKind: workCountsSchema,
    done: z.array(doneLineSchema),
    counts: z.object({ all: z.number().int(), mine: z.number().int(), done: z.number().int() }),
  }),
});

export const getWorkCounts = endpoint("GET /api/operator/today/counts", {
  confirmation: null,
  access: "operator",
  summary: "How many lines of each kind wait, without naming anybody",
  output: workCountsSchema,
});

export const workLineKeySchema = z.strictObject({
  kind: z.enum(workKinds),
  subject: z.string().min(1).max(300),
});
export type WorkLineKey = z.infer<typeof workLineKeySchema>;

const states = "/api/operator/today/lines";

export const takeWorkLine = endpoint(`POST ${states}/take`, {
  access: "operator",
  limit: "desk-action-by-user",
  summary: "Take a line of the work queue, so that other operators leave it alone",
  body: workLineKeySchema,
  status: 204,
});

export const releaseWorkLine = endpoint(`POST ${states}/release`, {
  access: "operator",
  limit: "desk-action-by-user",
  summary: "Release a taken line: your own or, as an owner, anybody's",
  body: workLineKeySchema,
  status: 204,
});

export const workNoteSchema = optionalText({ label: "Note", max: 500 });

export const finishWorkLine = endpoint(`POST ${states}/done`, {
  access: "operator",
  limit: "desk-action-by-user",
  summary: "Remove a line from the work queue with a note. It returns when the same happens again",
  body: workLineKeySchema.extend({
    /** The line's `since` as the operator saw it. */
    since: wireInstantSchema,
    note: workNoteSchema,
  }),
  status: 204,
});

export const reopenWorkLine = endpoint(`POST ${states}/reopen`, {
  access: "operator",
  limit: "desk-action-by-user",
  summary: "Undo that a line was done",
  body: workLineKeySchema,
  status: 204,
});
