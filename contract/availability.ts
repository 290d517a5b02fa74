import { z } from "zod";
import { endpoint, messageSchema } from "./endpoint.ts";
import { idParamsSchema, idSchema } from "./ids.ts";
import { instantSchema, wireInstantSchema } from "./time.ts";

/** The window of a list of slots: from now, 60 days on, unless told. */
export const slotRangeSchema = z.strictObject({
  from: instantSchema.optional(),
  to: instantSchema.optional(),
});

/** A slot that an interviewee may book. */
export const slotSchema = z.object({
  _id: idSchema,
  slotTime: wireInstantSchema,
  interviewerId: z.object({ _id: idSchema, firstName: z.string(), lastName: z.string() }),
});
export type Slot = z.infer<typeof slotSchema>;

export const listSlots = endpoint({
  method: "GET",
  path: "/api/user/slots",
  access: "interviewee",
  summary: "Available slots, soonest first",
  query: slotRangeSchema,
  output: z.array(slotSchema),
});

/** A slot as its interviewer sees it. */
export const availabilitySchema = z.object({
  _id: idSchema,
  slotTime: wireInstantSchema,
  endTime: wireInstantSchema,
  booking: z
    .object({
      _id: idSchema,
      status: z.string(),
      zoomLink: z.string().nullable(),
      userId: z.object({ _id: idSchema, firstName: z.string(), lastName: z.string(), email: z.string() }),
    })
    .nullable(),
  allowedActions: z.array(z.enum(["delete", "view-resume"])),
});
export type Availability = z.infer<typeof availabilitySchema>;

export const listAvailability = endpoint({
  method: "GET",
  path: "/api/interviewer/availability",
  access: "interviewer",
  summary: "My slots with who booked them",
  query: slotRangeSchema,
  output: z.array(availabilitySchema),
});

export const addAvailability = endpoint({
  method: "POST",
  path: "/api/interviewer/availability",
  access: "interviewer",
  summary: "Offer a 45-minute slot",
  status: 201,
  body: z.strictObject({ slotTime: instantSchema }),
  output: availabilitySchema,
});

export const deleteAvailability = endpoint({
  method: "DELETE",
  path: "/api/interviewer/availability/:id",
  access: "interviewer",
  summary: "Take back a slot that nobody booked",
  params: idParamsSchema,
  output: messageSchema,
});
