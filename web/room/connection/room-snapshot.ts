import { getRoom, leaveRoom, type Room } from "@greenroom/contract/room/room.ts";
import { currentToken } from "../../api/access-token.ts";
import { call } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { requestUrl } from "../../api/request.ts";
import { chooseClock, estimateClock, type ServerClock } from "./server-clock.ts";

/** The room as the server last sent it, and the server's clock. */
export interface RoomSnapshot {
  room: Room;
  clock: ServerClock;
}

/**
 * Fetches the room, for the lobby. Throws `not_found` for a third person, and `conflict` when the room is
 * closed.
 */
export async function fetchRoomSnapshot(
  id: string,
  last: RoomSnapshot | null,
  signal: AbortSignal,
): Promise<RoomSnapshot> {
  const sentAt = Date.now();
  const room = await call(getRoom, { params: { id }, signal });
  return { room, clock: chooseClock(last?.clock ?? null, estimateClock(room.now, sentAt, Date.now())) };
}

/** The assumed delay of a message from the server, in milliseconds. */
const assumedDelayMilliseconds = 1_000;

/** The snapshot for a room that a socket sent. */
export function snapshotFromMessage(room: Room, last: RoomSnapshot | null): RoomSnapshot {
  const now = Date.now();
  return {
    room,
    clock: chooseClock(last?.clock ?? null, estimateClock(room.now, now - assumedDelayMilliseconds, now)),
  };
}

/** True when this user may not enter the room (any more); any other error may be temporary. */
export function isRoomRefusal(error: unknown): boolean {
  return error instanceof ApiError && [400, 403, 404, 409].includes(error.status);
}

/** Reports that this user has left. The page may be closing, and only a `keepalive` request survives that. */
export function notifyLeft(id: string): void {
  const token = currentToken();
  if (token === null) return;
  fetch(requestUrl(leaveRoom, { id }), {
    method: leaveRoom.method,
    headers: { Authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch((error: unknown) => {
    console.warn(
      "The departure of this user could not be reported; their presence times out within seconds",
      error,
    );
  });
}
