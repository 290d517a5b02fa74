import type { PadCursor, PadServerMessage } from "@greenroom/contract/code-pad.ts";
import type { ClientMessage } from "@greenroom/contract/room-messages.ts";
import { Awareness, removeAwarenessStates } from "y-protocols/awareness";
import type * as Y from "yjs";
import { Paced } from "./paced.ts";

/** Eight times a second: a cursor that is seen to move. In milliseconds. */
const pace = 120;
/** The other one's colours on the room's dark ground; the label's words are dark on it. */
const otherColours = { color: "#f4b740", colorLight: "rgb(244 183 64 / 0.28)" };

interface PadCursorsOptions {
  say(message: ClientMessage): boolean;
  /** What a person is called. */
  nameOf(personId: string): string;
}

/** Whose cursor stands where. Names come from the room: a page says where it points, never who it is. */
export class PadCursors {
  readonly awareness: Awareness;
  readonly #options: PadCursorsOptions;
  readonly #met = new Set<number>();
  readonly #own = new Paced(pace, () => this.#tell());

  constructor(doc: Y.Doc, options: PadCursorsOptions) {
    this.#options = options;
    this.awareness = new Awareness(doc);
    this.awareness.on("update", (_change: unknown, origin: unknown) => {
      if (origin === "local") this.#own.ask();
    });
  }

  /** The line is open, or open again. */
  greet(): void {
    this.#own.flush();
  }

  hear({ senderId, client, cursor }: Extract<PadServerMessage, { type: "cursor" }>): void {
    const { awareness } = this;
    if (client === awareness.clientID) return;
    const isNew = !this.#met.has(client);
    this.#met.add(client);
    if (cursor === null) removeAwarenessStates(awareness, [client], "room");
    else {
      const isShown = awareness.states.has(client);
      const clock = (awareness.meta.get(client)?.clock ?? 0) + 1;
      awareness.meta.set(client, { clock, lastUpdated: Date.now() });
      awareness.states.set(client, {
        user: { name: this.#options.nameOf(senderId), ...otherColours },
        cursor,
      });
      const change = { added: isShown ? [] : [client], updated: isShown ? [client] : [], removed: [] };
      awareness.emit("change", [change, "room"]);
    }
    // Who has just come does not know yet where this page's cursor stands.
    if (isNew) this.#own.ask();
  }

  close(): void {
    this.#own.cancel();
    this.awareness.destroy();
  }

  #tell(): void {
    const cursor = (this.awareness.getLocalState()?.cursor ?? null) as PadCursor | null;
    this.#options.say({ type: "cursor", client: this.awareness.clientID, cursor });
  }
}
