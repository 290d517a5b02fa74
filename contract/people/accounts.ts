import { z } from "zod";
import { endpoint, idSchema, messageSchema, roleSchema } from "../kernel/endpoint.ts";
import { timeZoneSchema } from "../kernel/instants.ts";
import { emailSchema, optionalName, requiredName } from "../kernel/names.ts";
import { cleanDigits, cleanPhoneNumber } from "../kernel/plain-text.ts";
import { resumeDataSchema } from "./resume-data.ts";

export const newPasswordRuleMessage =
  "New password must be at least 8 characters long and contain at least one number and one special character.";

/** The special characters that count for the password rule (requirements §5). */
const specialCharacters = /[!@#$%^&*]/;

/**
 * A password that is being chosen. The limit of 256 bounds our work: longer passwords are refused, not
 * truncated.
 */
export const newPasswordSchema = z
  .string({ error: "Password is required." })
  .min(1, { error: "Password is required.", abort: true })
  .min(8, newPasswordRuleMessage)
  .max(256, "A password can be at most 256 characters long.")
  .refine((value) => /\d/.test(value) && specialCharacters.test(value), newPasswordRuleMessage);

/**
 * A password at sign-in. It may be anything, so that the answer does not reveal which passwords are possible.
 */
const enteredPasswordSchema = z
  .string({ error: "Password is required." })
  .min(1, "Password is required.")
  .max(256, "A password can be at most 256 characters long.");

export const oneTimeCodeSchema = z
  .string({ error: "Enter the 6-digit code." })
  .overwrite(cleanDigits)
  .regex(/^\d{6}$/, "Enter the 6-digit code.");

const mobileNumberRuleMessage = "Enter a valid mobile number: 7 to 15 digits, as in +91 98765 43210.";

export const mobileNumberSchema = z
  .string({ error: "Mobile number is required." })
  .overwrite(cleanPhoneNumber)
  .min(1, "Mobile number is required.")
  .max(24, mobileNumberRuleMessage)
  .regex(/^\+?[\d\s()-]+$/, mobileNumberRuleMessage)
  .refine((value) => {
    const digits = value.replace(/\D/g, "").length;
    return digits >= 7 && digits <= 15;
  }, mobileNumberRuleMessage);

/** The signed-in user, as they see their own account. */
export const userSchema = z.object({
  _id: idSchema,
  role: roleSchema,
  isOperator: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobileNumber: z.string(),
  timeZone: z.string().nullable(),
  /** The last plan bought, null before the first purchase. */
  planType: z.string().nullable(),
  /** Credits left for booking. */
  sessionCount: z.number().int(),
  /** The same by the plan that granted them, oldest first; absent in a user that an older page stored. */
  sessionsByPlan: z
    .array(
      z.object({
        /** Null for credits that were given for free. */
        planType: z.string().nullable(),
        sessions: z.number().int(),
      }),
    )
    .optional(),
  resumeData: resumeDataSchema.nullable(),
  /** How often the resume was saved; the next save sends it back as `If-Match`. 0 before the first save. */
  resumeVersion: z.number().int(),
  resumeFileUrl: z.string().nullable(),
  /** True while the uploaded file waits for the virus scanner, and nobody can open it. */
  resumeFileHeld: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

export const sessionSchema = z.object({ user: userSchema, token: z.string() });
export type Session = z.infer<typeof sessionSchema>;

export const signUpFieldsSchema = z.strictObject({
  firstName: requiredName("First name"),
  lastName: optionalName("Last name").optional(),
  email: emailSchema,
  mobileNumber: mobileNumberSchema,
  password: newPasswordSchema,
  /** The pinned request contains its empty code field; we ignore it. */
  otp: z.string().max(16).optional(),
});

export const signupStart = endpoint("POST /api/auth/signup-start", {
  access: "public",
  limit: "signup-start-by-address",
  summary: "Start a sign-up: emails a code",
  body: signUpFieldsSchema,
  output: messageSchema.extend({
    /** Sent back with the code, it proves that the form came from the same browser. */
    signupToken: z.string(),
  }),
});

const emailAndOneTimeCodeSchema = z.strictObject({ email: emailSchema, otp: oneTimeCodeSchema });

export const signupVerify = endpoint("POST /api/auth/signup-verify", {
  access: "public",
  summary: "Finish a sign-up with the emailed code",
  body: emailAndOneTimeCodeSchema.extend({
    signupToken: z.string().max(64, "This is not a token of a sign-up.").optional(),
  }),
  output: sessionSchema.extend({
    /** Says that the account has no password, and why. */
    msg: z.string().optional(),
  }),
});

export const passwordSignInSchema = z.strictObject({ email: emailSchema, password: enteredPasswordSchema });

export const signinPassword = endpoint("POST /api/auth/signin-password", {
  access: "public",
  summary: "Sign in with a password",
  body: passwordSignInSchema,
  output: sessionSchema,
});

const emailOnlySchema = z.strictObject({ email: emailSchema });

export const signinOtpStart = endpoint("POST /api/auth/signin-otp-start", {
  access: "public",
  summary: "Ask for a sign-in code",
  body: emailOnlySchema,
  output: messageSchema,
});

export const signinOtpVerify = endpoint("POST /api/auth/signin-otp-verify", {
  access: "public",
  summary: "Sign in with an emailed code",
  body: emailAndOneTimeCodeSchema,
  output: sessionSchema,
});

export const forgotPassword = endpoint("POST /api/auth/forgot-password", {
  access: "public",
  summary: "Ask for a password-reset code",
  body: emailOnlySchema,
  output: messageSchema,
});

export const resetPasswordSchema = z.strictObject({
  email: emailSchema,
  otp: oneTimeCodeSchema,
  newPassword: newPasswordSchema,
});

export const resetPassword = endpoint("POST /api/auth/reset-password", {
  access: "public",
  summary: "Set a new password with the emailed code; ends every session",
  body: resetPasswordSchema,
  output: messageSchema,
});

export const recognizeBrowser = endpoint("POST /api/auth/recognize-browser", {
  access: "public",
  limit: "recognize-browser-by-address",
  summary:
    "Make this browser a known browser of an account, by the link in the email about too many attempts",
  body: z.strictObject({
    token: z.string().min(1, "This link has expired.").max(64, "This link has expired."),
  }),
  output: messageSchema,
});

export const signout = endpoint("POST /api/auth/signout", {
  access: "signed-in",
  summary: "End this session",
  status: 204,
});

export const getProfile = endpoint("GET /api/user/profile", {
  access: "signed-in",
  isVisibleInSeeAs: true,
  summary: "The signed-in person",
  output: userSchema,
});

export const updateTimeZone = endpoint("POST /api/user/time-zone", {
  access: "signed-in",
  limit: "edit-by-user",
  summary: "Set the time zone in which this person's times are shown",
  body: z.strictObject({ timeZone: timeZoneSchema }),
  output: userSchema,
});

export const changePasswordSchema = z.strictObject({
  currentPassword: z
    .string({ error: "Current password is required." })
    .min(1, "Current password is required.")
    .max(256),
  newPassword: newPasswordSchema,
});

export const changePassword = endpoint("POST /api/user/change-password", {
  access: "signed-in",
  limit: "change-password-by-user",
  summary: "Change the password; ends every session of the person",
  body: changePasswordSchema,
  output: messageSchema,
});

/** A browser that is signed in. */
const signInSchema = z.object({
  _id: idSchema,
  /** "Chrome on Android"; "Unknown browser" when the browser did not say. */
  browser: z.string(),
  signedInAt: z.string(),
  /** Accurate to ten minutes. */
  lastSeenAt: z.string(),
  /** The sign-in that requested this list. */
  isCurrent: z.boolean(),
});
export type SignIn = z.infer<typeof signInSchema>;

/** The most sign-ins in the list, newest first. */
export const maxSignIns = 100;

export const listSignIns = endpoint("GET /api/user/sign-ins", {
  access: "signed-in",
  summary: "The browsers that are signed in, this one first, then by when they were last seen",
  output: z.array(signInSchema),
});

export const endSignIn = endpoint("DELETE /api/user/sign-ins/:id", {
  access: "signed-in",
  limit: "end-sign-ins-by-user",
  summary: "Sign one browser out",
  status: 204,
});

export const endOtherSignIns = endpoint("DELETE /api/user/sign-ins", {
  access: "signed-in",
  limit: "end-sign-ins-by-user",
  summary: "Sign out every browser but this one",
  output: messageSchema,
});

export const accountDetailsSchema = z.strictObject({
  firstName: requiredName("First name"),
  lastName: optionalName("Last name"),
  mobileNumber: mobileNumberSchema,
});

export const changeAccount = endpoint("POST /api/user/account", {
  access: "signed-in",
  limit: "account-change-by-user",
  summary: "Change one's name and mobile number",
  body: accountDetailsSchema,
  output: userSchema,
});
