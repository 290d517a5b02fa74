import { z } from "zod";
import { endpoint, messageSchema } from "../kernel/endpoint.ts";
import { idParamsSchema, idSchema } from "../kernel/ids.ts";
import { optionalName, requiredName } from "../kernel/names.ts";
import { mobileNumberSchema, userSchema } from "./accounts.ts";

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

export const listSignIns = endpoint({
  method: "GET",
  path: "/api/user/sign-ins",
  access: "signed-in",
  summary: "The browsers that are signed in, this one first, then by when they were last seen",
  output: z.array(signInSchema),
});

export const endSignIn = endpoint({
  method: "DELETE",
  path: "/api/user/sign-ins/:id",
  access: "signed-in",
  limit: "end-sign-ins-by-user",
  summary: "Sign one browser out",
  status: 204,
  params: idParamsSchema,
});

export const endOtherSignIns = endpoint({
  method: "DELETE",
  path: "/api/user/sign-ins",
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

export const changeAccount = endpoint({
  method: "POST",
  path: "/api/user/account",
  access: "signed-in",
  limit: "account-change-by-user",
  summary: "Change one's name and mobile number",
  body: accountDetailsSchema,
  output: userSchema,
});
