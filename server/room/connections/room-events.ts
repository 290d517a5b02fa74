import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { RoomServerMessage, RoomSignal } from "@greenroom/contract/room/room.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Clock, Deps } from "../../kernel/deps.ts";

/** The events about a room that servers send each other. */
export type RoomEvent =
  /** For the pages as it is, except for what a page need not hear of itself: see `messagesForOthers`. */
  | { kind: "message"; message: RoomServerMessage }
  | { kind: "signal"; signal: RoomSignal }
  /** The shown question or its hints changed, or none is shown any more. */
  | { kind: "question" }
  /** Somebody entered or left. */
  | { kind: "presence" }
  /** The booking changed: it was ended, canceled or reported. */
  | { kind: "booking" }
  /** The sending connection has replaced this person's other connections. */
  | { kind: "takeover" };

export interface Envelope {
  /** The connection (socket) that sent this. */
  connectionId: string;
  userId: string;
  event: RoomEvent;
  /** The server whose own connections already have it. */
  deliveredBy?: string;
}

/** The messages that do not go to the connection whose page caused them. */
export const messagesForOthers: readonly RoomServerMessage["type"][] = [
  ...(["code", "cursor", "running"] as const),
  ...(["board", "board-pointer", "board-refused"] as const),
];

export const roomChannel = "greenroom_room";
/** PostgreSQL accepts notification payloads of less than 8,000 bytes. */
const maxInlineBytes = 7_800;
const envelopeLifetimeMinutes = 1;

interface EncodeDeps {
  database: Database | Tx;
  clock: Clock;
}

/** Notifies every server, including this one, so that one server and several work the same way. */
export async function publishRoomEvent(
  deps: Pick<Deps, "database" | "clock" | "relay">,
  bookingId: string,
  envelope: Envelope,
): Promise<void> {
  await deps.relay.publish(roomChannel, [await encodeEnvelope(deps, bookingId, envelope)]);
}

/**
 * Notifies every server about what a transaction changes. PostgreSQL delivers the notification when the transaction
 * commits, and never after a rollback; no other relay can do that.
 */
export async function publishOnCommit(
  tx: Tx,
  { clock }: Pick<Deps, "clock">,
  bookingId: string,
  envelope: Envelope,
): Promise<void> {
  const payload = await encodeEnvelope({ database: tx, clock }, bookingId, envelope);
  await sql`select pg_notify(${roomChannel}, ${payload})`.execute(tx);
}

/** The payload of a notification: the room's id and the envelope, or the number of a stored long one. */
export async function encodeEnvelope(
  { database, clock }: EncodeDeps,
  bookingId: string,
  envelope: Envelope,
): Promise<string> {
  const body = JSON.stringify(envelope);
  const payload = `${bookingId} ${body}`;
  if (Buffer.byteLength(payload) <= maxInlineBytes) return payload;
  const now = clock.now();
  const { rows } = await sql<{ id: number }>`
    with gone as (delete from room_envelopes where created_at < ${addMinutes(now, -envelopeLifetimeMinutes)})
    insert into room_envelopes (body, created_at) values (${body}, ${now}) returning id`.execute(database);
  return `${bookingId} ${rows[0]?.id}`;
}

/** Splits a payload into the room's booking id and its content. */
export function splitPayload(payload: string): { bookingId: string; content: string } {
  const gap = payload.indexOf(" ");
  return { bookingId: payload.slice(0, gap), content: payload.slice(gap + 1) };
}

/** The envelope of a payload's content; null if its row was deleted because it was too old. */
export async function decodeEnvelope(
  { database }: Pick<Deps, "database">,
  content: string,
): Promise<Envelope | null> {
  if (content.startsWith("{")) return JSON.parse(content) as Envelope;
  const row = await database
    .selectFrom("roomEnvelopes")
    .select("body")
    .where("id", "=", Number(content))
    .executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.body) as Envelope);
}

/** Makes everyone in a booking's room reload it, because it was ended, canceled or reported. */
export async function notifyRoomChanged(deps: Pick<Deps, "clock">, tx: Tx, bookingId: string): Promise<void> {
  await publishOnCommit(tx, deps, bookingId, { connectionId: "", userId: "", event: { kind: "booking" } });
}
