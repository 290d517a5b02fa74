import type { BoardElement } from "@greenroom/contract/room/whiteboard.ts";

/** A box on a whiteboard, or with another type the fields that every element has. */
export function boardBox(id: string, change: object = {}): BoardElement {
  return {
    ...{ type: "rectangle", id, x: 0, y: 0, width: 100, height: 50, angle: 0, seed: 1, index: "a0" },
    ...{ strokeColor: "#1e1e1e", backgroundColor: "transparent", fillStyle: "solid", strokeWidth: 2 },
    ...{ strokeStyle: "solid", roundness: null, roughness: 1, opacity: 100, version: 1, versionNonce: 1 },
    ...{ isDeleted: false, groupIds: [], frameId: null, boundElements: null, updated: 1, link: null },
    locked: false,
    ...change,
  } as BoardElement;
}
