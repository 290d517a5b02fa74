import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { idParamsSchema, idSchema } from "../kernel/ids.ts";
import { codeText } from "../kernel/text.ts";
import { wireInstantSchema } from "../kernel/time.ts";
import { bookingStatuses } from "../schedule/bookings.ts";
import { wireGoalSchema } from "../schedule/goals/goals.ts";
import { transcriptStateSchema } from "./transcript.ts";

const partySchema = z.object({
  _id: idSchema,
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(["interviewee", "interviewer"]),
  isYou: z.boolean(),
  isPresent: z.boolean(),
});

/** The room as its two parties see it. All instants are by the server's clock. */
export const roomSchema = z.object({
  bookingId: idSchema,
  status: z.enum(bookingStatuses),
  /** The interviewer ended it early, and the interviewee is asked about it. */
  isUnclear: z.boolean(),
  startTime: wireInstantSchema,
  endTime: wireInstantSchema,
  /** When the 30 minutes of interview end and feedback begins. */
  feedbackAt: wireInstantSchema,
  /** When the 10 minutes of feedback end. */
  wrapUpAt: wireInstantSchema,
  opensAt: wireInstantSchema,
  closesAt: wireInstantSchema,
  /** The server's clock, so that both parties see the same time. */
  now: wireInstantSchema,
  /** The interviewee's goal for the interview; null when they gave none. */
  goal: wireGoalSchema.nullable(),
  parties: z.array(partySchema),
  transcript: transcriptStateSchema,
});
export type Room = z.infer<typeof roomSchema>;

export const getRoom = endpoint({
  method: "GET",
  path: "/api/rooms/:id",
  access: "signed-in",
  summary: "The room of a booking; its two parties only",
  params: idParamsSchema,
  output: roomSchema,
});

export const enterRoom = endpoint({
  method: "POST",
  path: "/api/rooms/:id/presence",
  access: "signed-in",
  limit: "room-presence-by-user",
  summary: "Say that I am in the room; repeated every few seconds while there",
  params: idParamsSchema,
  output: roomSchema,
});

export const leaveRoom = endpoint({
  method: "DELETE",
  path: "/api/rooms/:id/presence",
  access: "signed-in",
  limit: "room-presence-by-user",
  summary: "Say that I have left the room",
  params: idParamsSchema,
  status: 204,
});

/** A STUN or TURN server, as `RTCPeerConnection` takes it. */
const iceServerSchema = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof iceServerSchema>;

export const issueTicket = endpoint({
  method: "POST",
  path: "/api/rooms/:id/ticket",
  access: "signed-in",
  limit: "room-ticket-by-user",
  summary: "Get a ticket that opens the room's socket once, within seconds",
  params: idParamsSchema,
  output: z.object({
    ticket: z.string(),
    expiresAt: wireInstantSchema,
    iceServers: z.array(iceServerSchema),
  }),
  status: 201,
});
export type RoomTicket = z.infer<typeof issueTicket.output>;

export const maxNoteCharacters = 20_000;

export const getNotes = endpoint({
  method: "GET",
  path: "/api/rooms/:id/notes",
  access: "interviewer",
  summary: "My private notes of an interview; nobody else reads them",
  params: idParamsSchema,
  output: z.object({ body: z.string() }),
});

export const saveNotes = endpoint({
  method: "PUT",
  path: "/api/rooms/:id/notes",
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Save my private notes of an interview",
  params: idParamsSchema,
  body: z.strictObject({
    body: codeText({ label: "A note", max: maxNoteCharacters }),
  }),
  status: 204,
});
