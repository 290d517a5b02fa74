import { z } from "zod";
import { endpoint, messageSchema } from "../kernel/endpoint.ts";
import { oneTimeCodeSchema } from "./accounts.ts";

export const downloadOwnData = endpoint("GET /api/user/my-data", {
  access: "signed-in",
  limit: "download-data-by-user",
  summary: "All data stored about me: a zip of data.json and my files",
});

/** The consequences of deleting the account now, as sentences for its owner. */
export const deletionTermsSchema = z.object({
  /** The reasons that prevent it; empty when there are none. */
  blockers: z.array(z.string()),
  /** Interviews that prevent it until they are canceled or over. */
  upcomingInterviews: z.number().int(),
  /** The data that is lost, and the data that is kept without a name. */
  consequences: z.array(z.string()),
});
export type DeletionTerms = z.infer<typeof deletionTermsSchema>;

export const getDeletionTerms = endpoint("GET /api/user/account-deletion", {
  access: "signed-in",
  summary: "What deleting my account would mean",
  output: deletionTermsSchema,
});

export const startDeletion = endpoint("POST /api/user/account-deletion/start", {
  access: "signed-in",
  summary: "Email me the code that deletes my account",
  output: messageSchema,
});

export const deleteAccountSchema = z.strictObject({
  otp: oneTimeCodeSchema,
  /**
   * The consequences that the person has read. If there is another one by now, the answer is 409, with all of them as
   * `details.consequences`.
   */
  readConsequences: z.array(z.string().max(1000)).max(20),
});

/** The details of the 409. */
export const changedTermsSchema = deletionTermsSchema.pick({ consequences: true });

export const deleteAccount = endpoint("POST /api/user/account-deletion/confirm", {
  access: "signed-in",
  limit: "code-verify-by-address",
  summary: "Delete my account with the emailed code; ends every session",
  body: deleteAccountSchema,
  output: messageSchema,
});
