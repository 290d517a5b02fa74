import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { seedRooms } from "../bench/seed.ts";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { startEmbeddedPostgres } from "../server/kernel/db/embedded-postgres.ts";
import { migrate } from "../server/kernel/db/migrate.ts";
import { startServer, stopServer } from "../server/testing/processes.ts";
import {
  createNetwork,
  findObstacle,
  type Home,
  type Line,
  readBytes,
  removeNetwork,
  serverAddress,
  serverSpace,
  setLine,
  wrapperFor,
} from "./lib/network.ts";

/* `npm run drill -- call`: two Chromiums in two homes behind routers that give every destination another port, with
   coturn as the only relay. Cuts and slows their lines, and prints how soon and how well the two hear each other. */

const values = describeCommand("drill -- call", "Measures calls over bad lines.")
  .option("--calls <number>", "how often each way to connect is tried", readWholeNumber, 20)
  .option("--seconds <number>", "of the call over the slow line", readWholeNumber, 600)
  .option("--only <pattern>", "parts whose name matches this regular expression", "")
  .option("--inside", "already in the namespace of the server", false)
  .parse()
  .opts<{ calls: number; seconds: number; only: string; inside: boolean }>();
const { calls, seconds } = values;
const only = new RegExp(values.only);
const port = 4080;
const siteUrl = `http://${serverAddress}:${port}`;
const turnSecret = "the secret of the drill";
const interviewSeconds = 45 * 60;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function startRelay(): Promise<ChildProcess> {
  const words =
    `-n --listening-ip=${serverAddress} --relay-ip=${serverAddress} --use-auth-secret --realm=greenroom ` +
    `--no-tls --no-dtls --no-cli --pidfile=/dev/null --log-file=/dev/null --simple-log`;
  const relay = spawn("turnserver", [...words.split(" "), `--static-auth-secret=${turnSecret}`], {
    stdio: "ignore",
  });
  await sleep(1_000);
  if (relay.exitCode !== null) throw new Error(`coturn ended with ${relay.exitCode}`);
  return relay;
}

/** Runs in a page before anything else: keeps its calls, so that the drill can read their statistics. */
const keepCalls = `
  window.calls = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration) {
      super(configuration);
      window.calls.push(this);
    }
  };`;

interface Sound {
  /** Calls that the page has begun. */
  calls: number;
  samples: number;
  concealed: number;
  frames: number;
  bytes: number;
}

/** What the newest call of a page has received. */
const readSound = (page: Page): Promise<Sound> =>
  page.evaluate(async () => {
    const { calls: all } = window as unknown as { calls: RTCPeerConnection[] };
    const sound = { calls: all.length, samples: 0, concealed: 0, frames: 0, bytes: 0 };
    for (const report of (await all.at(-1)?.getStats())?.values() ?? []) {
      if (report.type === "transport") sound.bytes += report.bytesReceived + report.bytesSent;
      if (report.type !== "inbound-rtp") continue;
      sound.frames += report.framesDecoded ?? 0;
      if (report.kind !== "audio") continue;
      sound.samples += report.totalSamplesReceived ?? 0;
      sound.concealed += report.concealedSamples ?? 0;
    }
    return sound;
  });

interface Meeting {
  pages: Record<Home, Page>;
  bookingId: string;
}

/** Until sound arrives that nobody made up; null after the limit. Milliseconds. */
async function timeToSound(pages: Page[], limitMilliseconds: number): Promise<number | null> {
  const startedAt = performance.now();
  const before = await Promise.all(pages.map(readSound));
  for (;;) {
    const now = await Promise.all(pages.map(readSound));
    const hears = now.every((sound, index) => {
      const { calls: known, samples, concealed } = before[index] as Sound;
      const old = sound.calls === known ? samples - concealed : 0;
      return sound.samples - sound.concealed > old + 4_800;
    });
    const passed = performance.now() - startedAt;
    if (hears) return passed;
    if (passed > limitMilliseconds) return null;
    await sleep(100);
  }
}

