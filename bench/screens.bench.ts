import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import type pg from "pg";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { launchBrowser } from "./browser.ts";
import { insertCredits, insertSlots, insertUsers, signIn } from "./seed.ts";
import { openFilledServer } from "./server.ts";

/* Opens the dashboards' screens of the built product as a phone does on a slow line: 400 kbit/s, 300 ms, a processor four
   times slower, with an empty cache and then a full one. Prints the medians, and fails when a screen misses a target. Times
   count on a quiet machine only. */
const screens = {
  interviewee: ["my-sessions", "booking", "progress", "profile"].map(
    (name) => `/interviewee-dashboard/${name}`,
  ),
  interviewer: ["calendar", "earnings", "history", "page"].map((name) => `/interviewer-dashboard/${name}`),
};
type Role = keyof typeof screens;
/** Milliseconds; a layout shift has no unit; bytes over the network. */
const targets = { frame: 1_500, content: 4_000, warm: 1_500, shift: 0.05, requests: 25, scripts: 180_000 };
type Figures = Record<keyof typeof targets, number>;
const figureNames = Object.keys(targets) as (keyof Figures)[];
const slowLine = { offline: false, latency: 300, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 4;
const longestWait = 60_000;

const command = describeCommand("bench -- screens", "Measures the dashboards' screens on a slow line.")
  .argument("[paths...]", "the screens to measure, by default all")
  .option("--runs <number>", "of each screen, of which the median counts", readWholeNumber, 3)
  .parse();
const { runs } = command.opts<{ runs: number }>();

/** Somebody with sessions left, and a mentor with free times for two weeks. */
async function insertPeople(pool: pg.Pool): Promise<Record<Role, string>> {
  const interviewers = await insertUsers(pool, "interviewer", 1);
  const interviewees = await insertUsers(pool, "interviewee", 1);
  await insertCredits(pool, { credits: 3, userIds: interviewees });
  const from = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 24 * 3_600_000);
  await insertSlots(pool, { interviewers, from, hours: 60 });
  const [[interviewee = ""], [interviewer = ""]] = [
    await signIn(pool, interviewees),
    await signIn(pool, interviewers),
  ];
  return { interviewee, interviewer };
}

/** Runs in the page: when its frame and its content were there, and how far things have moved. */
function watchPage(): void {
  const seen = { frame: 0, content: 0, shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setInterval(() => {
    const page = document.querySelector("#content");
    if (seen.frame === 0 && document.querySelector("nav[aria-label=Dashboard] a"))
      seen.frame = performance.now();
    const isLoading =
      page?.querySelector("h1") == null || page.querySelector("[aria-hidden].bg-line\\/70") !== null;
    if (isLoading) seen.content = 0;
    else seen.content ||= performance.now();
  }, 50);
}

type Seen = Pick<Figures, "frame" | "content" | "shift">;

/** Opens a screen with an empty cache, and again. */
async function measureOnce(
  browser: Browser,
  url: string,
  session: { token: string; user: string },
): Promise<Figures> {
  // A worker would answer beside the network that is slowed down.
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    serviceWorkers: "block",
  });
  try {
    await context.addInitScript((stored) => {
      localStorage.setItem("greenroom.token", stored.token);
      localStorage.setItem("greenroom.user", stored.user);
    }, session);
    await context.addInitScript(watchPage);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", slowLine);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const scripts = new Set<string>();
    let [requests, scriptBytes] = [0, 0];
    devtools.on("Network.responseReceived", ({ requestId, type }) => {
      requests += 1;
      if (type === "Script") scripts.add(requestId);
    });
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    const open = async (): Promise<Seen> => {
      const end = Date.now() + longestWait;
      let last = 0;
      // The content must stay for two seconds: a part of it may still be loading after another.
      while (Date.now() < end) {
        await sleep(2_000);
        const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
        if (seen.content > 0 && seen.content === last) return seen;
        last = seen.content;
      }
      throw new Error(`${url} did not load`);
    };
    await page.goto(url, { waitUntil: "commit" });
    const { frame, content, shift } = await open();
    const cold = { frame, content, shift, requests, scripts: scriptBytes };
    await page.reload({ waitUntil: "commit" });
    return { ...cold, warm: (await open()).content };
  } finally {
    await context.close();
  }
}

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(cells: (string | number)[]): void {
  process.stdout.write(
    `${cells.map((cell, index) => String(cell).padEnd(index === 0 ? 36 : 10)).join(" ")}\n`,
  );
}

const server = await openFilledServer(insertPeople);
const browser = await launchBrowser();
try {
  const origin = `http://localhost:${server.port}`;
  print(["screen", ...figureNames]);
  const missed: string[] = [];
  for (const role of Object.keys(screens) as Role[]) {
    const token = server.filled[role];
    const profile = await fetch(`${origin}/api/user/profile`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const session = { token, user: await profile.text() };
    for (const path of screens[role].filter(
      (known) => command.args.length === 0 || command.args.includes(known),
    )) {
      const results: Figures[] = [];
      for (let run = 0; run < runs; run += 1)
        results.push(await measureOnce(browser, origin + path, session));
      const figures = figureNames.map(
        (name) => [name, median(results.map((result) => result[name]))] as const,
      );
      print([
        path,
        ...figures.map(([name, value]) => (name === "shift" ? value.toFixed(3) : Math.round(value))),
      ]);
      for (const [name, value] of figures)
        if (value > targets[name]) missed.push(`${path}: ${name} ${value}`);
    }
  }
  process.stdout.write(
    missed.length === 0 ? "\nEvery screen reaches its marks.\n" : `\n${missed.join("\n")}\n`,
  );
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
}
