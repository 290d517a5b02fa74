import { expect, it } from "vitest";
import { FitToView } from "./fit-to-view.ts";

/** A board of this size with one line, and how often it was scrolled. */
function openBoard(width: number, height: number, elements: object[] = [{ id: "line" }]) {
  const size = { width, height };
  let scrolls = 0;
  const board = {
    getAppState: () => size,
    getSceneElements: () => elements as never,
    scrollToContent: () => {
      scrolls += 1;
    },
  };
  return { board, size, scrolls: () => scrolls };
}

it("scrolls a board that is in view at once, and only once", () => {
  const { board, scrolls } = openBoard(390, 400);
  const fit = new FitToView();
  fit.fit(board);
  fit.finish(board);
  expect(scrolls()).toBe(1);
});

it("scrolls a board in another tab when it is shown again", () => {
  const { board, size, scrolls } = openBoard(0, 0);
  const fit = new FitToView();
  fit.fit(board);
  fit.finish(board);
  expect(scrolls()).toBe(0);
  Object.assign(size, { width: 390, height: 400 });
  fit.finish(board);
  expect(scrolls()).toBe(1);
});

it("leaves an empty board as it is", () => {
  const { board, scrolls } = openBoard(390, 400, []);
  new FitToView().fit(board);
  expect(scrolls()).toBe(0);
});
