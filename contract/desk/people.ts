import { z } from "zod";
import { endpoint, idSchema, operatorLevels, pageQueryShape, roleSchema } from "../kernel/endpoint.ts";
import { instantSchema, wireInstantSchema } from "../kernel/instants.ts";
import { rupeesSchema } from "../kernel/money.ts";
import { accountDetailsSchema } from "../people/accounts.ts";
import { bookingStatuses } from "../schedule/bookings.ts";
import { deskAction, deskList, reasonSchema } from "./actions.ts";
import { applicationStates, deskMentorPageSchema } from "./interviewers.ts";

const person = "/api/operator/people/:id";

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

export const listPeople = deskList("/api/operator/people", {
  limit: "desk-search-by-user",
  summary:
    "Everybody with an account; `q` is part of a name, address or mobile number, or the id of a payment or booking",
  filters: {
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
  },
  row: personRowSchema,
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
  /** The public page of an interviewer; null for an interviewee. */
  mentorPage: deskMentorPageSchema.nullable(),
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

export const getPerson = endpoint(`GET ${person}`, {
  access: "operator",
  summary: "One person with the figures of their account",
  output: personSchema,
});

export const exportPersonData = endpoint("GET /api/operator/people/:id/data", {
  access: "owner",
  limit: "download-data-by-user",
  confirmation: "acting",
  summary:
    "All data stored about a person, as they would download it themselves: a zip of data.json and files",
});

export const blockPerson = deskAction(`${person}/block`, {
  access: "operator",
  summary: "Block a person, which signs them out everywhere",
});

export const unblockPerson = deskAction(`${person}/unblock`, {
  access: "operator",
  summary: "Let a blocked person sign in again",
  shape: {
    /** For an undo: the block that it ends. Any other one is left as it is. */
    replaces: instantSchema.optional(),
  },
});

export const signPersonOut = deskAction(`${person}/sign-out`, {
  access: "operator",
  summary: "Sign a person out in every browser",
});

/** The most sessions that one action gives. */
export const maxGrantedSessions = 100;
const sessionsMessage = `Give 1 to ${maxGrantedSessions} sessions.`;

export const grantSessions = deskAction(`${person}/grant-sessions`, {
  access: "operator",
  summary: "Give an interviewee sessions that nobody paid for",
  shape: {
    sessions: z
      .number({ error: sessionsMessage })
      .int(sessionsMessage)
      .min(1, sessionsMessage)
      .max(maxGrantedSessions, sessionsMessage),
  },
});

export const takeBackGrant = deskAction("/api/operator/grants/:id/withdrawal", {
  access: "operator",
  summary: "Take back the sessions of a granted lot that are not used",
});

/** The mails that can be sent again: the receipt of a payment, and the confirmation of a booking. */
export const resendableMails = ["receipt", "booking-confirmation"] as const;
export type ResendableMail = (typeof resendableMails)[number];

export const resendMail = deskAction(`${person}/resend-mail`, {
  access: "operator",
  summary: "Send an email to a person again",
  shape: {
    mail: z.enum(resendableMails),
    /** The id of the payment or booking. */
    about: idSchema,
  },
});

const formerText = z.string().max(200);

export const changePersonDetails = deskAction(`${person}/details`, {
  access: "operator",
  summary: "Change a person's name and mobile number",
  shape: {
    ...accountDetailsSchema.shape,
    /** For an undo: the details that it replaces, as they were given once. Any others are left as they are. */
    replaces: z
      .strictObject({ firstName: formerText, lastName: formerText, mobileNumber: formerText })
      .optional(),
  },
});

/**
 * `none` removes a person's access to the operator's desk. `interviewee` undoes `interviewer` for somebody who has not
 * offered a time yet.
 */
export const grantableRoles = ["interviewer", "interviewee", "support", "owner", "none"] as const;
export type GrantableRole = (typeof grantableRoles)[number];

export const changePersonRole = deskAction(`${person}/role`, {
  access: "owner",
  summary: "Make a person an interviewer, an interviewee or an operator, or take the operator's desk away",
  shape: {
    role: z.enum(grantableRoles),
    /** For an undo: the role that it replaces. Any other one is left as it is. */
    replaces: z.enum(grantableRoles).optional(),
  },
});

export const deletePerson = deskAction(`${person}/delete`, {
  access: "owner",
  summary: "Delete a person's account at their request",
});

export const seeAsMinutes = 15;

/** How long the code waits for the tab that opens the view. */
export const seeAsCodeSeconds = 60;

export const startSeeAs = endpoint("POST /api/operator/people/:id/see-as", {
  access: "operator",
  limit: "desk-action-by-user",
  confirmation: "acting",
  summary: "A code for seeing what a person sees, for one use by the same sign-in within a minute",
  body: z.strictObject({ reason: reasonSchema }),
  output: z.object({ code: z.string() }),
});

export const openSeeAs = endpoint("POST /api/operator/see-as", {
  confirmation: null,
  access: "operator",
  limit: "desk-action-by-user",
  summary: `The token for such a code: ${seeAsMinutes} minutes of what the person sees, without changing anything`,
  body: z.strictObject({ code: z.string().regex(/^[\w-]{1,128}$/) }),
  output: z.object({ token: z.string(), expiresAt: wireInstantSchema }),
});

const eventOf = <const Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({
    /** `payment:<id>` */
    _id: z.string(),
    kind: z.literal(kind),
    at: wireInstantSchema,
    ...shape,
  });

/** What happened around a person. Amounts are rupees; `by` is the name of whoever did it. */
export const timelineEventSchema = z.discriminatedUnion("kind", [
  eventOf("payment", {
    rupees: z.number(),
    plan: z.string(),
    sessions: z.number().int(),
    receipt: z.string(),
    paymentId: idSchema,
  }),
  eventOf("order", {
    rupees: z.number(),
    plan: z.string(),
    receipt: z.string(),
    state: z.enum(["open", "given-up", "failed"]),
    isDeclined: z.boolean(),
    /** Why the last attempt to pay was declined, if the provider said so. */
    decline: z.string().nullable(),
  }),
  eventOf("refund", {
    rupees: z.number(),
    isSent: z.boolean(),
    reason: z.string(),
    /** The provider's words, while it refuses the refund. */
    refusal: z.string().nullable(),
    paymentId: idSchema,
  }),
  eventOf("ledger", {
    entry: z.string(),
    delta: z.number().int(),
    reason: z.string(),
    /** The balance after it. */
    left: z.number().int(),
    /** The operator who granted the sessions or took them back. */
    by: z.string().nullable(),
    bookingId: idSchema.nullable(),
  }),
  eventOf("interview", {
    other: z.string(),
    status: z.enum(bookingStatuses),
    canceledBy: z.string().nullable(),
    hasFeedback: z.boolean(),
    bookingId: idSchema,
  }),
  eventOf("mail", { subject: z.string(), outcome: z.string() }),
  /** Without a file, it was filled in on the site. */
  eventOf("resume", { fileName: z.string().nullable(), isHeld: z.boolean() }),
  eventOf("profile", { headline: z.string(), hasPhoto: z.boolean() }),
  eventOf("practice", {
    role: z.string(),
    minutes: z.number().int(),
    /** Null if it was not ended. */
    usedMinutes: z.number().int().nullable(),
  }),
  eventOf("rating", {
    by: z.enum(["given", "received"]),
    score: z.number().int(),
    text: z.string(),
    bookingId: idSchema,
  }),
  eventOf("payout", {
    step: z.enum(["paid", "returned", "taken-back"]),
    rupees: z.number(),
    reference: z.string().nullable(),
    reason: z.string().nullable(),
    bookingId: idSchema.nullable(),
  }),
  eventOf("application", {
    state: z.enum(applicationStates),
    years: z.number().int(),
    name: z.string(),
    /** What we wrote to the applicant; null for what the applicant sent. */
    answer: z.object({ text: z.string(), by: z.string() }).nullable(),
    applicationId: idSchema,
  }),
  eventOf("audit", {
    action: z.string(),
    details: z.record(z.string(), z.unknown()),
    /** Null if the person did it. */
    by: z.string().nullable(),
  }),
]);
export type TimelineEvent = z.infer<typeof timelineEventSchema>;
export type TimelineKind = TimelineEvent["kind"];
export const timelineKinds = timelineEventSchema.options.map(({ shape }) => shape.kind.value);

export const getTimeline = endpoint(`GET ${person}/timeline`, {
  access: "operator",
  summary: "Everything that happened around one person, newest first; an interview is listed at its start",
  query: z.strictObject({ kind: z.enum(timelineKinds).optional(), ...pageQueryShape }),
  output: z.array(timelineEventSchema),
});
