import {
  maxPadChunkCharacters,
  type PadServerMessage,
  padTextName,
} from "@greenroom/contract/room/code-pad.ts";
import { runOutputCharacters } from "@greenroom/contract/room/pad-run-limits.ts";
import {
  maxRoomMessageBytes,
  type RoomClientMessage,
  roomClientMessageSchema,
} from "@greenroom/contract/room/room.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as Y from "yjs";
import { PadClient, PadRunning, truncateRun } from "./pad-client.ts";
import { fromBase64, toBase64 } from "./pad-document.ts";

describe("pad document", () => {
  /** A room as on the server: stores, replies and forwards. */
  class TestRoom {
    readonly doc = new Y.Doc();
    readonly pages: { pad: PadClient; name: string; isCut: boolean; pieces: string[] }[] = [];

    join(name: string): PadClient {
      const page = { name, isCut: false, pieces: [] as string[] } as unknown as TestRoom["pages"][number];
      page.pad = new PadClient({
        send: (message) => !page.isCut && this.#receive(page, message),
        onRefused: () => undefined,
      });
      this.pages.push(page);
      page.pad.onConnected();
      return page.pad;
    }

    disconnect(pad: PadClient): () => void {
      const page = this.pages.find((candidate) => candidate.pad === pad);
      if (page) page.isCut = true;
      return () => {
        if (page) page.isCut = false;
        pad.onConnected();
      };
    }

    #broadcast(from: TestRoom["pages"][number], message: PadServerMessage): void {
      for (const page of this.pages) if (page !== from && !page.isCut) page.pad.receive(message);
    }

    #receive(from: TestRoom["pages"][number], message: RoomClientMessage): boolean {
      if (message.type === "code-sync") {
        from.pad.receive({
          type: "code-sync",
          update: toBase64(Y.encodeStateAsUpdate(this.doc, fromBase64(message.vector))),
          vector: toBase64(Y.encodeStateVector(this.doc)),
          language: "sql",
          isReadOnly: false,
          lastRun: null,
        });
      } else if (message.type === "code") {
        expect(message.update.length).toBeLessThanOrEqual(maxPadChunkCharacters);
        from.pieces.push(message.update);
        if (message.more) return true;
        const update = toBase64(Buffer.concat(from.pieces.splice(0).map(fromBase64)));
        Y.applyUpdate(this.doc, fromBase64(update));
        this.#broadcast(from, { type: "code", update });
      } else if (message.type === "cursor") {
        this.#broadcast(from, { ...message, senderId: from.name });
      }
      return true;
    }
  }

  let room: TestRoom;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
    room = new TestRoom();
  });
  afterEach(() => {
    for (const { pad } of room.pages) pad.document.close();
  });
  const flushTimers = () => vi.advanceTimersByTime(500);

  describe("the pad in a page", () => {
    it("shows both what either types, the first keystroke without a delay", () => {
      const [arjun, meera] = [room.join("Arjun"), room.join("Meera")];
      expect(meera.document.store.getState().isLoaded).toBe(true);
      expect(meera.store.getState().language).toBe("sql");
      vi.advanceTimersByTime(100);
      arjun.document.text.insert(0, "a");
      expect(meera.document.store.getState().content).toBe("a");
      for (const letter of "bcd") arjun.document.text.insert(arjun.document.text.length, letter);
      meera.document.text.insert(0, "# ");
      flushTimers();
      expect([arjun.document.store.getState().content, meera.document.store.getState().content]).toEqual([
        "# abcd",
        "# abcd",
      ]);
    });

    it("sends text that was typed while disconnected, and receives what it missed", () => {
      const [arjun, meera] = [room.join("Arjun"), room.join("Meera")];
      const mend = room.disconnect(meera);
      meera.document.text.insert(0, "dark");
      arjun.document.text.insert(0, "light ");
      flushTimers();
      expect(arjun.document.store.getState().content).toBe("light ");
      mend();
      flushTimers();
      expect(arjun.document.store.getState().content).toBe(meera.document.store.getState().content);
      expect(arjun.document.store.getState().content).toContain("dark");
    });

    it("splits long updates", () => {
      const [arjun, meera] = [room.join("Arjun"), room.join("Meera")];
      arjun.document.text.insert(0, "é".repeat(150_000));
      flushTimers();
      expect(meera.document.store.getState().content).toHaveLength(150_000);
    });

    it("shows each cursor, also to people who join later, until they leave", () => {
      const arjun = room.join("Arjun");
      arjun.document.text.insert(0, "abc");
      const { clientID: client } = arjun.document.doc;
      const at = (clock: number) =>
        ({ type: null, tname: padTextName, item: { client, clock }, assoc: 0 }) as const;
      const cursor = { anchor: at(1), head: at(2) };
      arjun.document.cursors.move(cursor);
      flushTimers();
      const { others } = room.join("Meera").document.cursors;
      flushTimers();
      expect(others.get(client)).toEqual(cursor);
      arjun.document.close();
      flushTimers();
      expect(others.get(client)).toBeNull();
    });
  });
});

describe("pad running", () => {
  const python = { language: "python", phase: "starting" } as const;
  const of = (running: typeof python | null) => ({ type: "running" as const, running });
  let sent: RoomClientMessage[];
  let running: PadRunning;
  beforeEach(() => {
    sent = [];
    running = new PadRunning((message) => sent.push(message) > 0);
  });

  it("tells this page's run and its end, also after a reconnect and when the pad closes", () => {
    running.setOwn(python);
    running.onConnected();
    running.sendOwn();
    running.close();
    expect(sent).toEqual([of(python), of(python), of(null)]);
    for (const message of sent) expect(roomClientMessageSchema.safeParse(message).success).toBe(true);
  });

  it.each([
    ["its end", () => running.receive({ ...of(null), senderId: "meera" })],
    ["a reconnect, during which its end may have been missed", () => running.onConnected()],
  ])("shows the other page's run until %s", (_end, end) => {
    running.receive({ ...of(python), senderId: "meera" });
    expect(running.store.getState().other).toEqual({ ...python, senderId: "meera" });
    end();
    expect(running.store.getState().other).toBeNull();
  });
});

const run = { language: "python", outcome: "finished", durationMs: 5 } as const;

describe("a run for the room", () => {
  it("is sent unchanged when it fits", () => {
    expect(truncateRun({ ...run, output: "0.67\n" }).output).toBe("0.67\n");
  });

  it.each(["\u0001", "न", "x"])("is truncated when it does not fit into a message: %j", (character) => {
    const { output } = truncateRun({ ...run, output: character.repeat(runOutputCharacters) });
    expect(output.length).toBeLessThanOrEqual(runOutputCharacters);
    expect(Buffer.byteLength(JSON.stringify({ type: "run", run: { ...run, output } }))).toBeLessThan(
      maxRoomMessageBytes,
    );
  });

  it.each([0, 1])("does not end in half of a character: %i before the emoji", (count) => {
    // The size in bytes decides how often the output is cut, so some of these cuts fall into a character.
    const long = "x".repeat(count) + "\u0001😀".repeat(runOutputCharacters / 3);
    expect(truncateRun({ ...run, output: long }).output).not.toMatch(/\p{Surrogate}/u);
  });
});
