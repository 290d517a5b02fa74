import { z } from "zod";
import { endpoint, idSchema, messageSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { slotSchema } from "./availability.ts";
import { mentorKeySchema } from "./mentors.ts";

/* Waiting until a mentor has a free time, which is then offered to one person after the other. */

/** How many mentors and times a person may wait for at once. */
export const maxWaits = 5;
/** How long a freed slot is held for each of those who wait. */
export const offerMinutes = 15;
/** After so many of them it is free for everybody, so that nobody can hide it with many accounts; the others are told. */
export const maxTurns = 4;
export const waitDays = 30;

const waitSchema = z.object({
  _id: idSchema,
  mentor: z.object({ _id: idSchema, firstName: z.string(), lastName: z.string() }),
  /** Null for any time, like its start. */
  slotId: idSchema.nullable(),
  startsAt: wireInstantSchema.nullable(),
});
export type Wait = z.infer<typeof waitSchema>;

const waitsSchema = z.object({
  waits: z.array(waitSchema).max(maxWaits),
  /** The freed slot that is held for me now; null without one. */
  offer: z.object({ slot: slotSchema, heldUntil: wireInstantSchema }).nullable(),
});
export type Waits = z.infer<typeof waitsSchema>;

/** The details of `conflict` when nobody needs to wait: the first time that is free already. */
export interface FreeAlreadyDetails {
  slotId: string;
  slotTime: string;
}

export const addWait = endpoint("POST /api/user/waits", {
  access: "interviewee",
  limit: "slot-wait-by-user",
  summary: "Wait for a slot, or for any time of a mentor; 409 with the first free time if there is one",
  status: 201,
  body: z
    .strictObject({
      slotId: idSchema.nullish(),
      mentor: mentorKeySchema.nullish(),
    })
    .refine(({ slotId, mentor }) => (slotId == null) !== (mentor == null), {
      path: ["mentor"],
      error: "Name either a slot or a mentor.",
    }),
  output: waitSchema,
});

export const listWaits = endpoint("GET /api/user/waits", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "What I wait for, oldest first, and the slot that is offered to me",
  output: waitsSchema,
});

export const deleteWait = endpoint("DELETE /api/user/waits/:id", {
  access: "interviewee",
  limit: "booking-change-by-user",
  summary: "Stop waiting; a slot that is offered to me for it goes to the next person",
  output: messageSchema,
});
