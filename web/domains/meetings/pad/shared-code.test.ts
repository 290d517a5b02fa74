import { type PadServerMessage, padPieceCharacters } from "@greenroom/contract/code-pad.ts";
import type { ClientMessage } from "@greenroom/contract/room-messages.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as Y from "yjs";
import { fromBase64, toBase64 } from "./base64.ts";
import { PadSession } from "./pad-session.ts";

/** A room as the server holds it: it keeps, answers and passes on. */
class Room {
  readonly doc = new Y.Doc();
  readonly pages: { pad: PadSession; name: string; isCut: boolean; pieces: string[] }[] = [];

  join(name: string): PadSession {
    const page = { name, isCut: false, pieces: [] as string[] } as unknown as Room["pages"][number];
    page.pad = new PadSession({
      say: (message) => !page.isCut && this.#hear(page, message),
      nameOf: (personId) => personId,
      onRefused: () => undefined,
    });
    this.pages.push(page);
    page.pad.onOpen();
    return page.pad;
  }

  cut(pad: PadSession): () => void {
    const page = this.pages.find((candidate) => candidate.pad === pad);
    if (page) page.isCut = true;
    return () => {
      if (page) page.isCut = false;
      pad.onOpen();
    };
  }

  #tell(from: Room["pages"][number], message: PadServerMessage): void {
    for (const page of this.pages) if (page !== from && !page.isCut) page.pad.hear(message);
  }

  #hear(from: Room["pages"][number], message: ClientMessage): boolean {
    if (message.type === "code-sync") {
      from.pad.hear({
        type: "code-sync",
        update: toBase64(Y.encodeStateAsUpdate(this.doc, fromBase64(message.vector))),
        vector: toBase64(Y.encodeStateVector(this.doc)),
        language: "sql",
        lastRun: null,
      });
    } else if (message.type === "code") {
      expect(message.update.length).toBeLessThanOrEqual(padPieceCharacters);
      from.pieces.push(message.update);
      if (message.more) return true;
      const update = toBase64(Buffer.concat(from.pieces.splice(0).map(fromBase64)));
      Y.applyUpdate(this.doc, fromBase64(update));
      this.#tell(from, { type: "code", update });
    } else if (message.type === "cursor") {
      this.#tell(from, { ...message, senderId: from.name });
    }
    return true;
  }
}

let room: Room;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  room = new Room();
});
afterEach(() => {
  for (const { pad } of room.pages) pad.code.close();
  vi.useRealTimers();
});
const settle = () => vi.advanceTimersByTime(500);
const at = (index: number, text: Y.Text) => Y.createRelativePositionFromTypeIndex(text, index);

describe("the pad in a page", () => {
  it("shows both what either types, the first stroke without waiting", () => {
    const [arjun, meera] = [room.join("Arjun"), room.join("Meera")];
    expect(meera.code.isLoaded()).toBe(true);
    expect(meera.readLanguage()).toBe("sql");
    vi.advanceTimersByTime(100);
    arjun.code.text.insert(0, "a");
    expect(meera.code.read()).toBe("a");
    for (const letter of "bcd") arjun.code.text.insert(arjun.code.text.length, letter);
    meera.code.text.insert(0, "# ");
    settle();
    expect([arjun.code.read(), meera.code.read()]).toEqual(["# abcd", "# abcd"]);
  });

  it("brings along what was typed while the line was cut, and takes what it missed", () => {
    const [arjun, meera] = [room.join("Arjun"), room.join("Meera")];
    const mend = room.cut(meera);
    meera.code.text.insert(0, "dark");
    arjun.code.text.insert(0, "light ");
    settle();
    expect(arjun.code.read()).toBe("light ");
    mend();
    settle();
    expect(arjun.code.read()).toBe(meera.code.read());
    expect(arjun.code.read()).toContain("dark");
  });

  it("sends what is long in pieces", () => {
    const [arjun, meera] = [room.join("Arjun"), room.join("Meera")];
    arjun.code.text.insert(0, "é".repeat(150_000));
    settle();
    expect(meera.code.read()).toHaveLength(150_000);
  });

  it("shows whose cursor stands where, also to who comes later, until they are gone", () => {
    const arjun = room.join("Arjun");
    arjun.code.text.insert(0, "abc");
    const cursor = { anchor: at(1, arjun.code.text), head: at(2, arjun.code.text) };
    arjun.code.cursors.awareness.setLocalStateField("cursor", cursor);
    settle();
    const { awareness } = room.join("Meera").code.cursors;
    settle();
    const shown = awareness.getStates().get(arjun.code.doc.clientID);
    expect(shown).toMatchObject({ user: { name: "Arjun" }, cursor: { head: { tname: "code" } } });
    arjun.code.close();
    settle();
    expect(awareness.getStates().has(arjun.code.doc.clientID)).toBe(false);
  });
});
