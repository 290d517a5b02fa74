import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "@playwright/test";
import { createApp } from "../../server/app.ts";
import { createDeps } from "../../server/create-deps.ts";
import { loadDemo } from "../../server/demo/load-demo.ts";
import { jobHandlers } from "../../server/job-handlers.ts";
import { readConfig } from "../../server/kernel/config/config.ts";
import { openPool } from "../../server/kernel/db/database.ts";
import { migrate } from "../../server/kernel/db/migrate.ts";
import { createLog } from "../../server/kernel/log.ts";
import { startThrowawayPostgres } from "../../server/testing/servers/throwaway-postgres.ts";
import { renderCameraVideo } from "./lib-camera.ts";
import { chromiumPath } from "./lib-ffmpeg.ts";

/** Milliseconds to wait for something on a busy machine. */
const timeoutMilliseconds = 300_000;

/** The built product with its demo data, a clock that can be moved, and a browser. */
export interface Demo {
  url: string;
  /** A page in a separate browser for that person, whose camera shows their drawing, with the server's clock. */
  open(who: keyof typeof demoPeople, screen: BrowserContextOptions, ...scripts: string[]): Promise<Page>;
  /** Moves the server's clock ahead, so that an interview begins without waiting for it. */
  advance(minutes: number): void;
  /** The same, and the clocks of the pages that are opened from then on in all browsers follow. */
  passTime(minutes: number): Promise<void>;
  /** Signs a demo person in; ends on their dashboard. */
  signIn(page: Page, who: keyof typeof demoPeople): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it on a separate database, which `stop` deletes. Needs `npm run build`. */
export async function startDemo(port: number): Promise<Demo> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), "greenroom-pictures-"));
  const postgres = await startThrowawayPostgres();
  const log = createLog("warn");
  const config = readConfig({
    GREENROOM_DATA: dataDirectory,
    GREENROOM_ADVISORY_BANNER: "false",
    PORT: String(port),
  });
  const pool = openPool({ connectionString: postgres.connectionString, log, max: 1 });
  await migrate(pool, () => undefined).finally(() => pool.end());
  // Pictures show a late afternoon, whenever they are taken.
  const initialOffset = millisecondsUntil(17, 38);
  let clockOffset = initialOffset;
  const deps = await createDeps({
    config,
    log,
    connectionString: postgres.connectionString,
    secret: "a secret that only pictures have, long enough",
    overrides: { clock: { now: () => new Date(Date.now() + clockOffset) } },
  });
  const handlers = jobHandlers(deps);
  await deps.jobs.prepare(handlers);
  const app = await createApp(deps, { siteDirectory: path.resolve("dist/web") });
  const password = await loadDemo(deps, app);
  await app.listen({ host: config.host, port });
  await deps.jobs.work(deps, handlers);
  const browsers = new Map<string, Browser>();
  const contexts: BrowserContext[] = [];
  async function getBrowser(who: keyof typeof demoPeople): Promise<Browser> {
    const known = browsers.get(who);
    if (known) return known;
    const browser = await openBrowser(await renderCameraVideo(who, dataDirectory));
    browsers.set(who, browser);
    return browser;
  }
  const url = `http://localhost:${port}`;
  return {
    url,
    async open(who, screen, ...scripts) {
      const context = await (await getBrowser(who)).newContext(screen);
      contexts.push(context);
      context.setDefaultTimeout(timeoutMilliseconds);
      for (const script of [clockOffsetScript(initialOffset), oneDevicePerKindScript, ...scripts])
        await context.addInitScript(script);
      return await context.newPage();
    },
    advance(minutes) {
      clockOffset += minutes * 60_000;
    },
    async passTime(minutes) {
      clockOffset += minutes * 60_000;
      // Each of these scripts moves the clock that the others have left, in any order.
      for (const context of contexts) await context.addInitScript(clockOffsetScript(minutes * 60_000));
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

/** A browser whose camera shows a video file; the two of a room connect on this machine only. */
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

/** The milliseconds until that time of day in India, where the demo's business is. */
function millisecondsUntil(hour: number, minute: number): number {
  const day = 86_400_000;
  const wanted = (hour * 60 + minute) * 60_000;
  const inIndia = (Date.now() + 5.5 * 3_600_000) % day;
  return (wanted - inIndia + day) % day;
}

/** The browser has several fake microphones, whose names would look strange. */
const oneDevicePerKindScript = `if (navigator.mediaDevices) {
  const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
  navigator.mediaDevices.enumerateDevices = async () =>
    (await list()).filter((device, index, all) => all.findIndex(({ kind }) => kind === device.kind) === index);
}`;

function clockOffsetScript(milliseconds: number): string {
  return `{ const Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { if (given.length > 0) super(...given); else super(Real.now() + ${milliseconds}); }
    static now() { return Real.now() + ${milliseconds}; }
  }; }`;
}

export const demoPeople = {
  interviewee: "interviewee@greenroom.example",
  interviewer: "interviewer@greenroom.example",
};

const localeOptions = { locale: "en-IN", timezoneId: "Asia/Kolkata" };
/** Screens of the same size as the pictures. */
export const screens = {
  wide: { ...localeOptions, viewport: { width: 1280, height: 720 } },
  film: { ...localeOptions, viewport: { width: 1280, height: 800 } },
  /** A little more of a page than `wide`, in the same shape. */
  tall: { ...localeOptions, viewport: { width: 1440, height: 810 } },
  readme: { ...localeOptions, viewport: { width: 1440, height: 900 } },
};

/** The booking page in the coming week, with a slot chosen. */
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

/** The lobby, with one's own video visible. */
export async function openLobby(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: "Join", exact: true }).waitFor();
  await page.getByLabel("Your own video").waitFor();
}

/** Joins, and waits for the other person's video if they are there. */
export async function joinRoom(page: Page, other: string | null): Promise<void> {
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByRole("link", { name: "Leave" }).waitFor();
  if (other !== null) await page.getByLabel(`${other}’s picture`).first().waitFor();
}

/** The pad's editor, open. */
export async function openPad(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /^Code/ }).click();
  await page.getByRole("textbox", { name: "Shared code" }).waitFor();
}

/** The code in the pad of the pictures. */
export const sampleProgram = [
  "# Explain the metric, then test it.",
  "def recall_at_k(scores, labels, k):",
  "order = sorted(range(len(scores)), key=lambda i: -scores[i])",
  "hits = sum(labels[i] for i in order[:k])",
  "return hits / max(sum(labels), 1)",
];
export const sampleCall = "print(recall_at_k([.9, .2, .7, .4], [1, 0, 1, 1], k=2))";
