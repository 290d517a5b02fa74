import { getRoom, leaveRoom, type Room } from "@greenroom/contract/meetings.ts";
import { call } from "../../api/client.ts";
import { currentToken } from "../../api/credentials.ts";
import { ApiError } from "../../api/errors.ts";
import { requestUrl } from "../../api/request.ts";
import { betterClock, readClock, type ServerClock } from "./server-clock.ts";

/** The room as the server last told of it, and the server's clock. */
export interface Visit {
  room: Room;
  clock: ServerClock;
}

/** Looks at the room, from the door. Throws `not_found` for a third person, and `conflict` when the room is closed. */
export async function lookAtRoom(id: string, last: Visit | null, signal: AbortSignal): Promise<Visit> {
  const sentAt = Date.now();
  const room = await call(getRoom, { params: { id }, signal });
  return { room, clock: betterClock(last?.clock ?? null, readClock(room.now, sentAt, Date.now())) };
}

/** What a word from the server may have taken on its way, in milliseconds. */
const assumedDelay = 1_000;

/** The room as a socket told of it. */
export function hearOfRoom(room: Room, last: Visit | null): Visit {
  const now = Date.now();
  return { room, clock: betterClock(last?.clock ?? null, readClock(room.now, now - assumedDelay, now)) };
}

/** True when the room is not, or no longer, this person's to be in; anything else may pass by itself. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [400, 403, 404, 409].includes(error.status);
}

/** Says that I have left. The page may be closing, which only a `keepalive` request outlives. */
export function sendLeave(id: string): void {
  const token = currentToken();
  if (token === null) return;
  fetch(requestUrl(leaveRoom, { id }), {
    method: leaveRoom.method,
    headers: { Authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch((error: unknown) => {
    console.warn("The room was not told of the leaving; it notices by itself within seconds", error);
  });
}
