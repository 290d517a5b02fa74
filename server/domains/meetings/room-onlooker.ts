import { randomUUID } from "node:crypto";
import { roomCloseCodes } from "@greenroom/contract/room-messages.ts";
import { getRoom } from "./get-room.ts";
import { PageSocket, type PageSocketInput } from "./page-socket.ts";
import type { RoomHub, Seat } from "./room-hub.ts";
import type { Envelope } from "./room-relay.ts";
import { seatBeatSeconds } from "./rules.ts";

/** One person's socket at the door of a room: it is told who comes and goes and how it ends, and is not in it. */
export class RoomOnlooker implements Seat {
  readonly id = randomUUID();
  readonly userId: string;
  readonly #input: PageSocketInput & { hub: RoomHub };
  readonly #page: PageSocket;

  constructor(input: PageSocketInput & { hub: RoomHub }) {
    this.userId = input.guest.userId;
    this.#input = input;
    this.#page = new PageSocket(input);
  }

  /** Begins to look. */
  take(): void {
    const { hub, bookingId } = this.#input;
    const beat = setInterval(() => void this.#lookAround(), seatBeatSeconds * 1000);
    this.#page.listen({
      onMessage: () => this.#page.close(roomCloseCodes.badMessage, "not a message for the door"),
      onClose: () => {
        clearInterval(beat);
        hub.unseat(bookingId, this);
        hub.tidy(bookingId);
      },
    });
    hub.seat(bookingId, this);
    void this.#show();
  }

  async hear({ news }: Envelope): Promise<void> {
    if (news.kind === "presence" || news.kind === "booking") await this.#show();
  }

  hearPad(): void {
    // What is typed is for those who are in the room.
  }

  startAfresh(): void {
    this.#page.callBack();
  }

  /** What was said in the room is for those who are in it. */
  async #show(): Promise<void> {
    const { deps, guest, bookingId } = this.#input;
    await this.#page.attempt(async () => {
      this.#page.send({ type: "welcome", room: await getRoom(deps, guest, bookingId), chat: [] });
    });
  }

  async #lookAround(): Promise<void> {
    const { deps, guest, bookingId } = this.#input;
    await this.#page.attempt(async () => {
      if (await this.#page.isStanding()) await getRoom(deps, guest, bookingId);
    });
  }
}
