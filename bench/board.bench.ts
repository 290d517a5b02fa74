import { connect, createServer, type Socket } from "node:net";
import { type Browser, chromium, type Page } from "@playwright/test";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { openFilledServer } from "./built-server.ts";
import { type SeededRoom, seedRooms } from "./seed-rooms.ts";

/* Two people in two browsers draw on one whiteboard at the same time: how long a stroke takes to reach the
   other page, and whether both have the same board at the end.
   `npm run bench -- board --strokes 40 --delay 60`: `delay` is added to each packet in each
   direction, in milliseconds. Fails when the boards differ. */

const proxyPort = 3923;
const { strokes, delay } = describeCommand(
  "bench -- board",
  "Measures how soon strokes of two people reach each other.",
)
  .option("--strokes <number>", "strokes of each person", readWholeNumber, 40)
  .option("--delay <milliseconds>", "added to each packet in each direction", readWholeNumber, 0)
  .parse()
  .opts<{ strokes: number; delay: number }>();

/** The state of an element in one page, with times in milliseconds since 1970. */
interface Seen {
  version: string;
  /** When the pointer went down and came up, for a stroke of this page. */
  down?: number;
  up?: number;
  /** When its first and newest state from the other page was drawn. */
  first?: number;
  last?: number;
}

/** Runs in the page before anything else: notes which elements its sockets send and receive. */
function watchBoard(): void {
  const seen: Record<string, Seen> = {};
  let down = 0;
  let newest: Seen | null = null;
  Object.assign(window, { seen });
  addEventListener(
    "pointerdown",
    () => {
      down = Date.now();
      newest = null;
    },
    true,
  );
  addEventListener(
    "pointerup",
    () => {
      if (newest !== null) newest.up = Date.now();
    },
    true,
  );
  const note = (data: unknown, handle: (element: { id: string; version: string }) => void) => {
    if (typeof data !== "string" || !data.startsWith('{"type":"board"')) return;
    for (const { id, version, versionNonce } of JSON.parse(data).elements)
      handle({ id, version: `${version}.${versionNonce}` });
  };
  const Real = WebSocket;
  Object.assign(window, {
    WebSocket: class extends Real {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener("message", ({ data }) =>
          note(data, ({ id, version }) => {
            seen[id] ??= { version };
            const element = seen[id];
            element.version = version;
            requestAnimationFrame(() => {
              element.first ??= Date.now();
              element.last = Date.now();
            });
          }),
        );
      }
      override send(data: string): void {
        note(data, ({ id, version }) => {
          seen[id] ??= { version, down };
          const element = seen[id];
          element.version = version;
          newest = element;
        });
        super.send(data);
      }
    },
  });
}

async function openBoard(browser: Browser, room: SeededRoom, index: 0 | 1): Promise<Page> {
  const person = room.people[index];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(
    ([token, user]) => {
      localStorage.setItem("greenroom.token", token as string);
      localStorage.setItem("greenroom.user", user as string);
    },
    [
      person.token,
      JSON.stringify({
        _id: person.id,
        role: index === 0 ? "interviewer" : "interviewee",
        email: "1@bench.example",
      }),
    ],
  );
  const page = await context.newPage();
  // The compiler wraps named functions in a helper, which the page lacks.
  await page.addInitScript("globalThis.__name = (value) => value");
  await page.addInitScript(watchBoard);
  await page.goto(`http://localhost:${delay === 0 ? port : proxyPort}/room/${room.bookingId}`);
  await page.getByRole("button", { name: /^Join/ }).click();
  await page.getByRole("tab", { name: /^Board/ }).click();
  await page.locator(".whiteboard canvas").first().waitFor();
  await page.waitForLoadState("networkidle");
  return page;
}

/** As fast as a person draws, in milliseconds. */
const pointMilliseconds = 16;
const pauseMilliseconds = 120;

/** Draws waves with the pen, each at another place below and beside the tools. */
async function draw(page: Page): Promise<void> {
  const area = await page.locator(".whiteboard").boundingBox();
  if (area === null) throw new Error("there is no whiteboard");
  await page.mouse.click(area.x + area.width / 2, area.y + area.height * 0.9);
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    await page.keyboard.press("p");
    const [x, y] = [
      area.x + 260 + (stroke % 8) * 55,
      area.y + area.height * 0.35 + Math.floor(stroke / 8) * 25,
    ];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let point = 1; point <= 12; point += 1) {
      await page.mouse.move(x + point * 4, y + Math.round(Math.sin(point) * 12));
      await page.waitForTimeout(pointMilliseconds);
    }
    await page.mouse.up();
    await page.waitForTimeout(pauseMilliseconds);
  }
}

