import { maxRoomMessageBytes, type RoomClientMessage } from "@greenroom/contract/room/room.ts";
import type { BoardElement } from "@greenroom/contract/room/whiteboard.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { boardBox as box } from "../../testing/board-elements.ts";
import { BoardClient } from "./board-client.ts";

function text(id: string, words: string): BoardElement {
  return box(id, {
    type: "text",
    text: words,
    originalText: words,
    fontSize: 20,
    fontFamily: 5,
    textAlign: "left",
    verticalAlign: "top",
    containerId: null,
    autoResize: true,
    lineHeight: 1.25,
  });
}

let sent: RoomClientMessage[];
let isOpen: boolean;
let merged: BoardElement[][];
let replaced: BoardElement[][];
let unsupported: string[][];
let reasons: string[];
let client: BoardClient;
let tooLarge: boolean[];
/** The elements of the drawing after it has received these. */
let shownAs: (elements: BoardElement[]) => BoardElement[];
beforeEach(() => {
  vi.useFakeTimers();
  shownAs = (elements) => elements;
  tooLarge = [];
  [sent, merged, replaced, unsupported, reasons, isOpen] = [[], [], [], [], [], true];
  client = new BoardClient({
    send: (message) => {
      if (isOpen) sent.push(message);
      return isOpen;
    },
    onElements: (elements) => {
      merged.push(elements);
      return shownAs(elements);
    },
    onReplaced: (elements, reason) => {
      replaced.push(elements);
      reasons.push(reason);
      return shownAs(elements);
    },
    onTooLarge: (isTooLarge) => tooLarge.push(isTooLarge),
    onPointer: () => undefined,
    onUnsupported: (ids) => unsupported.push(ids),
  });
});

const sentElements = () => sent.flatMap((message) => (message.type === "board" ? message.elements : []));
const sync = (...elements: BoardElement[]) => client.receive({ type: "board-sync", elements, more: false });

