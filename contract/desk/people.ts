import { z } from "zod";
import { endpoint, idParamsSchema, idSchema, operatorLevels, pageQueryShape } from "../kernel/endpoint.ts";
import { rupeesSchema } from "../kernel/money.ts";
import { wireInstantSchema } from "../kernel/time.ts";
import { roleSchema } from "../people/accounts.ts";
import { resendableMails } from "./person-actions.ts";

export const personRowSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  isOperator: z.boolean(),
  isBlocked: z.boolean(),
  sessionsLeft: z.number().int(),
  joinedAt: wireInstantSchema,
});
export type PersonRow = z.infer<typeof personRowSchema>;

export const personSorts = ["joined.desc", "joined.asc"] as const;

const flag = z.enum(["true", "false"], { error: "This must be true or false." }).optional();

export const listPeople = endpoint({
  method: "GET",
  path: "/api/operator/people",
  access: "operator",
  limit: "desk-search-by-user",
  needsRecentConfirmation: true,
  summary:
    "Everybody with an account; `q` is part of a name, address or mobile number, or the id of a payment or booking",
  query: z.strictObject({
    q: z
      .string()
      .trim()
      .max(200, "Search with at most 200 characters.")
      .refine((text) => !text.includes("\0"), "The search has a character that cannot be used.")
      .optional(),
    role: roleSchema.optional(),
    blocked: flag,
    operator: flag,
    sort: z.enum(personSorts).optional(),
    ...pageQueryShape,
  }),
  output: z.array(personRowSchema),
});

export const personSchema = personRowSchema.extend({
  firstName: z.string(),
  lastName: z.string(),
  mobileNumber: z.string(),
  timeZone: z.string().nullable(),
  operatorLevel: z.enum(operatorLevels).nullable(),
  isDeleted: z.boolean(),
  paidRupees: rupeesSchema,
  refundedRupees: rupeesSchema,
  /** Sessions that were bought or given, without those that were refunded or taken back. */
  sessionsGranted: z.number().int(),
  /** The amount of an interviewer's next payout; negative if more was taken back than was earned since. */
  dueRupees: z.number(),
  /** The figures of an interviewer; null for an interviewee. */
  interviewing: z
    .object({
      /** Credited and not taken back: what was paid out, and what is due. */
      earnedRupees: z.number(),
      paidOutRupees: z.number(),
      /** Completed interviews, counted to 100. */
      completed: z.number().int(),
      /** As in `interviewerQualitySchema`. */
      punctuality: z.number().nullable(),
    })
    .nullable(),
  /** The deduction from the next payout, for earnings that were taken back after they had been paid. */
  deductedRupees: z.number(),
  /** Mean of the ratings that an interviewee gave or that an interviewer received; null without any. */
  rating: z.number().nullable(),
  ratings: z.number().int(),
  /** Browsers that are signed in. */
  signIns: z.number().int(),
  /** The mail server's reply when it last refused this address; null if it accepts mail. */
  mailRefusal: z.object({ reply: z.string(), lastAt: wireInstantSchema }).nullable(),
});
export type OperatorPerson = z.infer<typeof personSchema>;

export const getPerson = endpoint({
  method: "GET",
  path: "/api/operator/people/:id",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "One person with the figures of their account",
  params: idParamsSchema,
  output: personSchema,
});

/** The kinds of entries in a person's timeline. */
export const timelineKinds = [
  "payment",
  "order",
  "refund",
  "ledger",
  "interview",
  "mail",
  "resume",
  "profile",
  "practice",
  "rating",
  "payout",
  "application",
  "audit",
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export const timelineEventSchema = z.object({
  /** `payment:<id>` */
  _id: z.string(),
  kind: z.enum(timelineKinds),
  at: wireInstantSchema,
  title: z.string(),
  detail: z.string(),
  bookingId: idSchema.nullable(),
  paymentId: idSchema.nullable(),
  applicationId: idSchema.nullable(),
  /** The mail about it that can be sent again, if there is one. */
  resendable: z.enum(resendableMails).nullable(),
});
export type TimelineEvent = z.infer<typeof timelineEventSchema>;

export const getTimeline = endpoint({
  method: "GET",
  path: "/api/operator/people/:id/timeline",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Everything that happened around one person, newest first; an interview is listed at its start",
  params: idParamsSchema,
  query: z.strictObject({ kind: z.enum(timelineKinds).optional(), ...pageQueryShape }),
  output: z.array(timelineEventSchema),
});

export const exportPersonData = endpoint({
  method: "GET",
  path: "/api/operator/people/:id/data",
  access: "owner",
  limit: "download-data-by-user",
  needsRecentConfirmation: true,
  summary:
    "All data stored about a person, as they would download it themselves: a zip of data.json and files",
  params: idParamsSchema,
});
