import {
  type BoardElement,
  boardElementCost,
  boardElementSchema,
  boardSchemaRevision,
  maxBoardArea,
  maxBoardBytes,
  maxBoardElements,
  maxBoardPoints,
} from "@greenroom/contract/room/whiteboard.ts";
import type { BrowserContext } from "@playwright/test";
import pg from "pg";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { launchBrowser } from "./browser.ts";
import { type SeededRoom, seedRooms } from "./seed.ts";
import { openFilledServer } from "./server.ts";

/* Opens the room with the fullest boards that the server accepts, one of each kind of element, and says how much longer
   than an empty one they take on a processor four times slower. It counts processor time, so that a busy machine hardly
   matters. */

const command = describeCommand("bench -- board", "Measures how long a full whiteboard takes to draw.")
  .argument("[kinds...]", "the kinds of elements to measure, by default all")
  .option("--slower <number>", "how many times slower the processor is", readWholeNumber, 4)
  .parse();
const { slower } = command.opts<{ slower: number }>();
const maximumMilliseconds = 2_000;
const settleMilliseconds = 8_000;

const plain = {
  ...{ x: 0, y: 0, angle: 0, strokeColor: "#1e1e1e", backgroundColor: "transparent", fillStyle: "solid" },
  ...{ strokeWidth: 2, strokeStyle: "solid", roundness: null, roughness: 1, opacity: 100, seed: 7 },
  ...{ version: 1, versionNonce: 1, isDeleted: false, groupIds: [], frameId: null },
  ...{ boundElements: null, updated: 1, link: null, locked: false },
};
const line = { lastCommittedPoint: null, startBinding: null, endBinding: null };
const heads = { startArrowhead: "arrow", endArrowhead: "arrow" };
const roughest = { roughness: 2, strokeWidth: 1, strokeStyle: "dotted", roundness: { type: 3 } };
const text = { fontFamily: 5, textAlign: "left", verticalAlign: "top", containerId: null, autoResize: true };
const zigzag = (points: number, size: number) =>
  Array.from({ length: points }, (_, at) => [(at * 37) % size, (at % 2) * size] as const);
const words = (letters: number, letter = "क") => ({
  text: letter.repeat(letters),
  originalText: letter.repeat(letters),
});

/** Sides that fill the area of a board with as many elements as it takes. */
const side = (cost: number) => Math.sqrt(maxBoardArea / maxBoardElements / cost) - 41;
const shape = (type: string, cost: number, change: object) => ({
  ...plain,
  type,
  width: side(cost),
  height: side(cost),
  ...change,
});
const stroke = (type: string, points: number, size: number, change: object = {}) => ({
  ...plain,
  ...line,
  type,
  width: size,
  height: size,
  points: zigzag(points, size),
  ...change,
});
const filled = (fillStyle: string) => ({ backgroundColor: "#a5d8ff", fillStyle, ...roughest });

/** By kind, one element. */
const kinds: Record<string, object> = {
  rectangle: shape("rectangle", 1, {}),
  unplaced: shape("rectangle", 1, { index: null }),
  diamond: shape("diamond", 1, {}),
  ellipse: shape("ellipse", 1, {}),
  "filled ellipse": shape("ellipse", 1, { backgroundColor: "#a5d8ff", opacity: 50 }),
  "dotted ellipse": shape("ellipse", 2, roughest),
  hatched: shape("rectangle", 6, filled("hachure")),
  "cross-hatched": shape("ellipse", 6, filled("cross-hatch")),
  zigzag: shape("diamond", 6, filled("zigzag")),
  "thin hatched": { ...shape("rectangle", 1, filled("hachure")), width: 2_000, height: 1 },
  "hatched pen": stroke("freedraw", 300, 50, {
    ...{ pressures: [], simulatePressure: true },
    ...filled("cross-hatch"),
  }),
  "few large hatched": { ...shape("ellipse", 1, filled("cross-hatch")), width: 2_600, height: 2_600 },
  line: stroke("line", 10, 50, { ...heads, ...roughest }),
  "long line": stroke("line", 900, 20, { ...heads, ...roughest }),
  arrow: stroke("arrow", 2, 180, { ...heads, elbowed: false }),
  pen: stroke("freedraw", 2, 50, { pressures: [], simulatePressure: true }),
  "long pen": stroke("freedraw", 1_200, 20, { pressures: [], simulatePressure: true }),
  text: {
    ...plain,
    ...text,
    type: "text",
    width: 50,
    height: 25,
    fontSize: 20,
    lineHeight: 1.25,
    ...words(5),
  },
  "emoji text": {
    ...{ ...plain, ...text, type: "text", width: 50, height: 25, fontSize: 20, lineHeight: 1.25 },
    ...words(2, "😀"),
  },
  "large text": {
    ...{ ...plain, ...text, type: "text", width: 900, height: 1_250, fontSize: 900, lineHeight: 1.25 },
    ...words(1),
  },
};

