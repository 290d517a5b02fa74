// Before the drawing library, which measures texts when it is loaded.
import "../../testing/canvas.ts";
import { boardElementSchema } from "@greenroom/contract/room/whiteboard.ts";
import { describe, expect, it } from "vitest";
import { drawBoard } from "./draw-board.ts";

describe("an arrow that nobody draws by hand", () => {
  const arrow = {
    ...{ type: "arrow", id: "a", x: 0, y: 0, width: 100, height: 50, angle: 0, seed: 1, index: null },
    ...{
      strokeColor: "red",
      backgroundColor: "red",
      fillStyle: "solid",
      strokeWidth: 1,
      strokeStyle: "solid",
    },
    ...{
      roughness: 0,
      opacity: 100,
      version: 1,
      versionNonce: 0,
      isDeleted: false,
      groupIds: [],
      updated: 1,
    },
    ...{ frameId: null, boundElements: null, link: null, locked: false, lastCommittedPoint: null },
    ...{ startBinding: null, endBinding: null, startArrowhead: "arrow", endArrowhead: "arrow" },
  };
  for (const points of [
    [
      [0, 0],
      [0, 0],
      [100, 50],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [100, 50],
      [100, 50],
    ],
    [[0, 0]],
  ])
    for (const roundness of [null, { type: 2 }])
      for (const elbowed of [false, true])
        it(`is drawn with numbers: ${JSON.stringify({ points, roundness, elbowed })}`, async () => {
          const element = boardElementSchema.parse({ ...arrow, points, roundness, elbowed });
          const svg = (await drawBoard([element])).outerHTML;
          expect(svg).toMatch(/<svg/);
          expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        });

  it("is drawn with numbers if it is its own label", async () => {
    const boundElements = [{ id: "a", type: "text" }];
    const points = [
      [0, 0],
      [100, 0],
      [100, 50],
    ];
    const element = boardElementSchema.parse({
      ...arrow,
      points,
      roundness: null,
      elbowed: true,
      boundElements,
    });
    expect((await drawBoard([element])).outerHTML).not.toMatch(/NaN|Infinity|undefined/);
  });
});
