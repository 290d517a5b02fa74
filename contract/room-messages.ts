import { z } from "zod";
import { type PadServerMessage, padClientMessages } from "./code-pad.ts";
import type { Room } from "./meetings.ts";
import { requiredText } from "./text.ts";

/* What goes over the room's socket, as JSON text. Nothing else does: an unknown field closes the socket. */

/** Longest message that a socket takes, in bytes. */
export const roomMessageBytes = 64 * 1024;
export const chatCharacters = 2000;

/** Why the server closed a socket. A page comes back by itself after `badMessage` and `tooFast`, for it means no harm. */
export const roomCloseCodes = {
  /** The same person opened the room somewhere else. */
  takenOver: 4001,
  badMessage: 4002,
  tooFast: 4003,
  sessionEnded: 4004,
  roomClosed: 4005,
} as const;

const pageSchema = z.uuid();

const mediaSchema = z.strictObject({
  microphone: z.boolean(),
  camera: z.boolean(),
  screen: z.boolean(),
});
/** What somebody sends at the moment. */
export type RoomMedia = z.infer<typeof mediaSchema>;

const descriptionSchema = z.strictObject({
  type: z.enum(["offer", "answer", "pranswer", "rollback"]),
  sdp: z.string().max(60_000),
});

const candidateSchema = z.strictObject({
  candidate: z.string().max(2000),
  sdpMid: z.string().max(64).nullish(),
  sdpMLineIndex: z.int().min(0).max(64).nullish(),
  usernameFragment: z.string().max(256).nullish(),
});

/**
 * Passed on to the other one as it is. `page` is the sender's half of a call, made anew with each; what is meant for
 * another half than the one that `to` names is dropped.
 */
export const signalSchema = z.discriminatedUnion("kind", [
  /** "Here I am": sent on coming in and after each cut; `answer` asks for the same in return. */
  z.strictObject({ kind: z.literal("hello"), page: pageSchema, answer: z.boolean(), media: mediaSchema }),
  z.strictObject({ kind: z.literal("media"), page: pageSchema, media: mediaSchema }),
  z.strictObject({
    kind: z.literal("description"),
    page: pageSchema,
    to: pageSchema,
    description: descriptionSchema,
  }),
  z.strictObject({
    kind: z.literal("candidate"),
    page: pageSchema,
    to: pageSchema,
    candidate: candidateSchema,
  }),
]);
export type RoomSignal = z.infer<typeof signalSchema>;

export const clientMessageSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ping") }),
  z.strictObject({ type: z.literal("signal"), signal: signalSchema }),
  /** `id` is the page's: a message sent again after a cut is the same message. */
  z.strictObject({
    type: z.literal("chat"),
    id: z.uuid(),
    body: requiredText({ label: "A message", max: chatCharacters }),
  }),
  ...padClientMessages,
]);
export type ClientMessage = z.infer<typeof clientMessageSchema>;

/** A message of the chat, to both. */
export interface ChatMessage {
  id: string;
  senderId: string;
  body: string;
  /** ISO 8601, the server's clock. */
  sentAt: string;
}

/**
 * `welcome` comes first: the room, and what was said in it so far (the newest 500, oldest first). At the door nothing else
 * comes: again whenever the room changes, and without what was said.
 */
export type ServerMessage =
  | { type: "pong" }
  | { type: "welcome"; room: Room; chat: ChatMessage[] }
  | { type: "room"; room: Room }
  | { type: "chat"; message: ChatMessage }
  | { type: "signal"; signal: RoomSignal }
  | PadServerMessage;
