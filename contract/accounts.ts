import { z } from "zod";
import { endpoint, messageSchema } from "./endpoint.ts";
import { idSchema } from "./ids.ts";
import { resumeDataSchema } from "./resume-data.ts";
import { optionalLine, requiredLine } from "./text.ts";
import { timeZoneSchema } from "./time.ts";

/** Length of every mailed code (spec §9). */
export const codeLength = 6;
/** How long a code lives. */
export const codeMinutes = 10;
/** Seconds before another code may be asked for. */
export const codeResendSeconds = 60;

export const newPasswordRule =
  "New password must be at least 8 characters long and contain at least one number and one special character.";

/** The special characters that count for the password rule (spec §5). */
const specialCharacters = /[!@#$%^&*]/;

/** An e-mail address, kept in lower case so that one person has one account. */
export const emailSchema = z
  .string({ error: "Email is required." })
  .trim()
  .min(1, "Email is required.")
  .max(254, "Email can be at most 254 characters long.")
  .toLowerCase()
  .pipe(z.email("Enter a valid email address."));

/** A password being chosen. 256 is a bound on work, not a truncation: longer ones are refused. */
export const newPasswordSchema = z
  .string({ error: "Password is required." })
  .min(1, { error: "Password is required.", abort: true })
  .min(8, newPasswordRule)
  .max(256, "A password can be at most 256 characters long.")
  .refine((value) => /\d/.test(value) && specialCharacters.test(value), newPasswordRule);

/** A password being shown: anything, so that nothing is told about which ones could exist. */
const givenPasswordSchema = z
  .string({ error: "Password is required." })
  .min(1, "Password is required.")
  .max(256, "A password can be at most 256 characters long.");

export const codeSchema = z
  .string({ error: "Enter the 6-digit code." })
  .trim()
  .regex(/^\d{6}$/, "Enter the 6-digit code.");

export const mobileNumberSchema = z
  .string({ error: "Mobile number is required." })
  .trim()
  .min(1, "Mobile number is required.")
  .max(24, "Enter a valid mobile number.")
  .regex(/^\+?[\d\s()-]+$/, "Enter a valid mobile number.")
  .refine((value) => {
    const digits = value.replace(/\D/g, "").length;
    return digits >= 7 && digits <= 15;
  }, "Enter a valid mobile number.");

export const roleSchema = z.enum(["interviewee", "interviewer"]);
export type Role = z.infer<typeof roleSchema>;

/** The person, as they see themself. */
export const userSchema = z.object({
  _id: idSchema,
  role: roleSchema,
  isOperator: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobileNumber: z.string(),
  timeZone: z.string().nullable(),
  /** The plan last bought, null before the first purchase. */
  planType: z.string().nullable(),
  /** Sessions left to book with. */
  sessionCount: z.number().int(),
  resumeData: resumeDataSchema.nullable(),
  /** How often the resume was saved; sent back as `If-Match` by who saves it next. 0 before the first. */
  resumeVersion: z.number().int(),
  resumeFileUrl: z.string().nullable(),
});
export type User = z.infer<typeof userSchema>;

export const sessionSchema = z.object({ user: userSchema, token: z.string() });
export type Session = z.infer<typeof sessionSchema>;

export const signupFieldsSchema = z.strictObject({
  firstName: requiredLine({ label: "First name", max: 80 }),
  lastName: optionalLine({ label: "Last name", max: 80 }).optional(),
  email: emailSchema,
  mobileNumber: mobileNumberSchema,
  password: newPasswordSchema,
  /** The spec's screen sends its empty code field along; it is not read. */
  otp: z.string().max(16).optional(),
});

export const signupStart = endpoint({
  method: "POST",
  path: "/api/auth/signup-start",
  access: "public",
  summary: "Start a sign-up: mails a code",
  body: signupFieldsSchema,
  output: messageSchema,
});

const emailAndCodeSchema = z.strictObject({ email: emailSchema, otp: codeSchema });

export const signupVerify = endpoint({
  method: "POST",
  path: "/api/auth/signup-verify",
  access: "public",
  summary: "Finish a sign-up with the mailed code",
  body: emailAndCodeSchema,
  output: sessionSchema,
});

export const passwordSigninSchema = z.strictObject({ email: emailSchema, password: givenPasswordSchema });

export const signinPassword = endpoint({
  method: "POST",
  path: "/api/auth/signin-password",
  access: "public",
  summary: "Sign in with a password",
  body: passwordSigninSchema,
  output: sessionSchema,
});

const emailOnlySchema = z.strictObject({ email: emailSchema });

export const signinOtpStart = endpoint({
  method: "POST",
  path: "/api/auth/signin-otp-start",
  access: "public",
  summary: "Ask for a sign-in code",
  body: emailOnlySchema,
  output: messageSchema,
});

export const signinOtpVerify = endpoint({
  method: "POST",
  path: "/api/auth/signin-otp-verify",
  access: "public",
  summary: "Sign in with a mailed code",
  body: emailAndCodeSchema,
  output: sessionSchema,
});

export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/auth/forgot-password",
  access: "public",
  summary: "Ask for a password-reset code",
  body: emailOnlySchema,
  output: messageSchema,
});

export const resetPasswordSchema = z.strictObject({
  email: emailSchema,
  otp: codeSchema,
  newPassword: newPasswordSchema,
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/reset-password",
  access: "public",
  summary: "Set a new password with the mailed code; ends every session",
  body: resetPasswordSchema,
  output: messageSchema,
});

export const signout = endpoint({
  method: "POST",
  path: "/api/auth/signout",
  access: "signed-in",
  summary: "End this session",
  status: 204,
});

export const getProfile = endpoint({
  method: "GET",
  path: "/api/user/profile",
  access: "signed-in",
  summary: "The signed-in person",
  output: userSchema,
});

export const updateTimeZone = endpoint({
  method: "POST",
  path: "/api/user/time-zone",
  access: "signed-in",
  summary: "Set the zone in which this person's times are shown",
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

export const changePassword = endpoint({
  method: "POST",
  path: "/api/user/change-password",
  access: "signed-in",
  summary: "Change the password; ends every session of the person",
  body: changePasswordSchema,
  output: messageSchema,
});
