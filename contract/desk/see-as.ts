import { z } from "zod";
import { endpoint, idParamsSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/time.ts";
import { reasonSchema } from "./actions.ts";

export const seeAsMinutes = 15;

/** How long the code waits for the tab that opens the view. */
export const seeAsCodeSeconds = 60;

export const startSeeAs = endpoint({
  method: "POST",
  path: "/api/operator/people/:id/see-as",
  access: "operator",
  limit: "desk-action-by-user",
  needsRecentConfirmation: true,
  summary: "A code for seeing what a person sees, for one use by the same sign-in within a minute",
  params: idParamsSchema,
  body: z.strictObject({ reason: reasonSchema }),
  output: z.object({ code: z.string() }),
});

export const openSeeAs = endpoint({
  method: "POST",
  path: "/api/operator/see-as",
  access: "operator",
  limit: "desk-action-by-user",
  summary: `The token for such a code: ${seeAsMinutes} minutes of what the person sees, without changing anything`,
  body: z.strictObject({ code: z.string().regex(/^[\w-]{1,128}$/) }),
  output: z.object({ token: z.string(), expiresAt: wireInstantSchema }),
});
