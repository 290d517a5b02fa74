import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { createApp } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { openPool } from "../server/db/database.ts";
import { migrate } from "../server/db/migrate.ts";
import { loadDemo } from "../server/demo/load-demo.ts";
import { createDeps } from "../server/deps.ts";
import { jobHandlers } from "../server/jobs/handlers.ts";
import { createLog } from "../server/log.ts";
import { startThrowawayPostgres } from "../server/testing/throwaway-postgres.ts";
import { drawCamera } from "./lib-camera.ts";
import { chromiumPath } from "./lib-ffmpeg.ts";

/** Milliseconds to wait for something on a machine that does other things beside. */
const patience = 300_000;

/** The built product with its demo data, whose clock can be moved, and a browser to look at it. */
export interface Demo {
  url: string;
  /** A page in that person's own browser, with a camera before which they are drawn, and the server's clock. */
  open(who: keyof typeof demoPeople, screen: BrowserContextOptions, ...scripts: string[]): Promise<Page>;
  /** Moves the server's clock ahead, so that an interview begins without waiting for it. */
  advance(minutes: number): void;
  /** Signs a demo person in; ends on their dashboard. */
  signIn(page: Page, who: keyof typeof demoPeople): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it on a database of its own, which is gone on `stop`. Needs `npm run build`. */
export async function startDemo(port: number): Promise<Demo> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), "greenroom-pictures-"));
  const postgres = await startThrowawayPostgres();
  const log = createLog("warn");
  const config = readConfig({
    GREENROOM_DATA: dataDirectory,
    GREENROOM_ADVISORY_BANNER: "false",
    PORT: String(port),
  });
  const pool = openPool(postgres.connectionString, log, 1);
  await migrate(pool, () => undefined).finally(() => pool.end());
  // Pictures are taken late in the afternoon, whenever it is that they are taken.
  const later = millisecondsUntil(17, 38);
  let ahead = later;
  const deps = await createDeps({
    config,
    log,
    connectionString: postgres.connectionString,
    secret: "a secret that only pictures have, long enough",
    overrides: { clock: { now: () => new Date(Date.now() + ahead) } },
  });
  const handlers = jobHandlers(deps);
  await deps.jobs.prepare(handlers);
  const app = await createApp(deps, { siteDirectory: path.resolve("dist/web") });
  const password = await loadDemo(deps, app);
  await app.listen({ host: config.host, port });
  await deps.jobs.work(deps, handlers);
  const browsers = new Map<string, Browser>();
  async function browserOf(who: keyof typeof demoPeople): Promise<Browser> {
    const known = browsers.get(who);
    if (known) return known;
    const browser = await openBrowser(await drawCamera(who, dataDirectory));
    browsers.set(who, browser);
    return browser;
  }
  const url = `http://localhost:${port}`;
  return {
    url,
    async open(who, screen, ...scripts) {
      const context = await (await browserOf(who)).newContext(screen);
      context.setDefaultTimeout(patience);
      for (const script of [clockAhead(later), oneOfEachKind, ...scripts])
        await context.addInitScript(script);
      return await context.newPage();
    },
    advance(minutes) {
      ahead += minutes * 60_000;
    },
    async signIn(page, who) {
      await page.goto(`${url}/signin`);
      await page.getByLabel("Email").fill(demoPeople[who]);
      await page.getByLabel("Password", { exact: true }).fill(password ?? "");
      await page.getByRole("button", { name: "Sign In", exact: true }).click();
      await page.waitForURL(/-dashboard\//);
    },
    async stop() {
      for (const browser of browsers.values()) await browser.close();
      await app.close();
      await deps.close();
      await postgres.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** A browser whose camera shows the pictures of a file; the two of a room reach each other on this machine alone. */
async function openBrowser(camera: string): Promise<Browser> {
  return await chromium.launch({
    executablePath: chromiumPath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"].concat([
      "--disable-background-networking",
      "--disable-component-update",
      "--hide-scrollbars",
      "--allow-loopback-in-peer-connection",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${camera}`,
    ]),
  });
}

/** Until it is that time of day in India, where the demo's business is. */
function millisecondsUntil(hour: number, minute: number): number {
  const day = 86_400_000;
  const wanted = (hour * 60 + minute) * 60_000;
  const inIndia = (Date.now() + 5.5 * 3_600_000) % day;
  return (wanted - inIndia + day) % day;
}

/** The browser has a handful of microphones of its own, whose names nobody would have at home. */
const oneOfEachKind = `if (navigator.mediaDevices) {
  const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
  navigator.mediaDevices.enumerateDevices = async () =>
    (await list()).filter((device, index, all) => all.findIndex(({ kind }) => kind === device.kind) === index);
}`;

function clockAhead(milliseconds: number): string {
  return `{ const Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { if (given.length > 0) super(...given); else super(Real.now() + ${milliseconds}); }
    static now() { return Real.now() + ${milliseconds}; }
  }; }`;
}

export const demoPeople = {
  interviewee: "interviewee@greenroom.example",
  interviewer: "interviewer@greenroom.example",
};

const where = { locale: "en-IN", timezoneId: "Asia/Kolkata" };
/** Screens as large as the pictures that are taken of them. */
export const screens = {
  wide: { ...where, viewport: { width: 1280, height: 720 } },
  film: { ...where, viewport: { width: 1280, height: 800 } },
  /** A little more of a page than `wide`, in the same shape. */
  tall: { ...where, viewport: { width: 1440, height: 810 } },
  readme: { ...where, viewport: { width: 1440, height: 900 } },
};

/** The booking page in the week to come, with a slot chosen. */
export async function openBooking(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/interviewee-dashboard/booking`);
  const slot = page.getByRole("button", { name: /Open slot with/ }).first();
  await slot.waitFor();
  const week = page.getByText(/^\d.* \d{4}$/).first();
  const thisWeek = (await week.textContent()) ?? "";
  await page.getByRole("button", { name: /^Next/ }).first().click();
  await page.getByText(thisWeek, { exact: true }).waitFor({ state: "hidden" });
  await slot.scrollIntoViewIfNeeded();
  await slot.click();
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** In front of the room, with one's own picture in sight. */
export async function goToDoor(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: "Join", exact: true }).waitFor();
  await page.getByLabel("Your own picture").waitFor();
}

/** Walks in, and waits for the other one's picture when they are there. */
export async function join(page: Page, other: string | null): Promise<void> {
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByRole("link", { name: "Leave" }).waitFor();
  if (other !== null) await page.getByLabel(`${other}’s picture`).first().waitFor();
}

/** The pad's editor, open. */
export async function openPad(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /^Code/ }).click();
  await page.getByRole("textbox", { name: "Shared code" }).waitFor();
}

/** What is written in the pad of the pictures. */
export const program = [
  "# Explain the metric, then test it.",
  "def recall_at_k(scores, labels, k):",
  "order = sorted(range(len(scores)), key=lambda i: -scores[i])",
  "hits = sum(labels[i] for i in order[:k])",
  "return hits / max(sum(labels), 1)",
];
export const trial = "print(recall_at_k([.9, .2, .7, .4], [1, 0, 1, 1], k=2))";