describe("a page's whiteboard", () => {
  it("neither draws a board that would stop the page nor sends changes to it", () => {
    client.onConnected();
    client.update([box("mine")]);
    sync(...Array.from({ length: 2_000 }, (_, at) => box(`a${at}`, { width: 20_000, height: 20_000 })));
    vi.runAllTimers();
    expect([tooLarge, merged, replaced, sentElements()]).toEqual([[true], [], [], []]);
  });

  const large = (at: number) => box(`a${at}`, { version: 5, width: 10_000, height: 10_000 });
  const larger = () => Array.from({ length: 500 }, (_, at) => large(at));

  it("clears a board that is too large, in messages that a socket takes", () => {
    client.onConnected();
    sync(...larger());
    isOpen = false;
    expect([client.clear(), tooLarge]).toEqual([false, [true]]);
    isOpen = true;
    expect([client.clear(), tooLarge]).toEqual([true, [true, false]]);
    const deleted = sentElements();
    expect(new Set(deleted.map(({ id }) => id)).size).toBe(500);
    expect(deleted.every(({ isDeleted, version }) => isDeleted && version === 6)).toBe(true);
    const bytes = sent.map((message) => Buffer.byteLength(JSON.stringify(message)));
    expect(Math.max(...bytes)).toBeLessThan(maxRoomMessageBytes);
  });

  it("draws again once the other person has cleared it", () => {
    client.onConnected();
    sync(...larger());
    const elements = larger().map((element) => ({ ...element, isDeleted: true, version: 6 }));
    client.receive({ type: "board", elements: elements.slice(0, 400) });
    expect(tooLarge).toEqual([true]);
    client.receive({ type: "board", elements: elements.slice(400) });
    expect([tooLarge, merged]).toEqual([[true, false], []]);
  });

  it("sends nothing before it has the stored board, and then only what is newer here", () => {
    client.onConnected();
    client.update([box("a", { version: 3 }), box("b", { version: 2, versionNonce: 2 }), box("c")]);
    vi.runAllTimers();
    expect(sent).toEqual([{ type: "board-sync" }]);
    sync(box("a", { version: 2 }), box("b", { version: 2, versionNonce: 1 }));
    vi.runAllTimers();
    expect(sentElements().map(({ id }) => id)).toEqual(["a", "c"]);
  });

  it("sends each change once, and does not send back what it received", () => {
    client.onConnected();
    sync();
    client.receive({ type: "board", elements: [box("theirs", { version: 4 })] });
    client.update([box("mine"), box("theirs", { version: 4 })]);
    vi.runAllTimers();
    client.update([box("mine"), box("theirs", { version: 4 })]);
    vi.runAllTimers();
    expect(sentElements().map(({ id }) => id)).toEqual(["mine"]);
  });

  it("sends again after a reconnect what the server did not store", () => {
    client.onConnected();
    sync();
    client.update([box("a")]);
    vi.runAllTimers();
    isOpen = false;
    client.update([box("a", { version: 2 })]);
    vi.runAllTimers();
    isOpen = true;
    client.onConnected();
    sync(box("a"));
    vi.runAllTimers();
    expect(sentElements().map(({ id, version }) => [id, version])).toEqual([
      ["a", 1],
      ["a", 2],
    ]);
  });

  it("joins the pieces of a long board", () => {
    client.onConnected();
    client.receive({ type: "board-sync", elements: [box("a")], more: true });
    expect(merged).toEqual([]);
    client.receive({ type: "board-sync", elements: [box("b")], more: false });
    expect(merged.map((elements) => elements.map(({ id }) => id))).toEqual([["a", "b"]]);
  });

  it("splits many elements over messages that a socket takes", () => {
    client.onConnected();
    sync();
    client.update(Array.from({ length: 300 }, (_, index) => box(`e${index}`)));
    vi.runAllTimers();
    const messages = sent.filter(({ type }) => type === "board");
    expect(messages.length).toBeGreaterThan(1);
    expect(Math.max(...messages.map((message) => JSON.stringify(message).length))).toBeLessThan(64 * 1024);
    expect(sentElements()).toHaveLength(300);
  });

  it("splits texts in scripts whose characters take several bytes over messages that a socket takes", () => {
    client.onConnected();
    sync();
    const words = "क".repeat(200);
    client.update(Array.from({ length: 60 }, (_, index) => text(`t${index}`, words)));
    vi.runAllTimers();
    const bytes = sent.map((message) => Buffer.byteLength(JSON.stringify(message)));
    expect(Math.max(...bytes)).toBeLessThan(maxRoomMessageBytes);
    expect(sentElements()).toHaveLength(60);
  });

  it.each([
    ["NUL", "a\0b"],
    ["half a character", "a\ud83db"],
  ])("sends a text with %s as one that the room can store", (_name, words) => {
    client.onConnected();
    sync();
    client.update([text("t", words)]);
    vi.runAllTimers();
    expect(sentElements()).toMatchObject([{ text: "a\ufffdb", originalText: "a\ufffdb" }]);
  });

  it("shows the stored board again after two sockets that the room closed because of a message", () => {
    for (let connections = 1; connections <= 2; connections += 1) {
      expect(reasons).toEqual([]);
      client.onConnected();
      sync(box("stored"));
      client.update([box("stored"), box("refused")]);
      vi.runAllTimers();
      client.onMessageRefused();
    }
    sent = [];
    client.onConnected();
    sync(box("stored"));
    vi.runAllTimers();
    expect([sentElements(), reasons]).toEqual([[], ["refused"]]);
    client.update([box("stored"), box("fine")]);
    vi.runAllTimers();
    expect(sentElements().map(({ id }) => id)).toEqual(["fine"]);
  });

  it("goes on sending a change whose connection was only lost", () => {
    for (let connections = 1; connections <= 4; connections += 1) {
      client.onConnected();
      sync();
      client.update([box("mine")]);
      vi.runAllTimers();
    }
    expect(sentElements().map(({ id }) => id)).toEqual(["mine", "mine", "mine", "mine"]);
    expect(reasons).toEqual([]);
  });

  it("does not send what was deleted here and is not in the room", () => {
    client.onConnected();
    sync(box("theirs"));
    client.update([box("theirs", { version: 2, isDeleted: true }), box("mine", { isDeleted: true })]);
    vi.runAllTimers();
    expect(sentElements().map(({ id }) => id)).toEqual(["theirs"]);
  });

  it("sends a full board only what the person changes, not again what the drawing itself changed", () => {
    shownAs = (elements) =>
      elements.map((element) => ({ ...element, version: element.version + 1, index: "a1" }));
    const show = () => client.update(shownAs([box("a", { index: null })]));
    client.onConnected();
    sync(box("a", { index: null }));
    show();
    vi.runAllTimers();
    expect(sentElements()).toHaveLength(1);
    client.receive({ type: "board-refused", reason: "large" });
    sync(box("a", { index: null }));
    show();
    vi.runAllTimers();
    expect(sentElements()).toHaveLength(1);
    client.update([box("a", { version: 3, x: 9 })]);
    vi.runAllTimers();
    expect(sentElements().at(-1)).toMatchObject({ version: 3, x: 9 });
  });

  it("shows the stored board again after a refusal", () => {
    client.onConnected();
    sync();
    client.update([box("too-much")]);
    vi.runAllTimers();
    client.receive({ type: "board-refused", reason: "full" });
    sync(box("a"));
    vi.runAllTimers();
    expect(replaced.map((elements) => elements.map(({ id }) => id))).toEqual([["a"]]);
    expect(sentElements().map(({ id }) => id)).toEqual(["too-much"]);
  });

  it.each([
    ["a picture", { type: "image" }],
    ["a link", { link: "https://elsewhere.example" }],
    ["an endless stroke", { type: "freedraw", points: Array.from({ length: 5_000 }, () => [0, 0]) }],
  ])("names %s as unsupported and sends the rest", (_name, change) => {
    client.onConnected();
    sync();
    client.update([box("odd", change), box("fine")]);
    vi.runAllTimers();
    expect(sentElements().map(({ id }) => id)).toEqual(["fine"]);
    expect(unsupported).toEqual([["odd"]]);
  });

  describe("with an element of the other person that the room does not accept in the state that is shown here", () => {
    const highest = 2 ** 31 - 1;
    beforeEach(() => {
      // Excalidraw counts a new version when it puts elements with the same place in order.
      shownAs = (elements) => elements.map((element) => ({ ...element, version: element.version + 1 }));
      client.onConnected();
      sync(box("theirs", { version: highest }));
    });

    it("sends the own drawing, takes nothing off the board and says nothing", () => {
      const theirs = box("theirs", { version: highest + 1 });
      client.update([theirs, box("mine")]);
      vi.runAllTimers();
      client.receive({ type: "board", elements: [box("more", { version: 3 })] });
      client.update([theirs, box("mine"), box("more", { version: 4 }), box("second")]);
      vi.runAllTimers();
      expect(sentElements().map(({ id }) => id)).toEqual(["mine", "more", "second"]);
      expect([unsupported, reasons]).toEqual([[], []]);
    });

    it("says once that the own change of it was not saved, shows its stored state, and keeps the rest", () => {
      client.update([box("theirs", { version: highest + 2, isDeleted: true }), box("mine")]);
      vi.runAllTimers();
      expect(sentElements().map(({ id }) => id)).toEqual(["mine"]);
      sync(box("theirs", { version: highest }), box("mine"));
      client.update([box("theirs", { version: highest + 1 }), box("mine")]);
      vi.runAllTimers();
      expect(replaced.map((elements) => elements.map(({ id }) => id))).toEqual([["theirs", "mine"]]);
      expect([unsupported, reasons]).toEqual([[], ["refused"]]);
    });
  });
});
