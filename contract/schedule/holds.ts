import { z } from "zod";
import { endpoint, idSchema, messageSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";

/* A slot that somebody chooses before they have an account or a session. */

/** How long a chosen slot waits for its payment. */
export const slotHoldMinutes = 10;

/** The most slots that are offered in place of one that is gone. */
export const maxNearestSlots = 6;

const chosenSlotSchema = z.object({
  _id: idSchema,
  slotTime: wireInstantSchema,
  /** Null for a visitor if the mentor has no public page. The last name is empty unless the mentor shows it. */
  mentor: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      /** Of the mentor's page; null without one. */
      slug: z.string().nullable(),
      /** IANA; null if the mentor has chosen none. */
      timeZone: z.string().nullable(),
    })
    .nullable(),
});
export type ChosenSlot = z.infer<typeof chosenSlotSchema>;

const nearestSlotsSchema = z.array(chosenSlotSchema).max(maxNearestSlots);

/** The details of `slot_taken` when a slot cannot be held: open slots of the mentor and around the time. */
export interface SlotGoneDetails {
  nearest: ChosenSlot[];
}

export const slotStateSchema = chosenSlotSchema.extend({
  /** `yours`: held for this person. `booked`: they have booked it. `gone`: nobody else can have it now. */
  state: z.enum(["open", "yours", "booked", "gone"]),
  /** Until when it is held for this person; null unless it is. */
  heldUntil: wireInstantSchema.nullable(),
  /** This person's booking of the slot. */
  bookingId: idSchema.nullable(),
  /** Open slots of the same mentor and around the same time, soonest first; empty unless the slot is gone. */
  nearest: nearestSlotsSchema,
});
export type SlotState = z.infer<typeof slotStateSchema>;

export const getSlot = endpoint("GET /api/slots/:id", {
  access: "public",
  isVisibleInSeeAs: true,
  limit: "slot-read-by-address",
  summary: "A slot by its id, whether it can still be chosen, and the nearest ones if not",
  output: slotStateSchema,
});

const slotHoldSchema = z.object({ slot: chosenSlotSchema, heldUntil: wireInstantSchema });
export type SlotHold = z.infer<typeof slotHoldSchema>;

export const holdSlot = endpoint("POST /api/user/slot-hold", {
  access: "interviewee",
  limit: "slot-hold-by-user",
  summary:
    "Hold a slot for ten minutes, in place of the one that I held; 409 with the nearest slots if it is gone",
  status: 201,
  body: z.strictObject({ slotId: idSchema }),
  output: slotHoldSchema,
});

export const getSlotHold = endpoint("GET /api/user/slot-hold", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "The slot that is held for me, if any",
  output: z.object({ hold: slotHoldSchema.nullable() }),
});

export const releaseSlotHold = endpoint("DELETE /api/user/slot-hold", {
  access: "interviewee",
  limit: "booking-change-by-user",
  summary: "Release the slot that is held for me",
  output: messageSchema,
});
