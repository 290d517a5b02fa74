import type { PadCursor, PadServerMessage } from "@greenroom/contract/room/code-pad.ts";
import type { RoomClientMessage } from "@greenroom/contract/room/room-messages.ts";
import { Awareness, removeAwarenessStates } from "y-protocols/awareness";
import type * as Y from "yjs";
import { Throttle } from "./throttle.ts";

/** Eight times a second, which makes a cursor's movement visible. In milliseconds. */
const sendIntervalMilliseconds = 120;
/** The other participant's colors on the room's dark background; the label has dark text. */
const otherCursorColors = { color: "#f4b740", colorLight: "rgb(244 183 64 / 0.28)" };

interface PadCursorsOptions {
  send(message: RoomClientMessage): boolean;
  /** Returns a person's name. */
  nameOf(personId: string): string;
}

/**
 * The position of each person's cursor. Names come from the room: a page sends its position, but cannot choose its
 * name.
 */
export class PadCursors {
  readonly awareness: Awareness;
  readonly #options: PadCursorsOptions;
  readonly #knownClients = new Set<number>();
  readonly #throttledSend = new Throttle(sendIntervalMilliseconds, () => this.#sendOwnCursor());

  constructor(doc: Y.Doc, options: PadCursorsOptions) {
    this.#options = options;
    this.awareness = new Awareness(doc);
    this.awareness.on("update", (_change: unknown, origin: unknown) => {
      if (origin === "local") this.#throttledSend.schedule();
    });
  }

  /** Called when the connection opens or reopens. */
  sendNow(): void {
    this.#throttledSend.flush();
  }

  receive({ senderId, client, cursor }: Extract<PadServerMessage, { type: "cursor" }>): void {
    const { awareness } = this;
    if (client === awareness.clientID) return;
    const isNew = !this.#knownClients.has(client);
    this.#knownClients.add(client);
    if (cursor === null) removeAwarenessStates(awareness, [client], "room");
    else {
      const isShown = awareness.states.has(client);
      const clock = (awareness.meta.get(client)?.clock ?? 0) + 1;
      awareness.meta.set(client, { clock, lastUpdated: Date.now() });
      awareness.states.set(client, {
        user: { name: this.#options.nameOf(senderId), ...otherCursorColors },
        cursor,
      });
      const change = { added: isShown ? [] : [client], updated: isShown ? [client] : [], removed: [] };
      awareness.emit("change", [change, "room"]);
    }
    // A participant who has just joined does not know this page's cursor yet.
    if (isNew) this.#throttledSend.schedule();
  }

  close(): void {
    this.#throttledSend.cancel();
    this.awareness.destroy();
  }

  #sendOwnCursor(): void {
    const cursor = (this.awareness.getLocalState()?.cursor ?? null) as PadCursor | null;
    this.#options.send({ type: "cursor", client: this.awareness.clientID, cursor });
  }
}
