// Before the drawing library, which measures texts when it is loaded.
import "../../testing/canvas.ts";
import type { ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";
import type { RoomClientMessage } from "@greenroom/contract/room/room-messages.ts";
import { type BoardElement, boardElementSchema } from "@greenroom/contract/room/whiteboard.ts";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { BoardListener } from "../connection/room-client.ts";
import { FitToView } from "./fit-to-view.ts";
import type { NamedPointer } from "./pointer/other-pointer.tsx";
import { useBoardClient } from "./use-board-client.ts";

afterEach(cleanup);

function box(id: string, change: object = {}): BoardElement {
  return boardElementSchema.parse({
    ...{ type: "rectangle", id, x: 0, y: 0, width: 160, height: 80, angle: 0, seed: 1, index: `a${id}` },
    ...{ strokeColor: "#1e1e1e", backgroundColor: "transparent", fillStyle: "solid", strokeWidth: 2 },
    ...{ strokeStyle: "solid", roundness: null, roughness: 1, opacity: 100, version: 1, versionNonce: 1 },
    ...{ isDeleted: false, groupIds: [], frameId: null, boundElements: null, updated: 1, link: null },
    locked: false,
    ...change,
  });
}

/** The drawing: the part of Excalidraw's API that the page uses, on a plain list. */
function openDrawing(shown: object[] = []) {
  const drawing = {
    elements: shown as { id: string; isDeleted: boolean }[],
    fits: 0,
  };
  const api = {
    getSceneElements: () => drawing.elements.filter(({ isDeleted }) => !isDeleted),
    getSceneElementsIncludingDeleted: () => drawing.elements,
    getAppState: () => ({ width: 800, height: 600, editingTextElement: null, resizingElement: null }),
    scrollToContent() {
      drawing.fits += 1;
    },
    updateScene(scene: Partial<typeof drawing>) {
      Object.assign(drawing, scene);
    },
  } as unknown as ExcalidrawImperativeAPI;
  return { drawing, api };
}

function open(shown: object[] = []) {
  const { drawing, api } = openDrawing(shown);
  const sent: RoomClientMessage[] = [];
  const problems: string[] = [];
  let listener: BoardListener | null = null;
  const client = {
    sendMessage: (message: RoomClientMessage) => sent.push(message) > 0,
    attachBoard(board: BoardListener) {
      listener = board;
      return () => {
        listener = null;
      };
    },
  };
  const fit = new FitToView();
  const onProblem = (message: string) => void problems.push(message);
  const onTooLarge = () => undefined;
  const nameOf = (id: string) => `Name of ${id}`;
  const otherPointer = createStore<NamedPointer | null>(() => null);
  const { result, unmount } = renderHook(() =>
    useBoardClient({ client, api, nameOf, fit, onProblem, onTooLarge, otherPointer }),
  );
  return {
    drawing,
    problems,
    otherPointer,
    sent,
    unmount,
    board: () => result.current,
    isAttached: () => listener !== null,
    receive: (message: Parameters<BoardListener["receive"]>[0]) => act(() => listener?.receive(message)),
  };
}

const ids = ({ drawing }: ReturnType<typeof open>) => drawing.elements.map(({ id }) => id);

it("adds the other's elements to those of this page, and shows the first ones in full", () => {
  const page = open();
  page.receive({ type: "board", elements: [box("1")] });
  expect(ids(page)).toEqual(["1"]);
  expect(page.drawing.fits).toBe(1);
  page.receive({ type: "board", elements: [box("2")] });
  expect(ids(page)).toEqual(["1", "2"]);
  // Otherwise the drawing would move while this person draws.
  expect(page.drawing.fits).toBe(1);
});

it("keeps the newer state of an element", () => {
  const page = open([box("1", { version: 5, x: 50 })]);
  page.receive({ type: "board", elements: [box("1", { version: 4, x: 40 })] });
  expect(page.drawing.elements[0]).toMatchObject({ x: 50 });
  page.receive({ type: "board", elements: [box("1", { version: 6, x: 60 })] });
  expect(page.drawing.elements[0]).toMatchObject({ x: 60 });
});

it("shows the other's pointer with their name, until they leave the board", () => {
  const page = open();
  page.receive({ type: "board-pointer", senderId: "meera", pointer: { x: 1, y: 2 } });
  expect(page.otherPointer.getState()).toEqual({ x: 1, y: 2, name: "Name of meera" });
  page.receive({ type: "board-pointer", senderId: "meera", pointer: null });
  expect(page.otherPointer.getState()).toBeNull();
});

it("removes a picture that this page put on the board, and says so", async () => {
  const page = open();
  const picture = { id: "p", type: "image", version: 1, versionNonce: 1, isDeleted: false };
  page.receive({ type: "board-sync", elements: [], more: false });
  act(() => {
    page.drawing.elements = [box("1"), picture] as never;
    page.board()?.update(page.drawing.elements as never);
  });
  await waitFor(() => expect(ids(page)).toEqual(["1"]));
  expect(page.problems).toEqual([
    "Pictures, frames and embedded pages cannot be put on this board, so they were removed.",
  ]);
});

it("leaves the room's board when it is closed", () => {
  const page = open();
  expect(page.isAttached()).toBe(true);
  page.unmount();
  expect(page.isAttached()).toBe(false);
});
