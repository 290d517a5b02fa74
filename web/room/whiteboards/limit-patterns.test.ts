import { expect, it } from "vitest";
import { limitPatterns } from "./limit-patterns.ts";

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
  expect(fills([shape("a", 300), shape("b", -800, { fillStyle: "zigzag" })])).toEqual(["hachure", "zigzag"]);
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
    shape("a", 400, { points: Array.from({ length: 1_500 }, (_, at) => [(at % 2) * 400, at / 4] as const) }),
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
