import type { Room } from "@greenroom/contract/room/room.ts";
import { RoomConnection } from "../connection/room-connection.ts";

interface LobbyListener {
  /** A participant came or went, or the booking's status changed. */
  onRoom(room: Room): void;
  /** The socket has ended for good; fetching the room tells why. */
  onEnd(): void;
}

/** Reports changes in the room to a user in the lobby, until the returned function is called. */
export function watchRoomFromLobby(bookingId: string, { onRoom, onEnd }: LobbyListener): () => void {
  const connection = new RoomConnection(
    bookingId,
    {
      onState: (state) => {
        if (state === "refused" || state === "signed-out") onEnd();
      },
      onMessage: (message) => {
        if (message.type === "welcome") onRoom(message.room);
      },
      // The lobby makes no calls.
      onIceServers: () => undefined,
    },
    { inLobby: true },
  );
  connection.open();
  return () => connection.close();
}
