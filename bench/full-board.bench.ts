import {
  type BoardElement,
  boardCost,
  boardElementSchema,
  maxBoardArea,
  maxBoardElements,
  maxBoardPoints,
} from "@greenroom/contract/rooms/whiteboard.ts";
import { type Browser, chromium } from "@playwright/test";
import type pg from "pg";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { openFilledServer } from "./built-server.ts";
import { type SeededRoom, seedRooms } from "./seed-rooms.ts";

/* How long the page takes to draw the largest boards that the server accepts, on a slow processor: 2,000 elements of each
   kind, or as many as fit, that together use the board's budget. `npm run bench -- full-board`. Fails when one takes longer than `within`. */

const { within, slowdown, side, only } = describeCommand(
  "bench -- full-board",
  "Measures how long the largest boards take to draw.",
)
  .option("--within <milliseconds>", "the longest drawing", readWholeNumber, 2_000)
  .option("--slowdown <factor>", "how much slower the processor is", readWholeNumber, 4)
  .option("--side <pixels>", "side of each element; 0 for as large as the budget allows", readWholeNumber, 0)
  .option("--only <kind>", "one kind", (kind: string) => kind, "")
  .parse()
  .opts<{ within: number; slowdown: number; side: number; only: string }>();

const columns = 50;

const common = {
  angle: 0,
  strokeColor: "#1e1e1e",
  backgroundColor: "transparent",
  fillStyle: "solid",
  strokeWidth: 2,
  strokeStyle: "solid",
  roundness: null,
  roughness: 1,
  opacity: 100,
  version: 1,
  isDeleted: false,
  groupIds: [],
  frameId: null,
  boundElements: null,
  updated: 1,
  link: null,
  locked: false,
};
const zigzag = (points: number, length: number) =>
  Array.from({ length: points }, (_, at) => [
    Math.round((at / (points - 1)) * length),
    at % 2 === 0 ? 0 : length,
  ]);
const line = { lastCommittedPoint: null, startBinding: null, endBinding: null, startArrowhead: null };
const stroke = (points: number, length: number) => ({
  ...{ type: "freedraw", points: zigzag(points, length), pressures: [], simulatePressure: true },
  lastCommittedPoint: null,
});
const text = (fontSize: number, words: string) => ({
  ...{ type: "text", text: words, originalText: words, fontSize, fontFamily: 5, textAlign: "left" },
  ...{ verticalAlign: "top", containerId: null, autoResize: true, lineHeight: 1.25 },
});

/** What an element of each kind adds to `common`, for a side. */
const kinds: Record<string, (length: number) => object> = {
  rectangle: () => ({ type: "rectangle" }),
  "filled rectangle": () => ({ type: "rectangle", backgroundColor: "#ffec99" }),
  "hatched rectangle": () => ({ type: "rectangle", backgroundColor: "#ffec99", fillStyle: "cross-hatch" }),
  "dotted rough rectangle": () => ({ type: "rectangle", strokeStyle: "dotted", roughness: 10 }),
  "round rectangle": () => ({ type: "rectangle", roundness: { type: 3 } }),
  diamond: () => ({ type: "diamond" }),
  ellipse: () => ({ type: "ellipse", strokeStyle: "dashed" }),
  line: (length) => ({ ...line, type: "line", points: zigzag(10, length), endArrowhead: null }),
  arrow: (length) => ({
    ...{ ...line, type: "arrow", points: zigzag(3, length), endArrowhead: "arrow", elbowed: false },
  }),
  "pen dot": (length) => stroke(2, length),
  "pen stroke": (length) => stroke(10, length),
  "long pen stroke": (length) => stroke(100, length),
  "longest pen stroke": (length) => stroke(1_400, length),
  text: (length) => text(Math.min(1_000, length / 2), "Ok"),
  "long text": () => text(2, "words ".repeat(16)),
  "longest text": () => text(2, "words ".repeat(333)),
};

