import { describe, expect, it } from "vitest";
import { type BoardView, FitToView, placePointer } from "./board-view.ts";
import { readOutline } from "./read-outline.ts";

describe("fit to view", () => {
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
});

describe("place pointer", () => {
  const view = { width: 400, height: 300, scrollX: 10, scrollY: -20, zoom: { value: 2 } } as BoardView;

  it.each([
    ["inside, scrolled and zoomed", { x: 40, y: 70 }, { left: 100, top: 100, isOutside: false }],
    ["left of it and above", { x: -500, y: 0 }, { left: 0, top: 0, isOutside: true }],
    ["right of it and below", { x: 900, y: 900 }, { left: 386, top: 282, isOutside: true }],
  ])("a point %s is shown inside the board", (_name, point, place) => {
    expect(placePointer(point, view)).toEqual(place);
  });
});

describe("read outline", () => {
  const element = (id: string, type: string, more: object = {}) => ({ id, type, isDeleted: false, ...more });

  it("reads boxes by their texts and arrows between them as links", () => {
    const outline = readOutline([
      element("a", "rectangle"),
      element("ta", "text", { containerId: "a", originalText: " Feature store " }),
      element("b", "ellipse"),
      element("l", "arrow", { startBinding: { elementId: "a" }, endBinding: { elementId: "b" } }),
      element("tl", "text", { containerId: "l", originalText: "nightly" }),
      element("free", "text", { originalText: "Goal: clicks", containerId: null }),
      element("pen", "freedraw"),
      element("loose", "arrow", { startBinding: { elementId: "a" }, endBinding: null }),
    ]);
    expect(outline).toEqual({
      boxes: [
        { id: "a", name: "Feature store", title: "Feature store" },
        { id: "b", name: "", title: "Box 2, without a name" },
      ],
      links: [
        {
          id: "l",
          from: { id: "a", name: "Feature store", title: "Feature store" },
          to: { id: "b", name: "", title: "Box 2, without a name" },
          label: "nightly",
        },
      ],
      texts: [{ id: "free", text: "Goal: clicks" }],
      drawingCount: 2,
    });
  });

  it("leaves out what was deleted, and links to it", () => {
    const outline = readOutline([
      element("a", "rectangle"),
      element("b", "rectangle", { isDeleted: true }),
      element("l", "arrow", { startBinding: { elementId: "a" }, endBinding: { elementId: "b" } }),
      element("t", "text", { originalText: "old", isDeleted: true }),
    ]);
    expect(outline).toEqual({
      boxes: [{ id: "a", name: "", title: "Box 1, without a name" }],
      links: [],
      texts: [],
      drawingCount: 1,
    });
  });

  it("tells boxes of the same name apart", () => {
    const { boxes } = readOutline([
      element("a", "rectangle"),
      element("ta", "text", { containerId: "a", originalText: "Queue" }),
      element("b", "rectangle"),
      element("tb", "text", { containerId: "b", originalText: "Queue" }),
    ]);
    expect(boxes.map(({ title }) => title)).toEqual(["Queue", "Queue (2)"]);
  });
});
