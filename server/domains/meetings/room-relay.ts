import type { PadCursor, PadLanguage, PadRun } from "@greenroom/contract/code-pad.ts";
import type { ChatMessage, RoomSignal } from "@greenroom/contract/room-messages.ts";
import { addMinutes } from "@greenroom/contract/time.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import type { Clock } from "../../ports/clock.ts";

/** What is typed in a pad: the seats of its own server hear it before the database does. */
export type PadNews =
  | { kind: "code"; update: string }
  | { kind: "cursor"; client: number; cursor: PadCursor | null };

/** What servers tell each other of a room. */
export type RoomNews =
  | PadNews
  | { kind: "language"; language: PadLanguage }
  | { kind: "run"; run: PadRun }
  | { kind: "signal"; signal: RoomSignal }
  | { kind: "chat"; message: ChatMessage }
  /** Somebody came or went. */
  | { kind: "presence" }
  /** The booking is not what it was: ended, called off, reported on. */
  | { kind: "booking" }
  /** This person sits on the sending seat now, and on no other. */
  | { kind: "takeover" };

export interface Envelope {
  /** The seat, that is the socket, that this comes from. */
  seatId: string;
  userId: string;
  news: RoomNews;
  /** The server whose own seats have heard it already. */
  heardAt?: string;
}

export const relayChannel = "greenroom_room";
/** PostgreSQL takes payloads of less than 8,000 bytes. */
const inlineBytes = 7_800;
const keepMinutes = 1;

interface Wire {
  database: Database | Tx;
  clock: Clock;
}

/** Tells every server that shares the database, this one included: one way for one server and for two. */
export async function tellRoom(deps: Wire, bookingId: string, envelope: Envelope): Promise<void> {
  const payload = await sealEnvelope(deps, bookingId, envelope);
  await sql`select pg_notify(${relayChannel}, ${payload})`.execute(deps.database);
}

/** The payload of a notice: the room's id and the envelope, or the number of the row in which a long one waits. */
export async function sealEnvelope(
  { database, clock }: Wire,
  bookingId: string,
  envelope: Envelope,
): Promise<string> {
  const body = JSON.stringify(envelope);
  const payload = `${bookingId} ${body}`;
  if (Buffer.byteLength(payload) <= inlineBytes) return payload;
  const now = clock.now();
  const { rows } = await sql<{ id: number }>`
    with gone as (delete from room_envelopes where created_at < ${addMinutes(now, -keepMinutes)})
    insert into room_envelopes (body, created_at) values (${body}, ${now}) returning id`.execute(database);
  return `${bookingId} ${rows[0]?.id}`;
}

/** Which room a payload is about, and what is in it. */
export function splitPayload(payload: string): { bookingId: string; content: string } {
  const gap = payload.indexOf(" ");
  return { bookingId: payload.slice(0, gap), content: payload.slice(gap + 1) };
}

/** The envelope of a payload's content; null when it waited for too long and is cleared away. */
export async function openEnvelope(
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