function elementsOf(kind: string, length: number, count: number): BoardElement[] {
  return Array.from({ length: count }, (_, at) =>
    boardElementSchema.parse({
      ...common,
      ...{ id: `e${at}`, seed: at, versionNonce: at, index: `b${String(at).padStart(4, "0")}1`.slice(0, 6) },
      ...{ x: (at % columns) * (length / 4), y: Math.floor(at / columns) * (length / 4) },
      ...{ width: length, height: length, ...kinds[kind]?.(length) },
    }),
  );
}

/** As many elements of a kind as a board can have, and as large as they can be then. */
function fullBoard(kind: string): { length: number; elements: BoardElement[] } {
  const points = boardCost(elementsOf(kind, 10, 1)).points;
  const count = Math.min(maxBoardElements, Math.floor(maxBoardPoints / Math.max(1, points)));
  const sides = side === 0 ? Array.from({ length: 25 }, (_, at) => 250 - 10 * at) : [side];
  for (const length of sides) {
    const elements = elementsOf(kind, length, count);
    if (boardCost(elements).area <= maxBoardArea) return { length, elements };
  }
  throw new Error(`no board can have ${count} of ${kind}`);
}

async function store(pool: pg.Pool, room: SeededRoom, elements: readonly BoardElement[]): Promise<void> {
  await pool.query(
    `insert into room_board_elements (booking_id, id, version, nonce, element, bytes, author_id, made_at)
     select $1, element ->> 'id', 1, (element ->> 'versionNonce')::bigint, element, octet_length(element::text), $2, now()
     from jsonb_array_elements($3::jsonb) element`,
    [room.bookingId, room.people[0].id, JSON.stringify(elements)],
  );
}

async function timeDrawing(browser: Browser, room: SeededRoom): Promise<number> {
  const [{ id, token }] = room.people;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.addInitScript(
      ([key, user]) => {
        localStorage.setItem("greenroom.token", key as string);
        localStorage.setItem("greenroom.user", user as string);
      },
      [token, JSON.stringify({ _id: id, role: "interviewer", email: "1@bench.example" })],
    );
    const page = await context.newPage();
    await page.goto(`http://localhost:${server.port}/room/${room.bookingId}`);
    await page.getByRole("button", { name: /^Join/ }).click();
    const tools = await context.newCDPSession(page);
    // Time of the page's own thread, whatever else runs on this machine.
    await tools.send("Performance.enable", { timeDomain: "threadTicks" });
    const readMilliseconds = async () => {
      const { metrics } = await tools.send("Performance.getMetrics");
      return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
    };
    const before = await readMilliseconds();
    await page.getByRole("tab", { name: /^Board/ }).click();
    await page.locator(".whiteboard canvas").first().waitFor({ timeout: 120_000 });
    let last = before;
    for (let quiet = 0; quiet < 3; ) {
      await page.waitForTimeout(1_000);
      const now = await readMilliseconds();
      quiet = now - last < 150 ? quiet + 1 : 0;
      last = now;
    }
    return last - before;
  } finally {
    await context.close();
  }
}

const measured = Object.keys(kinds)
  .filter((kind) => only === "" || kind === only)
  .map((kind) => ({ kind, ...fullBoard(kind) }));

const server = await openFilledServer(async (pool) => {
  const rooms = await seedRooms(pool, measured.length + 1);
  for (const [at, { elements }] of measured.entries())
    await store(pool, rooms[at + 1] as SeededRoom, elements);
  return rooms as [SeededRoom, ...SeededRoom[]];
});
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
try {
  const [empty, ...rooms] = server.filled;
  await timeDrawing(browser, empty);
  const emptyBoard = await timeDrawing(browser, empty);
  for (const [at, { kind, length, elements }] of measured.entries()) {
    const processorTime = (await timeDrawing(browser, rooms[at] as SeededRoom)) - emptyBoard;
    const milliseconds = Math.round(slowdown * processorTime);
    process.stdout.write(`${kind}, ${elements.length} of ${length} px: ${milliseconds} ms\n`);
    if (milliseconds > within) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.close();
}
