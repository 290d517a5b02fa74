import { z } from "zod";
import { endpoint, idSchema, messageSchema, pageQueryShape } from "../../kernel/endpoint.ts";
import { instantSchema } from "../../kernel/time.ts";
import { actionIdsSchema, confirmedActionSchema, previewSchema } from "../actions.ts";
import { deskPersonSchema, personSearch } from "../desk-people.ts";

export const closedDaySchema = z.object({
  /** Of the day off, which `reopenDays` ends. */
  _id: idSchema,
  /** A day of the zone, `2026-11-25`. */
  day: z.string(),
  timeZone: z.string(),
  interviewer: deskPersonSchema,
});
export type ClosedDay = z.infer<typeof closedDaySchema>;

export const listClosedDays = endpoint({
  method: "GET",
  path: "/api/operator/closed-days",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Days that operators closed and that are not over, by person and time, the earliest first",
  query: z.strictObject({
    ...pageQueryShape,
    person: personSearch,
    /** Days that end after this instant, and begin before that one. */
    from: instantSchema.optional(),
    to: instantSchema.optional(),
  }),
  output: z.array(closedDaySchema),
});

/** Days off that a cancellation has made, by its result. */
const daysOff = actionIdsSchema({ row: "A day off", action: "days off can be ended" });

export const previewReopening = endpoint({
  method: "POST",
  path: "/api/operator/closed-days/reopening/preview",
  access: "operator",
  limit: "desk-preview-by-user",
  needsRecentConfirmation: true,
  summary: "What opening closed days again would do",
  body: z.strictObject({ daysOff }),
  output: previewSchema,
});

export const reopenDays = endpoint({
  method: "POST",
  path: "/api/operator/closed-days/reopening",
  access: "operator",
  limit: "desk-action-by-user",
  needsRecentConfirmation: true,
  summary: "Open days again that a cancellation closed, all or none of them; the interviews stay canceled",
  body: confirmedActionSchema.extend({ daysOff }).strict(),
  output: messageSchema,
});
