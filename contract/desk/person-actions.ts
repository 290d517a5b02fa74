import { z } from "zod";
import { idSchema, messageSchema } from "../kernel/endpoint.ts";
import { instantSchema, wireInstantSchema } from "../kernel/time.ts";
import { accountDetailsSchema } from "../people/accounts.ts";
import { previewedAction } from "./previewed-action.ts";

const person = "/api/operator/people/:id";

export const blockPerson = previewedAction({
  path: `${person}/block`,
  access: "operator",
  summary: "Block a person, which signs them out everywhere",
  shape: {},
  output: messageSchema.extend({
    /** An undo sends it back. */
    blockedAt: wireInstantSchema,
  }),
});

export const unblockPerson = previewedAction({
  path: `${person}/unblock`,
  access: "operator",
  summary: "Let a blocked person sign in again",
  shape: {
    /** For an undo: the block that it ends. Any other one is left as it is. */
    replaces: instantSchema.optional(),
  },
});

export const signPersonOut = previewedAction({
  path: `${person}/sign-out`,
  access: "operator",
  summary: "Sign a person out in every browser",
  shape: {},
});

/** The most sessions that one action gives. */
export const maxGrantedSessions = 100;
const sessionsMessage = `Give 1 to ${maxGrantedSessions} sessions.`;

export const grantSessions = previewedAction({
  path: `${person}/grant-sessions`,
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Give an interviewee sessions that nobody paid for",
  shape: {
    sessions: z
      .number({ error: sessionsMessage })
      .int(sessionsMessage)
      .min(1, sessionsMessage)
      .max(maxGrantedSessions, sessionsMessage),
  },
  /** The lot that was granted; null while a second operator has to approve it. */
  output: messageSchema.extend({ lotId: idSchema.nullable(), approvalId: idSchema.nullable() }),
});

export const takeBackGrant = previewedAction({
  path: "/api/operator/grants/:id/withdrawal",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Take back the sessions of a granted lot that are not used",
  shape: {},
});

/** The mails that can be sent again: the receipt of a payment, and the confirmation of a booking. */
export const resendableMails = ["receipt", "booking-confirmation"] as const;
export type ResendableMail = (typeof resendableMails)[number];

export const resendMail = previewedAction({
  path: `${person}/resend-mail`,
  access: "operator",
  summary: "Send an email to a person again",
  shape: {
    mail: z.enum(resendableMails),
    /** The id of the payment or booking. */
    about: idSchema,
  },
});

const formerText = z.string().max(200);

export const changePersonDetails = previewedAction({
  path: `${person}/details`,
  access: "operator",
  needsRecentConfirmation: true,
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

export const changePersonRole = previewedAction({
  path: `${person}/role`,
  access: "owner",
  needsRecentConfirmation: true,
  summary: "Make a person an interviewer, an interviewee or an operator, or take the operator's desk away",
  shape: {
    role: z.enum(grantableRoles),
    /** For an undo: the role that it replaces. Any other one is left as it is. */
    replaces: z.enum(grantableRoles).optional(),
  },
});

export const deletePerson = previewedAction({
  path: `${person}/delete`,
  access: "owner",
  needsRecentConfirmation: true,
  summary: "Delete a person's account at their request",
  shape: {},
});
