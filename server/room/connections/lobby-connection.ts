import { randomUUID } from "node:crypto";
import { roomCloseCodes } from "@greenroom/contract/room/room-messages.ts";
import { getRoom } from "../get-room.ts";
import { heartbeatSeconds } from "../rules.ts";
import { ClientSocket, type ClientSocketInput } from "./client-socket.ts";
import type { Envelope } from "./room-events.ts";
import type { RoomConnection, RoomHub } from "./room-hub.ts";

/**
 * One person's socket in the lobby of a room. It reports presence and the end of the interview, without being in
 * the room.
 */
export class LobbyConnection implements RoomConnection {
  readonly id = randomUUID();
  readonly userId: string;
  readonly #input: ClientSocketInput & { hub: RoomHub };
  readonly #socket: ClientSocket;

  constructor(input: ClientSocketInput & { hub: RoomHub }) {
    this.userId = input.actor.userId;
    this.#input = input;
    this.#socket = new ClientSocket(input);
  }

  /** Starts listening. */
  open(): void {
    const { hub, bookingId } = this.#input;
    const heartbeat = setInterval(() => void this.#checkConnection(), heartbeatSeconds * 1000);
    this.#socket.listen({
      onMessage: () => this.#socket.close(roomCloseCodes.invalidMessage, "not a lobby message"),
      onClose: () => {
        clearInterval(heartbeat);
        hub.lobbies.remove(this);
        hub.removeConnection(bookingId, this);
        hub.closePadIfEmpty(bookingId);
      },
    });
    hub.addConnection(bookingId, this);
    hub.lobbies.add(this);
    void this.#sendRoom();
  }

  async receive({ event }: Envelope): Promise<void> {
    if (event.kind === "presence" || event.kind === "booking") await this.#sendRoom();
  }

  receivePadEvent(): void {
    // Pad events are only for those in the room.
  }

  closeForNewer(): void {
    this.#socket.close(roomCloseCodes.takenOver, "open on too many pages");
  }

  requestReconnect(): void {
    this.#socket.requestReconnect();
  }

  /** Sends the room's state. Chat is only for those in the room. */
  async #sendRoom(): Promise<void> {
    const { deps, actor, bookingId } = this.#input;
    await this.#socket.runOrClose(async () => {
      this.#socket.send({
        type: "welcome",
        room: await getRoom(deps, actor, bookingId),
        chat: [],
        hasEarlierChat: false,
        question: null,
      });
    });
  }

  async #checkConnection(): Promise<void> {
    const { deps, actor, bookingId } = this.#input;
    await this.#socket.runOrClose(async () => {
      if (await this.#socket.checkStillValid()) await getRoom(deps, actor, bookingId);
    });
  }
}
