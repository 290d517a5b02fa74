import type { RoomClientMessage } from "@greenroom/contract/rooms/room-messages.ts";
import type { BoardElement } from "@greenroom/contract/rooms/whiteboard.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BoardClient } from "./board-client.ts";

function box(id: string, change: object = {}): BoardElement {
  return {
    type: "rectangle",
    id,
    x: 0,
    y: 0,
    width: 10,
    height: 10,
    angle: 0,
    strokeColor: "#1e1e1e",
    backgroundColor: "transparent",
    fillStyle: "solid",
    strokeWidth: 2,
    strokeStyle: "solid",
    roundness: null,
    roughness: 1,
    opacity: 100,
    seed: 1,
    version: 1,
    versionNonce: 1,
    index: "a0",
    isDeleted: false,
    groupIds: [],
    frameId: null,
    boundElements: null,
    updated: 1,
    link: null,
    locked: false,
    ...change,
  } as BoardElement;
}

let sent: RoomClientMessage[];
let isOpen: boolean;
let merged: BoardElement[][];
let replaced: BoardElement[][];
let unsupported: string[][];
let client: BoardClient;
beforeEach(() => {
  vi.useFakeTimers();
  [sent, merged, replaced, unsupported, isOpen] = [[], [], [], [], true];
  client = new BoardClient({
    send: (message) => {
      if (isOpen) sent.push(message);
      return isOpen;
    },
    onElements: (elements) => merged.push(elements),
    onReplaced: (elements) => replaced.push(elements),
    onPointer: () => undefined,
    onUnsupported: (ids) => unsupported.push(ids),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const sentElements = () => sent.flatMap((message) => (message.type === "board" ? message.elements : []));
const sync = (...elements: BoardElement[]) => client.receive({ type: "board-sync", elements, more: false });

describe("a page's whiteboard", () => {
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

  it("shows the stored board again after a refusal", () => {
    client.onConnected();
    sync();
    client.update([box("too-much")]);
    vi.runAllTimers();
    client.receive({ type: "board-refused" });
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
});
