import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { idParamsSchema } from "../core/ids.ts";
import { wireInstantSchema } from "../core/time.ts";
import { reasonSchema } from "./actions.ts";

export const seeAsMinutes = 15;

export const startSeeAs = endpoint({
  method: "POST",
  path: "/api/operator/people/:id/see-as",
  access: "operator",
  limit: "desk-action-by-user",
  needsRecentConfirmation: true,
  summary: `A token that lets the operator see for ${seeAsMinutes} minutes what a person sees, without changing anything`,
  params: idParamsSchema,
  body: z.strictObject({ reason: reasonSchema }),
  output: z.object({ token: z.string(), expiresAt: wireInstantSchema }),
});
