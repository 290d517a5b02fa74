import { z } from "zod";
import { endpoint, idSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { codeText, requiredText } from "../kernel/text.ts";
import { bookingStatuses } from "../schedule/bookings.ts";
import { wireGoalSchema } from "../schedule/goal-schemas.ts";
import { type PadServerMessage, padClientMessageSchemas } from "./code-pad.ts";
import type { ShownQuestion } from "./room-questions.ts";
import { transcriptStateSchema } from "./transcript.ts";
import { type BoardServerMessage, boardClientMessageSchemas } from "./whiteboard.ts";

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

export const getRoom = endpoint("GET /api/rooms/:id", {
  access: "signed-in",
  summary: "The room of a booking; its two parties only",
  output: roomSchema,
});

export const enterRoom = endpoint("POST /api/rooms/:id/presence", {
  access: "signed-in",
  limit: "room-presence-by-user",
  summary: "Say that I am in the room; repeated every few seconds while there",
  output: roomSchema,
});

/** A STUN or TURN server, as `RTCPeerConnection` takes it. */
const iceServerSchema = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof iceServerSchema>;

export const issueTicket = endpoint("POST /api/rooms/:id/ticket", {
  access: "signed-in",
  limit: "room-ticket-by-user",
  summary: "Get a ticket that opens the room's socket once, within seconds",
  output: z.object({
    ticket: z.string(),
    expiresAt: wireInstantSchema,
    iceServers: z.array(iceServerSchema),
  }),
  status: 201,
});
export type RoomTicket = z.infer<typeof issueTicket.output>;

export const maxNoteCharacters = 20_000;

export const getNotes = endpoint("GET /api/rooms/:id/notes", {
  access: "interviewer",
  summary: "My private notes of an interview; nobody else reads them",
  output: z.object({ body: z.string() }),
});

export const saveNotes = endpoint("PUT /api/rooms/:id/notes", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Save my private notes of an interview",
  body: z.strictObject({
    body: codeText({ label: "A note", max: maxNoteCharacters }),
  }),
  status: 204,
});

/* The messages of the room's socket, as JSON text. An unknown field closes the socket; only inside the
   elements of a whiteboard it is dropped. */

/** The longest message that the server accepts from a page, in bytes. */
export const maxRoomMessageBytes = 64 * 1024;
export const maxChatCharacters = 2000;

/**
 * Why the server closed a socket. After `invalidMessage` and `rateLimited` a page reconnects automatically,
 * because our pages send such messages only by mistake; it does not repeat what the room closed it for. The other
 * codes are final for the page.
 */
export const roomCloseCodes = {
  /** The same user opened the room elsewhere. */
  takenOver: 4001,
  invalidMessage: 4002,
  rateLimited: 4003,
  sessionEnded: 4004,
  roomClosed: 4005,
} as const;

const callPageIdSchema = z.uuid();

const mediaStateSchema = z.strictObject({
  microphone: z.boolean(),
  camera: z.boolean(),
  screen: z.boolean(),
  /** The camera is on, but the line carries only the sound. */
  isCameraPaused: z.boolean().optional(),
  /** This page wants sound and code only. */
  savesData: z.boolean().optional(),
});
export type MediaState = z.infer<typeof mediaStateSchema>;

const rtcDescriptionSchema = z.strictObject({
  type: z.enum(["offer", "answer", "pranswer", "rollback"]),
  sdp: z.string().max(60_000),
});

const iceCandidateSchema = z.strictObject({
  candidate: z.string().max(2000),
  sdpMid: z.string().max(64).nullish(),
  sdpMLineIndex: z.int().min(0).max(64).nullish(),
  usernameFragment: z.string().max(256).nullish(),
});

/**
 * The server forwards a signal to the other participant unchanged. `page` identifies the sender's end of a
 * call, not the browser page: a new call has a new one. The receiver drops a signal whose `to` is not its own
 * end.
 */
export const roomSignalSchema = z.discriminatedUnion("kind", [
  /** Announces a page after it joins or reconnects; `answer` asks the other page to announce itself too. */
  z.strictObject({
    kind: z.literal("hello"),
    page: callPageIdSchema,
    answer: z.boolean(),
    media: mediaStateSchema,
  }),
  /** In place of a hello: this browser has no WebRTC. */
  z.strictObject({ kind: z.literal("no-call") }),
  z.strictObject({ kind: z.literal("media"), page: callPageIdSchema, media: mediaStateSchema }),
  z.strictObject({
    kind: z.literal("description"),
    page: callPageIdSchema,
    to: callPageIdSchema,
    description: rtcDescriptionSchema,
  }),
  z.strictObject({
    kind: z.literal("candidate"),
    page: callPageIdSchema,
    to: callPageIdSchema,
    candidate: iceCandidateSchema,
  }),
]);
export type RoomSignal = z.infer<typeof roomSignalSchema>;

export const roomClientMessageSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ping") }),
  z.strictObject({ type: z.literal("signal"), signal: roomSignalSchema }),
  /** The page chooses `id`, so that a message that is sent again after a reconnect counts once. */
  z.strictObject({
    type: z.literal("chat"),
    id: z.uuid(),
    body: requiredText({ label: "A message", max: maxChatCharacters }),
  }),
  ...padClientMessageSchemas,
  ...boardClientMessageSchemas,
]);
export type RoomClientMessage = z.infer<typeof roomClientMessageSchema>;

export interface ChatMessage {
  id: string;
  senderId: string;
  body: string;
  /** ISO 8601, by the server's clock. */
  sentAt: string;
}

/**
 * `welcome` comes first: the room, the newest part of its chat (oldest first), and the question that is shown.
 */
export type RoomServerMessage =
  | { type: "pong" }
  | {
      type: "welcome";
      room: Room;
      chat: ChatMessage[];
      /** True when `chat` lacks earlier messages. */
      hasEarlierChat: boolean;
      question: ShownQuestion | null;
    }
  /** The question that both participants see now; null when none is shown. */
  | { type: "question"; question: ShownQuestion | null }
  | { type: "room"; room: Room }
  | { type: "chat"; message: ChatMessage }
  /** A message of this page was not stored; the connection stays open. `reason` is for its author. */
  | { type: "chat-refused"; id: string; reason: string }
  | { type: "signal"; signal: RoomSignal }
  | PadServerMessage
  | BoardServerMessage;
