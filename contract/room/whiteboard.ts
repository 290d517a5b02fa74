import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";

/*
 * The whiteboard of a room: Excalidraw's elements, each of which is replaced as a whole. Of two states of an element the
 * one with the higher version wins, and of two with the same version the one with the lower nonce, as in Excalidraw's
 * own `reconcileElements`.
 */

/**
 * The most elements of a board. Deleted ones are kept for as long as there is room, because a page that was away must learn
 * that they are gone.
 */
export const maxBoardElements = 2_000;
/** The longest element, as JSON in UTF-16 code units: a pen stroke of about 1,500 points. */
export const maxBoardElementCharacters = 40_000;
/** All elements of a board together, as JSON in bytes. */
export const maxBoardBytes = 1_000_000;
/** The longest list of elements in one message, as JSON in UTF-8 bytes. A socket takes 64 kB. */
export const maxBoardMessageBytes = 56_000;
/**
 * What may be drawn on a board, so that the page of the other person draws it within two seconds on a processor four
 * times slower than ours: the squares that its elements cover together, and their points and letters. Excalidraw keeps a
 * picture of each element, so the area is also 200 MB of memory, and four times that on a screen with double resolution.
 */
export const maxBoardArea = 50_000_000;
export const maxBoardPoints = 20_000;
export const maxBoardTextCharacters = 2_000;
/**
 * A new state of an element may be this many versions above the stored one: minutes of dragging without a connection. A
 * higher one could be the last that there is, and the other person could never change the element again.
 */
export const maxVersionStep = 20_000;
/**
 * The highest version that is accepted, far above what a person can reach by drawing. Many steps could lead there, so when
 * a page loads a board, an element close to it starts again with version 1.
 */
export const maxBoardVersion = 2 ** 30;
/**
 * Raise it with every change of `boardElementSchema`. Elements from an earlier one are checked again at each read.
 */
export const boardSchemaRevision = 4;

const maxCoordinate = 1_000_000;
/**
 * A number that may have decimals. One close to zero becomes zero: PostgreSQL writes it without an exponent, so that
 * `5e-324` would take 326 characters of the board instead of 6.
 */
