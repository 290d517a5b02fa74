import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { createShiftedClock } from "../../prove/lib/test-bed.ts";
import { freePort, readDemoPassword, startServer, stopServer } from "../../server/testing/processes.ts";

/** Milliseconds to wait for something on a busy machine. */
const timeoutMilliseconds = 300_000;

type DemoPerson = "interviewee" | "interviewer";

export type Demo = Awaited<ReturnType<typeof startDemo>>;

/** The built product with its demo data, a clock that can be moved, and browsers. `stop` deletes its data. */
export async function startDemo() {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), "greenroom-pictures-"));
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(dataDirectory, 0o755);
  const clock = createShiftedClock(dataDirectory);
  // Pictures show a late afternoon, whenever they are taken.
  const initialMinutes = minutesUntil(17, 38);
  await clock.advance(initialMinutes);
  const port = await freePort();
  const settings = { GREENROOM_DEMO: "true", GREENROOM_ADVISORY_BANNER: "false", HOST: "localhost" };
  const server = await startServer({
    dataDirectory,
    databaseUrl: "",
    port,
    nodeOptions: clock.preload,
    settings: { ...clock.settings, ...settings },
  });
  const url = `http://localhost:${port}`;
  const password = await readDemoPassword(dataDirectory);
  const contexts: BrowserContext[] = [];
  return {
    url,
    /** A page in a browser of its own, whose camera shows a drawing of that person, with the server's clock. */
    async open(who: DemoPerson, width: number, height: number): Promise<Page> {
      const browser = await openBrowser(await drawCamera(who, dataDirectory));
      const context = await browser.newContext({
        viewport: { width, height },
        locale: "en-IN",
        timezoneId: "Asia/Kolkata",
      });
      contexts.push(context);
      context.setDefaultTimeout(timeoutMilliseconds);
      await context.addInitScript(oneDevicePerKindScript);
      await context.addInitScript(moveClock, initialMinutes);
      return await context.newPage();
    },
    /** Moves the clocks of the server and of the pages that are opened from then on. */
    async passTime(minutes: number): Promise<void> {
      await clock.advance(minutes);
      // Each of these scripts moves the clock that the others have left, in any order.
      for (const context of contexts) await context.addInitScript(moveClock, minutes);
    },
    /** Signs a demo person in; ends on their dashboard. */
    async signIn(page: Page, who: DemoPerson): Promise<void> {
      await page.goto(`${url}/signin`);
      await page.getByLabel("Email").fill(`${who}@greenroom.example`);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign In", exact: true }).click();
      await page.waitForURL(/-dashboard\//);
    },
    async stop(): Promise<void> {
      for (const context of contexts) await context.browser()?.close();
      await stopServer(server);
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** The drawing as a video file for the camera: motion JPEG is one JPEG after the other. These people do not exist. */
async function drawCamera(who: DemoPerson, folder: string): Promise<string> {
  const target = path.join(folder, `${who}.mjpeg`);
  await writeFile(
    target,
    await sharp(path.join(import.meta.dirname, `${who}.svg`))
      .jpeg()
      .toBuffer(),
  );
  return target;
}

/** A browser whose camera shows a video file; the two of a room connect on this machine only. */
async function openBrowser(camera: string) {
  return await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
      ...["--disable-background-networking", "--disable-component-update", "--hide-scrollbars"],
      ...["--allow-loopback-in-peer-connection", "--use-fake-ui-for-media-stream"],
      ...["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${camera}`],
    ],
  });
}

/** The minutes until that time of day in India, where the demo's business is. */
function minutesUntil(hour: number, minute: number): number {
  const day = 24 * 60;
  const inIndia = Date.now() / 60_000 + 5.5 * 60;
  return (day + hour * 60 + minute - (inIndia % day)) % day;
}

/** The browser has several fake microphones, whose names would look strange. */
const oneDevicePerKindScript = `if (navigator.mediaDevices) {
  const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
  navigator.mediaDevices.enumerateDevices = async () =>
    (await list()).filter((device, index, all) => all.findIndex(({ kind }) => kind === device.kind) === index);
}`;

function moveClock(minutes: number): void {
  const Earlier = Date;
  globalThis.Date = class extends Earlier {
    constructor(...given: []) {
      if (given.length > 0) super(...given);
      else super(Earlier.now() + minutes * 60_000);
    }
    static override now(): number {
      return Earlier.now() + minutes * 60_000;
    }
  } as DateConstructor;
}

/** Both people before the room of the demo's next interview, which is in progress, each with their own video visible. */
export async function openLobbies(demo: Demo, interviewee: Page, interviewer: Page): Promise<void> {
  await interviewee.goto(`${demo.url}/interviewee-dashboard/booking`);
  const meeting = interviewee.getByRole("link", { name: /Join meeting/ }).first();
  const room = new URL((await meeting.getAttribute("href")) ?? "", demo.url).href;
  // The demo's next interview starts within eight minutes.
  await demo.passTime(25);
  for (const page of [interviewer, interviewee]) {
    await page.goto(room);
    await page.getByRole("button", { name: "Join", exact: true }).waitFor();
    await page.getByLabel("Your own video").waitFor();
  }
}

/** The pad's editor, open. */
export async function openPad(page: Page) {
  await page.getByRole("tab", { name: /^Code/ }).click();
  const editor = page.getByRole("textbox", { name: "Shared code" });
  await editor.click();
  return editor;
}

/** The code in the pad of the pictures. */
export const sampleProgram = `# Explain the metric, then test it.
def recall_at_k(scores, labels, k):
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    hits = sum(labels[i] for i in order[:k])
    return hits / max(sum(labels), 1)

print(recall_at_k([.9, .2, .7, .4], [1, 0, 1, 1], k=2))`;
export const sampleOutput = "0.666";
