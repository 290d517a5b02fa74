import type { z } from "zod";
import { endpoint, idParamsSchema } from "../../kernel/endpoint.ts";
import { roomRecordSchema } from "../../room/room-record.ts";

/**
 * The items that can settle a dispute. Transcript, questions, marks and notes are left out, because an
 * operator does not need them.
 */
export const deskRecordKinds = ["joined", "left", "phase", "chat", "code", "run"] as const;

/** The room's record of an interview as an operator may read it. `isYou` is never true. */
export const deskRoomRecordSchema = roomRecordSchema
  .pick({ bookingId: true, startTime: true, endTime: true, people: true, code: true })
  .extend({
    items: roomRecordSchema.shape.items.refine(
      (items) => items.every(({ kind }) => (deskRecordKinds as readonly string[]).includes(kind)),
      "The record has an item that operators must not read.",
    ),
  });
export type DeskRoomRecord = z.infer<typeof deskRoomRecordSchema>;

export const getDeskRoomRecord = endpoint({
  method: "GET",
  path: "/api/operator/bookings/:id/room-record",
  access: "operator",
  needsRecentConfirmation: true,
  summary:
    "Arrivals and departures, chat, code and runs of an interview, to settle a dispute; each read is audited",
  params: idParamsSchema,
  output: deskRoomRecordSchema,
});
