import { z } from "zod";
import { codeSchema } from "./accounts.ts";
import { endpoint, messageSchema } from "./endpoint.ts";

export const downloadOwnData = endpoint({
  method: "GET",
  path: "/api/user/my-data",
  access: "signed-in",
  summary: "Everything held about me: a zip of data.json and my files",
});

/** What deleting the account would mean now, in sentences for its owner. */
export const deletionTermsSchema = z.object({
  /** What stands against it; empty when it can be done. */
  blockers: z.array(z.string()),
  /** Interviews that stand against it until they are cancelled or over. */
  upcomingInterviews: z.number().int(),
  /** What is lost, and what stays without a name. */
  consequences: z.array(z.string()),
});
export type DeletionTerms = z.infer<typeof deletionTermsSchema>;

export const getDeletionTerms = endpoint({
  method: "GET",
  path: "/api/user/account-deletion",
  access: "signed-in",
  summary: "What deleting my account would mean",
  output: deletionTermsSchema,
});

export const startDeletion = endpoint({
  method: "POST",
  path: "/api/user/account-deletion/start",
  access: "signed-in",
  summary: "Mail me the code that deletes my account",
  output: messageSchema,
});

export const deleteAccountSchema = z.strictObject({ otp: codeSchema });

export const deleteAccount = endpoint({
  method: "POST",
  path: "/api/user/account-deletion/confirm",
  access: "signed-in",
  summary: "Delete my account with the mailed code; ends every session",
  body: deleteAccountSchema,
  output: messageSchema,
});
