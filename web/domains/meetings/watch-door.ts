import type { Room } from "@greenroom/contract/meetings.ts";
import { RoomLine } from "./room-line.ts";

interface DoorListener {
  /** Who is there changed, or how the session stands. */
  onRoom(room: Room): void;
  /** The line ended for good; a look at the room tells why. */
  onEnd(): void;
}

/** Has somebody who stands at the door told at once what changes behind it, until the answer is called. */
export function watchDoor(bookingId: string, { onRoom, onEnd }: DoorListener): () => void {
  const line = new RoomLine(
    bookingId,
    {
      onState: (state) => {
        if (state === "refused" || state === "signed-out") onEnd();
      },
      onMessage: (message) => {
        if (message.type === "welcome") onRoom(message.room);
      },
      // There is no call to be made from here.
      onIceServers: () => undefined,
    },
    { atDoor: true },
  );
  line.open();
  return () => line.close();
}
