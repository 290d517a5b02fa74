// Before the drawing library, which measures texts when it is loaded.
import "../../testing/canvas.ts";
import { type BoardElement, boardElementSchema } from "@greenroom/contract/room/whiteboard.ts";
import { expect, it } from "vitest";
import { drawBoard } from "./draw-board.ts";

const box = {
  ...{ type: "rectangle", id: "a", x: 0, y: 0, width: 100, height: 50, angle: 0, seed: 1, index: null },
  ...{
    strokeColor: "red",
    backgroundColor: "red",
    fillStyle: "zigzag",
    strokeWidth: 1,
    strokeStyle: "solid",
  },
  ...{ roughness: 0, opacity: 100, version: 1, versionNonce: 0, groupIds: [], updated: 1, frameId: null },
  ...{ boundElements: null, link: null, locked: false, isDeleted: false, roundness: null },
};

/** The characters of the picture. */
const drawn = async (...elements: BoardElement[]) => (await drawBoard(elements)).outerHTML.length;

it("neither shows nor computes deleted shapes, however costly their pattern is", async () => {
  const shape = boardElementSchema.parse(box);
  const deleted = boardElementSchema.parse({ ...box, id: "b", isDeleted: true, width: 9_000, height: 9_000 });
  expect(await drawn(shape, deleted)).toBe(await drawn(shape));
  expect(await drawn(deleted)).toBe(await drawn());
});