const readSeen = (page: Page) =>
  page.evaluate(() => (window as never as { seen: Record<string, Seen> }).seen);
const versionsOf = (seen: Record<string, Seen>) =>
  JSON.stringify(
    Object.entries(seen)
      .map(([id, { version }]) => [id, version])
      .sort(),
  );

async function measure(room: SeededRoom): Promise<boolean> {
  const browsers: Browser[] = [];
  try {
    for (let count = 0; count < 2; count += 1)
      browsers.push(
        await chromium.launch({
          executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
          args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
        }),
      );
    const [first, second] = browsers as [Browser, Browser];
    const pages = [await openBoard(first, room, 0), await openBoard(second, room, 1)] as const;
    await Promise.all(pages.map(draw));
    // Until nothing arrives any more.
    let boards = await Promise.all(pages.map(readSeen));
    for (let before = ""; before !== boards.map(versionsOf).join(); ) {
      before = boards.map(versionsOf).join();
      await new Promise((resolve) => setTimeout(resolve, 1_000 + 4 * delay));
      boards = await Promise.all(pages.map(readSeen));
    }
    const [one, other] = boards as [Record<string, Seen>, Record<string, Seen>];
    const drawn = [one, other].map(
      (seen) => Object.values(seen).filter(({ down }) => down !== undefined).length,
    );
    const pairs = Object.keys(one).map((id) => [one[id], other[id]] as const);
    const times = (from: "down" | "up", to: "first" | "last") =>
      pairs
        .flatMap(([a, b]) => [
          [a?.[from], b?.[to]],
          [b?.[from], a?.[to]],
        ])
        .flatMap(([start, end]) => (start === undefined || end === undefined ? [] : [end - start]))
        .sort((a, b) => a - b);
    process.stdout.write(
      `${drawn.join(" and ")} strokes, ${delay} ms added to each packet in each direction\n`,
    );
    print("pen down, to the first part on the other's screen", times("down", "first"));
    print("pen up, to the whole stroke on the other's screen", times("up", "last"));
    const boardsDiffer = new Set([versionsOf(one), versionsOf(other), await readStored(room)]).size > 1;
    process.stdout.write(
      `Both pages and the server have ${boardsDiffer ? "different boards" : "the same board"}.\n`,
    );
    const isEqual = !boardsDiffer && drawn.every((count) => count === strokes);
    return isEqual;
  } finally {
    for (const browser of browsers) await browser.close();
  }
}

async function readStored({ bookingId, people: [{ token }] }: SeededRoom): Promise<string> {
  const answer = await fetch(`http://localhost:${port}/api/rooms/${bookingId}/board`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { elements } = (await answer.json()) as {
    elements: { id: string; version: number; versionNonce: number }[];
  };
  return versionsOf(
    Object.fromEntries(
      elements.map(({ id, version, versionNonce }) => [id, { version: `${version}.${versionNonce}` }]),
    ),
  );
}

function print(what: string, sorted: readonly number[]): void {
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  process.stdout.write(
    `${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${sorted.at(-1)} ms (${sorted.length})\n`,
  );
}

/** Passes packets on in order, each `delay` later. */
function startProxy(): { close(): void } {
  const sockets = new Set<Socket>();
  const passOn = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.setNoDelay(true);
    from.on("data", (data) => setTimeout(() => to.write(data), delay));
    from.on("close", () => setTimeout(() => to.end(), delay));
    from.on("error", () => to.destroy());
  };
  const proxy = createServer((client) => {
    const server = connect(port, "127.0.0.1");
    passOn(client, server);
    passOn(server, client);
  }).listen(proxyPort, "localhost");
  return {
    close: () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const server = await openFilledServer((pool) => seedRooms(pool, 1));
const { port } = server;
const proxy = startProxy();
try {
  process.exitCode = (await measure(server.filled[0] as SeededRoom)) ? 0 : 1;
} finally {
  proxy.close();
  await server.close();
}
