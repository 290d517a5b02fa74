import { expect, it } from "vitest";
import { type BoardView, placePointer } from "./place-pointer.ts";

const view = { width: 400, height: 300, scrollX: 10, scrollY: -20, zoom: { value: 2 } } as BoardView;

it.each([
  ["inside, scrolled and zoomed", { x: 40, y: 70 }, { left: 100, top: 100, isOutside: false }],
  ["left of it and above", { x: -500, y: 0 }, { left: 0, top: 0, isOutside: true }],
  ["right of it and below", { x: 900, y: 900 }, { left: 386, top: 282, isOutside: true }],
])("a point %s is shown inside the board", (_name, point, place) => {
  expect(placePointer(point, view)).toEqual(place);
});