const numberSchema = (min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    .overwrite((value) => (Math.abs(value) < 1e-6 ? 0 : value));
const coordinateSchema = numberSchema(-maxCoordinate, maxCoordinate);
const sizeSchema = numberSchema(-maxCoordinate, maxCoordinate);
const elementIdSchema = z.string().regex(/^[\w-]{1,64}$/, "Letters, digits, _ and - only.");
/** PostgreSQL refuses NUL and half characters in JSON, and a drawing is worth more than such a character. */
const storableText = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((text) => text.replace(/\p{Surrogate}|\0/gu, "\ufffd"));
/** A name, a number or a function of numbers. An address would be a pattern or a picture of somebody else. */
const colorSchema = z
  .string()
  .max(32)
  .regex(/^(?:#[0-9a-f]{3,8}|[a-z]*|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+-]*\))$/i);
const pointSchema = z.tuple([coordinateSchema, coordinateSchema]);
const pointsSchema = z.array(pointSchema).max(4_000);

const bindingSchema = z.object({
  elementId: elementIdSchema,
  focus: coordinateSchema,
  gap: coordinateSchema,
  fixedPoint: pointSchema.nullish(),
});

/** For each number of digits from 1, the two characters that stand for it: of places after and before the first. */
const orderKeyHeads = ["aZ", "bY", "cX", "dW", "eV", "fU", "gT"];
const wholeParts = orderKeyHeads.map((heads, place) => `[${heads}][0-9A-Za-z]{${place + 1}}`);
/**
 * The place of an element in the order of drawing: a fractional index. Its first character says how many digits its
 * whole part has, and its fraction does not end with 0. Excalidraw throws for any other, and at the ends of the range
 * it finds no place before or after; 7 digits are enough for any board.
 */
const orderKeySchema = z
  .string()
  .max(200)
  .regex(new RegExp(`^(?:${wholeParts.join("|")})(?:[0-9A-Za-z]*[1-9A-Za-z])?$`));

/** The fields of every element. Unknown fields are dropped. */
const commonShape = {
  id: elementIdSchema,
  x: coordinateSchema,
  y: coordinateSchema,
  width: sizeSchema,
  height: sizeSchema,
  angle: coordinateSchema,
  strokeColor: colorSchema,
  backgroundColor: colorSchema,
  fillStyle: z.enum(["hachure", "cross-hatch", "solid", "zigzag"]),
  /** Hatching is drawn in steps of four strokes, so thinner strokes would fill a shape with thousands of lines. */
  strokeWidth: numberSchema(0, 100).overwrite((width) => Math.max(width, 1)),
  strokeStyle: z.enum(["solid", "dashed", "dotted"]),
  /** The radius of the corners. With a negative one, Excalidraw draws and fills far beyond the element. */
  roundness: z
    .object({ type: z.int().min(1).max(3), value: numberSchema(0, maxCoordinate).optional() })
    .nullable(),
  /** Rougher lines than the tools offer take seconds to draw. */
  roughness: numberSchema(0, 2),
  opacity: numberSchema(0, 100),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31),
  version: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  versionNonce: z
    .int()
    .min(0)
    .max(2 ** 31),
  index: orderKeySchema.nullable(),
  isDeleted: z.boolean(),
  groupIds: z.array(elementIdSchema).max(50),
  frameId: z.null(),
  boundElements: z
    .array(z.object({ id: elementIdSchema, type: z.enum(["arrow", "text"]) }))
    .max(500)
    .nullable(),
  updated: numberSchema(0, Number.MAX_SAFE_INTEGER),
  link: z.null(),
  locked: z.boolean(),
};

const shapeOf = <Type extends string>(type: Type) => z.object({ type: z.literal(type), ...commonShape });
const lineShape = {
  points: pointsSchema,
  lastCommittedPoint: pointSchema.nullable(),
  startBinding: bindingSchema.nullable(),
  endBinding: bindingSchema.nullable(),
  startArrowhead: storableText(32).nullable(),
  endArrowhead: storableText(32).nullable(),
};

export const boardElementSchema = z.discriminatedUnion("type", [
  shapeOf("rectangle"),
  shapeOf("diamond"),
  shapeOf("ellipse"),
  shapeOf("line").extend({ ...lineShape, polygon: z.boolean().optional() }),
  shapeOf("arrow").extend({
    ...lineShape,
    elbowed: z.boolean(),
    fixedSegments: z
      .array(z.object({ start: pointSchema, end: pointSchema, index: z.int().min(0).max(1_000) }))
      .max(200)
      .nullish(),
    startIsSpecial: z.boolean().nullish(),
    endIsSpecial: z.boolean().nullish(),
  }),
  shapeOf("freedraw").extend({
    points: pointsSchema,
    pressures: z.array(numberSchema(0, 1)).max(4_000),
    simulatePressure: z.boolean(),
    lastCommittedPoint: pointSchema.nullable(),
  }),
  shapeOf("text").extend({
    text: storableText(maxBoardTextCharacters),
    originalText: storableText(maxBoardTextCharacters),
    fontSize: numberSchema(1, 1_000),
    fontFamily: z.int().min(1).max(20),
    textAlign: z.enum(["left", "center", "right"]),
    verticalAlign: z.enum(["top", "middle", "bottom"]),
    containerId: elementIdSchema.nullable(),
    autoResize: z.boolean(),
    lineHeight: numberSchema(0.5, 5),
  }),
]);
export type BoardElement = z.infer<typeof boardElementSchema>;

/** The fields that the work of drawing an element depends on. */
interface DrawnElement {
  readonly type: string;
  readonly isDeleted: boolean;
  readonly width: number;
  readonly height: number;
  readonly backgroundColor?: string;
  readonly fillStyle?: string;
  readonly strokeStyle?: string;
  readonly strokeWidth?: number;
  readonly points?: readonly (readonly [number, number])[];
  readonly text?: string;
  readonly fontSize?: number;
}

export interface BoardCost {
  area: number;
  points: number;
}

/** The pixels around an element that are drawn with it. */
const marginPixels = 40;
/**
 * How many points of a line take as long to draw, as measured: a pen's stroke and each of its points, a text and each of
 * its letters.
 */
const pen = { stroke: 8, point: 2 };
const words = { text: 23, letter: 0.1 };
const line = { stroke: 14, point: 1 };
/** A shape filled with lines, or drawn with dashes, takes so many times longer to draw than a plain one of its size. */
const slow = { hatched: 3, dashed: 2 };
/**
 * What a hatching takes besides, at the thinnest pen: one of any size, each pixel of its sides, which are crossed by its
 * lines, and each pixel of a stroke's way, which cuts them into pieces. Fitted to `bench/board.bench.ts`.
 */
const hatching = { fill: 8, side: 1 / 12, way: 1 / 5 };

/** Says what an element costs to draw, by its points and letters rather than by the size that it claims. */
export function boardElementCost({
  type,
  isDeleted,
  width,
  height,
  backgroundColor = "transparent",
  fillStyle = "solid",
  strokeStyle = "solid",
  strokeWidth = 1,
  points,
  text,
  fontSize,
}: DrawnElement): BoardCost {
  if (isDeleted) return { area: 0, points: 0 };
  const [wide, high] = sidesOf({ width, height, points });
  const isHatched = backgroundColor !== "transparent" && fillStyle !== "solid";
  const times = (isHatched ? slow.hatched : 1) * (strokeStyle === "solid" ? 1 : slow.dashed);
  const box = (wide + marginPixels) * (high + marginPixels);
  const way = lengthOf(points ?? []);
  const hatchPoints = (hatching.side * (wide + high) + hatching.way * way) / Math.max(strokeWidth, 1);
  const letters = text?.length ?? 0;
  const tool = type === "freedraw" ? pen : line;
  const linePoints = points === undefined ? 0 : tool.stroke + tool.point * points.length;
  const textPoints = text === undefined ? 0 : words.text + words.letter * letters;
  return {
    area: Math.round((box + way * marginPixels) * times + letters * (fontSize ?? 0) ** 2),
    points: Math.ceil(linePoints + textPoints + (isHatched ? hatching.fill + hatchPoints : 0)),
  };
}

type Points = readonly (readonly [number, number])[];

interface Extent {
  width: number;
  height: number;
  points?: Points | undefined;
}

/** The sides of the box that an element takes up: of a stroke by its points, whatever its width and height say. */
function sidesOf({ width, height, points }: Extent): [number, number] {
  if (points === undefined) return [Math.abs(width), Math.abs(height)];
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return [right - left, bottom - top];
}

/** A stroke that turns back and forth covers its box many times. */
function lengthOf(points: Points): number {
  let length = 0;
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of points) {
    length += Math.hypot(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return length;
}

export function boardCost(elements: readonly DrawnElement[]): BoardCost {
  const sum = { area: 0, points: 0 };
  for (const element of elements) {
    const { area, points } = boardElementCost(element);
    sum.area += area;
    sum.points += points;
  }
  return sum;
}

/**
 * Two people who draw at the same moment can exceed the budget of the board, each with what still fitted. Stored boards
 * are from a time when its area was twice as large.
 */
export function canDrawBoard(elements: readonly DrawnElement[]): boolean {
  const { area, points } = boardCost(elements);
  return area <= 2 * maxBoardArea && points <= 2 * maxBoardPoints;
}

/** Pictures, frames and embedded pages are not on this list: they would bring files and addresses of others. */
export const boardElementTypes: readonly string[] = boardElementSchema.options.map(
  ({ shape }) => shape.type.value,
);

const pointerSchema = z.strictObject({ x: coordinateSchema, y: coordinateSchema });
export type BoardPointer = z.infer<typeof pointerSchema>;

export const boardClientMessageSchemas = [
  z.strictObject({ type: z.literal("board-sync") }),
  z.strictObject({ type: z.literal("board"), elements: z.array(boardElementSchema).min(1).max(500) }),
  /** Null when the pointer has left the board. */
  z.strictObject({ type: z.literal("board-pointer"), pointer: pointerSchema.nullable() }),
] as const;

/** Board messages from the server. `senderId` is the user's id, which a page cannot choose. */
export type BoardServerMessage =
  /** All elements, over several messages; the last has `more: false`. */
  | { type: "board-sync"; elements: BoardElement[]; more: boolean }
  | { type: "board"; elements: BoardElement[] }
  | { type: "board-pointer"; senderId: string; pointer: BoardPointer | null }
  /** The last elements were not stored: the board is full or too large, or a version is too high. The page must load the board again. */
  | { type: "board-refused"; reason: "full" | "large" | "refused" };

export const getBoard = endpoint("GET /api/rooms/:id/board", {
  access: "signed-in",
  limit: "room-read-by-user",
  summary: "The whiteboard of an interview of mine: its elements without the deleted ones, in drawing order",
  output: z.object({ elements: z.array(boardElementSchema) }),
});