async function openPage(context: BrowserContext, token: string, bookingId: string): Promise<Page> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/user/profile`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const user = JSON.stringify(await answer.json());
  await context.addInitScript(
    ([storedToken, storedUser]) => {
      if (window.top !== window) return;
      localStorage.setItem("greenroom.token", storedToken as string);
      localStorage.setItem("greenroom.user", storedUser as string);
    },
    [token, user],
  );
  await context.addInitScript({ content: keepCalls });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`/room/${bookingId}`);
  await page.getByRole("button", { name: "Join", exact: true }).waitFor();
  return page;
}

const enter = (page: Page) => page.getByRole("button", { name: /^Join/ }).click();

async function meet(
  browsers: Record<Home, Browser>,
  room: Awaited<ReturnType<typeof seedRooms>>[number],
): Promise<Meeting & { close(): Promise<void> }> {
  const { bookingId, people } = room;
  const options = { baseURL: siteUrl, permissions: ["microphone", "camera"] };
  const contexts = [await browsers.a.newContext(options), await browsers.b.newContext(options)] as const;
  const a = await openPage(contexts[0], people[0].token, bookingId);
  const b = await openPage(contexts[1], people[1].token, bookingId);
  return {
    pages: { a, b },
    bookingId,
    async close() {
      for (const context of contexts) await context.close();
    },
  };
}

const format = (milliseconds: number | null) =>
  milliseconds === null ? "no call" : `${(milliseconds / 1000).toFixed(1)} s`;

const median = (values: number[]) => percentile(values, 0.5);
const percentile = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? Number.NaN;

/** Whether a page shows the other person's camera. */
const showsVideo = (page: Page) => page.getByLabel(/’s picture$/).isVisible();

/** Until both pages show moving pictures, or none, for two seconds; null after the limit. Milliseconds. */
async function timeToVideo(
  pages: Page[],
  isShown: boolean,
  limitMilliseconds: number,
): Promise<number | null> {
  const startedAt = performance.now();
  let since = 0;
  let before = await Promise.all(pages.map(readSound));
  for (;;) {
    await sleep(500);
    const now = await Promise.all(pages.map(readSound));
    const shown = await Promise.all(pages.map(showsVideo));
    const passed = performance.now() - startedAt;
    const isSo = now.every(
      ({ frames }, index) => (shown[index] && frames > (before[index]?.frames ?? 0)) === isShown,
    );
    before = now;
    if (!isSo) since = passed;
    else if (passed - since >= 2_000) return since;
    if (passed > limitMilliseconds) return null;
  }
}

const editorOf = (page: Page) => page.getByRole("textbox", { name: "Shared code" });

/** How long until the other sees a key, in milliseconds. */
async function timeKey(from: Page, to: Page, count: number): Promise<number> {
  const startedAt = performance.now();
  await editorOf(from).press("x");
  await to.waitForFunction(
    (expected) => (document.querySelector(".cm-content")?.textContent?.split("x").length ?? 0) > expected,
    count,
  );
  return performance.now() - startedAt;
}

type Rooms = Awaited<ReturnType<typeof seedRooms>>;

/** How soon two people who join at once hear each other. */
async function measureConnecting(name: string, browsers: Record<Home, Browser>, rooms: Rooms): Promise<void> {
  const times: (number | null)[] = [];
  for (const room of rooms) {
    const meeting = await meet(browsers, room);
    const { a, b } = meeting.pages;
    await Promise.all([enter(a), enter(b)]);
    times.push(await timeToSound([a, b], 60_000));
    await meeting.close();
  }
  const connected = times.filter((time) => time !== null);
  print(
    `${name}: ${connected.length} of ${times.length} connect, ` +
      `median ${format(median(connected))}, longest ${format(percentile(connected, 1))}`,
  );
}

/** What the lobby says of a line before the interview. */
async function readLobby(browsers: Record<Home, Browser>, room: Rooms[number]): Promise<void> {
  const meeting = await meet(browsers, room);
  const { a } = meeting.pages;
  const lines: [string, Line][] = [
    ["without a limit", {}],
    ["with UDP blocked", { blocksUdp: true }],
    ["of 150 kbit/s", { rate: 150 }],
  ];
  for (const [name, line] of lines) {
    setLine(line);
    await a.reload();
    const sentence = a.getByRole("status").filter({ hasText: /your line|calls/i });
    await sentence.waitFor();
    print(`lobby, line ${name}: ${await sentence.textContent()}`);
  }
  setLine({});
  await meeting.close();
}

async function measureSlowLine(browsers: Record<Home, Browser>, room: Rooms[number]): Promise<void> {
  const meeting = await meet(browsers, room);
  const pages = Object.values(meeting.pages);
  await Promise.all(pages.map(enter));
  await timeToSound(pages, 60_000);
  for (const page of pages) {
    await page.getByRole("tab", { name: /^Code/ }).click();
    await editorOf(page).waitFor();
  }
  await timeToVideo(pages, true, 60_000);
  setLine({ rate: 150, lossPercent: 3 });
  print(`150 kbit/s, 3 % lost: video is gone after ${format(await timeToVideo(pages, false, 60_000))}`);
  const { a, b } = meeting.pages;
  const keys: number[] = [];
  let shown = 0;
  const heard: Sound[] = await Promise.all(pages.map(readSound));
  const lost = [0, 0];
  const total = [0, 0];
  for (let second = 0; second < seconds; second += 5) {
    const nextAt = performance.now() + 5_000;
    keys.push(await timeKey(a, b, keys.length + 1));
    await sleep(Math.max(0, nextAt - performance.now()));
    const now = await Promise.all(pages.map(readSound));
    for (const page of pages) if (await showsVideo(page)) shown += 1;
    now.forEach((sound, index) => {
      const known = heard[index] as Sound;
      const isSame = sound.calls === known.calls;
      const samples = sound.samples - (isSame ? known.samples : 0);
      const concealed = sound.concealed - (isSame ? known.concealed : 0);
      // Samples that never came are silence, too.
      const expected = 48_000 * 5;
      total[index] = (total[index] ?? 0) + expected;
      lost[index] = (lost[index] ?? 0) + concealed + Math.max(0, expected - samples);
      heard[index] = sound;
    });
    print(
      `  ${second + 5} s: lost so far ${lost.map((value, index) => `${((100 * value) / (total[index] ?? 1)).toFixed(1)} %`).join(", ")}; ` +
        `calls ${now.map(({ calls: count }) => count).join(", ")}; video shown ${shown} times`,
    );
  }
  print(
    `keys: the other sees them after ${Math.round(median(keys))} ms, 95 % within ${Math.round(percentile(keys, 0.95))} ms`,
  );
  setLine({});
  print(`video is back ${format(await timeToVideo(pages, true, 60_000))} after the line`);
  await meeting.close();
}

/** Everything that passes the router of a home while the two talk, without video. */
async function measureSaveData(browsers: Record<Home, Browser>, room: Rooms[number]): Promise<void> {
  const meeting = await meet(browsers, room);
  const pages = Object.values(meeting.pages);
  for (const page of pages) await page.getByRole("checkbox", { name: /Save data/ }).check();
  await Promise.all(pages.map(enter));
  await timeToSound(pages, 60_000);
  await sleep(10_000);
  const before = readBytes("a");
  const measured = Math.min(seconds, 300);
  await sleep(measured * 1_000);
  const megabytes = (readBytes("a") - before) / 1_000_000;
  print(
    `save data: ${megabytes.toFixed(1)} MB in ${measured} s, ` +
      `${((megabytes * interviewSeconds) / measured).toFixed(0)} MB in an interview`,
  );
  await meeting.close();
}

async function measureOutage(browsers: Record<Home, Browser>, room: Rooms[number]): Promise<void> {
  const meeting = await meet(browsers, room);
  const pages = Object.values(meeting.pages);
  await Promise.all(pages.map(enter));
  await timeToSound(pages, 60_000);
  for (const away of [10_000, 30_000, 60_000]) {
    await sleep(2_000);
    setLine({ isDown: true });
    await sleep(away);
    setLine({});
    print(
      `line down for ${away / 1000} s: they hear each other ${format(await timeToSound(pages, 60_000))} after its return`,
    );
  }
  await meeting.close();
}

async function drill(): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-call-"));
  await chmod(dataDirectory, 0o755);
  const closing: (() => Promise<unknown> | unknown)[] = [
    () => rm(dataDirectory, { recursive: true, force: true }),
  ];
  try {
    const postgres = await startEmbeddedPostgres({
      dataDirectory,
      log: () => undefined,
      settings: { fsync: "off" },
    });
    closing.push(() => postgres.stop());
    const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 2 });
    await migrate(pool, () => undefined);
    const rooms = await seedRooms(pool, 2 * calls + 4).finally(() => pool.end());
    const relay = await startRelay();
    closing.push(() => relay.kill());
    const turn = `turn:${serverAddress}:3478`;
    const server = await startServer({
      dataDirectory,
      databaseUrl: postgres.connectionString,
      port,
      settings: {
        HOST: "0.0.0.0",
        GREENROOM_PUBLIC_URL: siteUrl,
        GREENROOM_STUN_URLS: `stun:${serverAddress}:3478`,
        GREENROOM_TURN_URLS: `${turn}?transport=udp,${turn}?transport=tcp`,
        GREENROOM_TURN_SECRET: turnSecret,
      },
    });
    closing.push(() => stopServer(server));
    const browsers = {} as Record<Home, Browser>;
    for (const home of ["a", "b"] as const) {
      const program = join(dataDirectory, `chromium-${home}`);
      await writeFile(program, wrapperFor(home, process.env.CHROME_PATH ?? "/usr/bin/chromium"), {
        mode: 0o755,
      });
      browsers[home] = await chromium.launch({
        executablePath: program,
        args: [
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--use-fake-device-for-media-stream",
          "--use-fake-ui-for-media-stream",
          `--unsafely-treat-insecure-origin-as-secure=${siteUrl}`,
        ],
      });
      closing.push(() => browsers[home].close());
    }
    const take = (count: number) => rooms.splice(0, count);
    const parts: [string, () => Promise<void>][] = [
      ["behind two NATs", () => measureConnecting("behind two NATs", browsers, take(calls))],
      [
        "with UDP blocked",
        async () => {
          setLine({ blocksUdp: true });
          await measureConnecting("with UDP blocked", browsers, take(calls));
          setLine({});
        },
      ],
      ["lobby", () => readLobby(browsers, take(1)[0] as Rooms[number])],
      ["outage", () => measureOutage(browsers, take(1)[0] as Rooms[number])],
      ["save data", () => measureSaveData(browsers, take(1)[0] as Rooms[number])],
      ["slow line", () => measureSlowLine(browsers, take(1)[0] as Rooms[number])],
    ];
    for (const [name, measure] of parts) if (only.test(name)) await measure();
  } finally {
    for (const end of closing.reverse()) await end();
  }
}

async function main(): Promise<void> {
  if (values.inside) return await drill();
  const obstacle = findObstacle();
  if (obstacle !== null) {
    print(`The drill cannot run here: ${obstacle}.`);
    return;
  }
  createNetwork();
  try {
    const words = [
      "netns",
      "exec",
      serverSpace,
      process.execPath,
      ...process.execArgv,
      ...process.argv.slice(1),
    ];
    const child = spawn("ip", [...words, "--inside"], { stdio: "inherit" });
    process.exitCode = await new Promise((resolve) => child.on("exit", resolve));
  } finally {
    removeNetwork();
  }
}

await main();
