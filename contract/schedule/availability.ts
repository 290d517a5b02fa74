import { z } from "zod";
import { endpoint, idSchema, messageSchema, pageQueryShape } from "../kernel/endpoint.ts";
import { instantSchema, wireInstantSchema } from "../kernel/instants.ts";
import { bookingStatuses } from "./bookings.ts";
import { wireGoalSchema } from "./goal-schemas.ts";

const slotRangeSchema = z.strictObject({
  from: instantSchema.optional(),
  to: instantSchema.optional(),
});

/** The most slots on one page, and the default. */
export const maxSlotRows = 1000;
export const defaultSlotRows = 200;

const limitMessage = `Ask for 1 to ${maxSlotRows} slots.`;

/** A page of the range. An incomplete answer has a `Link` header with the address of the next page. */
const slotQuerySchema = slotRangeSchema.extend({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, limitMessage)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= maxSlotRows, limitMessage)
    .optional(),
  after: z.string().min(1).max(100).optional(),
});

export const slotSchema = z.object({
  _id: idSchema,
  slotTime: wireInstantSchema,
  interviewerId: z.object({ _id: idSchema, firstName: z.string(), lastName: z.string() }),
});
export type Slot = z.infer<typeof slotSchema>;

export const listSlots = endpoint("GET /api/user/slots", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "Available slots, soonest first; by default, of the next 60 days",
  query: slotQuerySchema,
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
      status: z.enum(bookingStatuses),
      zoomLink: z.string().nullable(),
      goal: wireGoalSchema.nullable(),
      userId: z.object({ _id: idSchema, firstName: z.string(), lastName: z.string(), email: z.string() }),
    })
    .nullable(),
  allowedActions: z.array(z.enum(["delete", "view-resume"])),
});
export type Availability = z.infer<typeof availabilitySchema>;

export const listAvailability = endpoint("GET /api/interviewer/availability", {
  access: "interviewer",
  isVisibleInSeeAs: true,
  summary: "My slots with who booked them, soonest first; by default, from 31 days ago on",
  query: slotRangeSchema.extend(pageQueryShape),
  output: z.array(availabilitySchema),
});

export const addAvailability = endpoint("POST /api/interviewer/availability", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Offer a 45-minute slot",
  status: 201,
  body: z.strictObject({ slotTime: instantSchema }),
  output: availabilitySchema,
});

export const deleteAvailability = endpoint("DELETE /api/interviewer/availability/:id", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Delete a slot that nobody booked",
  output: messageSchema,
});
