import { describe, expect, it } from "vitest";
import { type BoardView, FitToView, placePointer } from "./board-view.ts";
import { limitPatterns } from "./limit-patterns.ts";
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

describe("limit patterns", () => {
  type FilledElement = Parameters<typeof limitPatterns>[1][number];

  const shape = (id: string, side: number, change: Partial<FilledElement> = {}): FilledElement => ({
    id,
    isDeleted: false,
    fillStyle: "hachure",
    backgroundColor: "#ffec99",
    strokeWidth: 2,
    width: side,
    height: side,
    ...change,
  });
  const fills = (received: FilledElement[], shown: FilledElement[] = []) =>
    limitPatterns(received, shown).map(({ fillStyle }) => fillStyle);

  it("keeps the patterns of a usual board", () => {
    expect(fills([shape("a", 300), shape("b", -800, { fillStyle: "zigzag" })])).toEqual([
      "hachure",
      "zigzag",
    ]);
  });

  it.each<[string, FilledElement]>([
    ["a huge shape", shape("a", 1_000_000)],
    ["a shape that is drawn toward the left", shape("a", -1_000_000)],
    ["a large shape whose lines are too close", shape("a", 2_000, { strokeWidth: 0 })],
    [
      "a stroke whose size is wrong",
      shape("a", 1, {
        points: [
          [0, 0],
          [90_000, 5],
          [0, 9],
          [0, 0],
        ],
      }),
    ],
    [
      "a stroke that turns back and forth",
      shape("a", 400, {
        points: Array.from({ length: 1_500 }, (_, at) => [(at % 2) * 400, at / 4] as const),
      }),
    ],
  ])("fills %s with one color", (_, element) => {
    expect(fills([element])).toEqual(["solid"]);
  });

  it("keeps the pattern of a blob that was drawn with the pen", () => {
    const points = Array.from(
      { length: 800 },
      (_, at) =>
        [200 * Math.cos(at / 127) + Math.sin(at), 200 * Math.sin(at / 127) + Math.cos(3 * at)] as const,
    );
    expect(fills(Array.from({ length: 10 }, (_, at) => shape(`b${at}`, 400, { points })))).toEqual(
      Array(10).fill("hachure"),
    );
  });

  it("counts all shapes of the board, each once", () => {
    const shown = Array.from({ length: 24 }, (_, index) => shape(`s${index}`, 1_000));
    expect(fills([shape("new", 1_000), shape("next", 1_000)], shown)).toEqual(["hachure", "solid"]);
    expect(fills(shown, shown)).toEqual(shown.map(() => "hachure"));
  });

  it("does not count what has no pattern", () => {
    const shown = [
      shape("a", 90_000, { backgroundColor: "transparent" }),
      shape("b", 90_000, { isDeleted: true }),
    ];
    expect(fills([shape("new", 5_000)], shown)).toEqual(["hachure"]);
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