/** As many as the board takes, side by side so that one screen shows them all. */
function fullBoard(samples: object[]): BoardElement[] {
  const elements: BoardElement[] = [];
  const left = { area: maxBoardArea, points: maxBoardPoints, bytes: maxBoardBytes };
  while (elements.length < maxBoardElements) {
    const at = elements.length;
    const index = `c${String(at).padStart(4, "0").slice(-4)}V`;
    const place = { id: `e${at}`, x: (at % 50) * 24, y: Math.floor(at / 50) * 18, seed: at };
    const element = boardElementSchema.parse({ index, ...samples[at % samples.length], ...place });
    const { area, points } = boardElementCost(element);
    left.area -= area;
    left.points -= points;
    // PostgreSQL writes JSON with a blank after each comma and colon.
    left.bytes -= JSON.stringify(element).length * 1.15;
    if (Math.min(left.area, left.points, left.bytes) < 0) break;
    elements.push(element);
  }
  return elements;
}

async function store(pool: pg.Pool, { bookingId, people }: SeededRoom, board: BoardElement[]): Promise<void> {
  await pool.query("delete from room_board_elements where booking_id = $1", [bookingId]);
  await pool.query(
    `insert into room_board_elements (booking_id, id, version, nonce, element, bytes, author_id, made_at, checked_as)
     select $1, element ->> 'id', 1, 1, element, octet_length(element::text), $2, now(), $3
     from jsonb_array_elements($4::jsonb) element`,
    [bookingId, people[1].id, `${boardSchemaRevision} 1 1`, JSON.stringify(board)],
  );
}

/** Milliseconds of processor time that the page's main thread took to open the board. */
async function timeToOpen(context: BrowserContext, bookingId: string): Promise<number> {
  const page = await context.newPage();
  try {
    await page.goto(`http://localhost:${server.port}/room/${bookingId}`);
    await page.getByRole("button", { name: /^Join/ }).click();
    const board = page.getByRole("tab", { name: /^Board/ });
    await board.waitFor();
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const readSeconds = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    };
    const before = await readSeconds();
    await board.click();
    await page.locator(".whiteboard canvas").first().waitFor({ timeout: 120_000 });
    await page.waitForTimeout(settleMilliseconds);
    return ((await readSeconds()) - before) * 1_000;
  } finally {
    await page.close();
  }
}

const server = await openFilledServer((pool) => seedRooms(pool, 1));
const browser = await launchBrowser(["use-fake-device-for-media-stream", "use-fake-ui-for-media-stream"]);
const pool = new pg.Pool({ connectionString: server.connectionString, max: 1 });
try {
  const [room] = server.filled;
  if (room === undefined) throw new Error("no room");
  const { id, token } = room.people[0];
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const user = {
    _id: id,
    email: "interviewer1@bench.example",
    firstName: "Person",
    lastName: "1",
    role: "interviewer",
  };
  await context.addInitScript(
    ([key, stored]) => {
      if (window.top !== window) return;
      localStorage.setItem("greenroom.token", key as string);
      localStorage.setItem("greenroom.user", stored as string);
    },
    [token, JSON.stringify(user)],
  );
  const samples: Record<string, object[]> = {
    ...Object.fromEntries(Object.entries(kinds).map(([kind, one]) => [kind, [one]])),
    mixed: Object.values(kinds),
  };
  const empty = await timeToOpen(context, room.bookingId);
  const wanted = command.args.length > 0 ? command.args : Object.keys(samples);
  for (const kind of wanted) {
    const board = fullBoard(samples[kind] ?? []);
    await store(pool, room, board);
    const milliseconds = slower * ((await timeToOpen(context, room.bookingId)) - empty);
    process.stdout.write(
      `${kind.padEnd(18)} ${String(board.length).padStart(5)} elements ${Math.round(milliseconds)} ms\n`,
    );
    if (milliseconds > maximumMilliseconds) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await pool.end();
  await server.close();
}
