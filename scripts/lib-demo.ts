import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { createApp } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { openPool } from "../server/db/database.ts";
import { migrate } from "../server/db/migrate.ts";
import { loadDemo } from "../server/demo/load-demo.ts";
import { createDeps } from "../server/deps.ts";
import { jobHandlers } from "../server/jobs/handlers.ts";
import { createLog } from "../server/log.ts";
import { startThrowawayPostgres } from "../server/testing/throwaway-postgres.ts";

/** The built product with its demo data, whose clock can be moved, and a browser to look at it. */
export interface Demo {
  url: string;
  /** A page of a person of their own, whose clock is the server's. */
  open(screen: BrowserContextOptions, ...scripts: string[]): Promise<Page>;
  /** Moves the server's clock ahead, so that an interview begins without waiting for it. */
  advance(minutes: number): void;
  /** Signs a demo person in; ends on their dashboard. */
  signIn(page: Page, email: string): Promise<void>;
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
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"].concat([
      "--disable-background-networking",
      "--disable-component-update",
      "--hide-scrollbars",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
    ]),
  });
  const url = `http://localhost:${port}`;
  return {
    url,
    async open(screen, ...scripts) {
      const context = await browser.newContext(screen);
      for (const script of [clockAhead(later), ...scripts]) await context.addInitScript(script);
      return await context.newPage();
    },
    advance(minutes) {
      ahead += minutes * 60_000;
    },
    async signIn(page, email) {
      await page.goto(`${url}/signin`);
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password ?? "");
      await page.getByRole("button", { name: "Sign In", exact: true }).click();
      await page.waitForURL(/-dashboard\//);
    },
    async stop() {
      await browser.close();
      await app.close();
      await deps.close();
      await postgres.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Until it is that time of day in India, where the demo's business is. */
function millisecondsUntil(hour: number, minute: number): number {
  const day = 86_400_000;
  const wanted = (hour * 60 + minute) * 60_000;
  const inIndia = (Date.now() + 5.5 * 3_600_000) % day;
  return (wanted - inIndia + day) % day;
}

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
  readme: { ...where, viewport: { width: 1440, height: 900 } },
};

/** The booking page in the week to come, with a slot chosen. */
export async function openBooking(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/interviewee-dashboard/booking`);
  await page.getByRole("button", { name: /^Next/ }).first().click();
  const slot = page.getByRole("button", { name: /Open slot with/ }).first();
  await slot.scrollIntoViewIfNeeded();
  await slot.click();
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** Walks into a room, through the device check where there is one. */
export async function enterRoom(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const join = page.getByRole("button", { name: /^(Join|Enter)/ });
  const inside = page.getByRole("link", { name: "Leave" }).or(page.getByRole("button", { name: /^Leave/ }));
  await join.or(inside).first().waitFor();
  if (await join.isVisible()) await join.click();
  await inside.first().waitFor();
}
