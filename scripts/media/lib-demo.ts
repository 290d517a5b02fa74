import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "@playwright/test";
import sharp from "sharp";
import { createShiftedClock } from "../../prove/lib/test-bed.ts";
import { freePort, readDemoPassword, startServer, stopServer } from "../../server/testing/processes.ts";

/** The browser that draws and takes the pictures. */
const chromiumPath = process.env.CHROME_PATH ?? "/usr/bin/chromium";

/** Encodes a still picture as AVIF and WebP, `width` wide, at `target` plus their extensions. */
export async function encodeStill(source: string, target: string, width: number): Promise<void> {
  const picture = sharp(source).resize(width);
  await picture.clone().webp({ quality: 78, preset: "text" }).toFile(`${target}.webp`);
  await picture.clone().avif({ quality: 60 }).toFile(`${target}.avif`);
}

/** A drawn person for a fake camera: the people in the pictures do not exist. */
interface PortraitStyle {
  wall: [string, string];
  lamp: { x: number; colour: string };
  skin: string;
  shade: string;
  hair: string;
  clothing: string;
  /** The hair behind the shoulders. */
  hairstyle: "long" | "bun";
  /** Shifts their movements, so that two people do not nod in step. */
  phaseSeconds: number;
}

const portraits = {
  interviewer: {
    wall: ["#2b6652", "#173c30"],
    lamp: { x: 792, colour: "#f4c869" },
    skin: "#d9a277",
    shade: "#bf855b",
    hair: "#2a1d1a",
    clothing: "#e8dfcd",
    hairstyle: "bun",
    phaseSeconds: 0,
  },
  interviewee: {
    wall: ["#6a5636", "#3a2d1a"],
    // People see their own video mirrored, so these two look at each other.
    lamp: { x: 792, colour: "#ffd98c" },
    skin: "#b97d55",
    shade: "#9c6541",
    hair: "#1b1413",
    clothing: "#2f7d63",
    hairstyle: "long",
    phaseSeconds: 1.7,
  },
} satisfies Record<string, PortraitStyle>;

const size = { width: 960, height: 540 };
const framesPerSecond = 8;
/** The length of the loop in seconds; every movement below completes a whole number of cycles in it. */
const loopSeconds = 8;

/** Draws a person who nods, blinks and speaks, as a video file for the camera. Returns its path. */
async function renderCameraVideo(name: keyof typeof portraits, folder: string): Promise<string> {
  const frames: Buffer[] = [];
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({ viewport: size });
  for (let frame = 0; frame < loopSeconds * framesPerSecond; frame += 1) {
    await page.setContent(`<body style="margin:0">${drawPortrait(portraits[name], frame / framesPerSecond)}`);
    frames.push(await page.screenshot({ type: "jpeg", quality: 92 }));
  }
  await browser.close();
  // Motion JPEG is one JPEG after the other.
  const target = path.join(folder, `${name}.mjpeg`);
  await writeFile(target, Buffer.concat(frames));
  return target;
}

/** The picture at `seconds` of the loop, as SVG. */
function drawPortrait(style: PortraitStyle, seconds: number): string {
  const wave = (times: number) =>
    Math.sin(2 * Math.PI * ((seconds + style.phaseSeconds) / loopSeconds) * times);
  const sway = 7 * wave(1) + 2 * wave(3);
  const nod = 4 * wave(2);
  const tilt = 1.6 * wave(1);
  const blink = Math.abs(((seconds + style.phaseSeconds) % 4) - 1.2) < 0.13;
  // Speaks for half of the loop.
  const mouth = wave(1) > 0 ? 3 + 7 * Math.abs(wave(9)) : 2.5;
  const { skin, shade, hair, clothing, lamp } = style;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 540" width="960" height="540">
  <defs>
    <linearGradient id="wall" x2=".4" y2="1"><stop stop-color="${style.wall[0]}"/><stop offset="1" stop-color="${style.wall[1]}"/></linearGradient>
    <radialGradient id="glow"><stop stop-color="${lamp.colour}" stop-opacity=".6"/><stop offset="1" stop-color="${lamp.colour}" stop-opacity="0"/></radialGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="5"/></filter>
  </defs>
  <rect width="960" height="540" fill="url(#wall)"/>
  <g filter="url(#soft)">${drawShelf(960 - lamp.x)}
    <circle cx="${lamp.x}" cy="180" r="250" fill="url(#glow)"/>
    <path d="M${lamp.x - 52} 204l26-76h52l26 76z" fill="${lamp.colour}"/><path d="M${lamp.x - 4} 204h8v340h-8z" fill="#0008"/>
  </g>
  <g transform="translate(${480 + sway * 0.5} 0)">
    ${style.hairstyle === "long" ? `<path d="M-108 210C-126 20 126 20 108 210L126 420H-126z" fill="${hair}" transform="rotate(${tilt * 0.5} 0 400)"/>` : ""}
    <path d="M-236 560C-232 444-160 408-62 396H62C160 408 232 444 236 560z" fill="${clothing}"/>
    <path d="M-50 330H50V402C30 436-30 436-50 402z" fill="${shade}"/>
    <path d="M-66 394C-40 446 40 446 66 394L50 384C30 424-30 424-50 384z" fill="#0002"/>
    <g transform="translate(${sway * 0.6} ${nod}) rotate(${tilt} 0 340)">
      ${style.hairstyle === "bun" ? `<circle cx="0" cy="88" r="44" fill="${hair}"/>` : ""}
      <path d="M-104 236C-118 66 118 66 104 236L92 262H-92z" fill="${hair}"/>
      <ellipse cx="-91" cy="252" rx="13" ry="20" fill="${shade}"/><ellipse cx="91" cy="252" rx="13" ry="20" fill="${shade}"/>
      <path d="M-88 222C-88 126 88 126 88 222C90 306 46 368 0 368S-90 306-88 222z" fill="${skin}"/>
      <path d="M-94 236C-92 160-40 146-14 136 20 164 74 160 94 236 96 150 62 108 0 108S-96 150-94 236z" fill="${hair}"/>
      <path d="M-56 222q18-12 38-3M56 222q-18-12-38-3" stroke="${hair}" stroke-width="6" stroke-linecap="round" fill="none"/>
      ${blink ? `<path d="M-50 247q13 6 26 0M50 247q-13 6-26 0" stroke="${hair}" stroke-width="5" stroke-linecap="round" fill="none"/>` : `<ellipse cx="-37" cy="245" rx="8.5" ry="10" fill="${hair}"/><ellipse cx="37" cy="245" rx="8.5" ry="10" fill="${hair}"/><circle cx="-34" cy="241" r="2.6" fill="#fff"/><circle cx="40" cy="241" r="2.6" fill="#fff"/>`}
      <path d="M-3 256q-9 26-7 32 6 6 17 2" stroke="${shade}" stroke-width="5" stroke-linecap="round" fill="none"/>
      <path d="M-28 318Q0 ${326 + mouth * 0.4} 28 318Q0 ${332 + mouth * 2} -28 318z" fill="#7c3b33" stroke="#7c3b33" stroke-width="4" stroke-linejoin="round"/>
    </g>
  </g></svg>`;
}

/** Books and a plant, around `x`. */
function drawShelf(x: number): string {
  const books = [62, 84, 70, 92, 58, 78, 88].map((height, index) => {
    const colour = ["#d8c9a8", "#8fb7a4", "#b5654a", "#e3b95f", "#6d8f86", "#c9a58a", "#42695d"][index];
    return `<rect x="${x - 112 + 24 * index}" y="${236 - height}" width="20" height="${height}" fill="${colour}" opacity=".7"/>`;
  });
  return `${books.join("")}<rect x="${x - 150}" y="236" width="300" height="10" fill="#0006"/>
    <path d="M${x + 80} 236q-6-60-40-74 40-2 44 40 6-56 48-62-34 26-38 96z" fill="#7fae86" opacity=".8"/>`;
}

/** Milliseconds to wait for something on a busy machine. */
const timeoutMilliseconds = 300_000;

export type Demo = Awaited<ReturnType<typeof startDemo>>;
type DemoPerson = keyof typeof demoPeople;

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
  const browsers = new Map<DemoPerson, Browser>();
  const contexts: BrowserContext[] = [];
  return {
    url,
    /** A page in a separate browser for that person, whose camera shows their drawing, with the server's clock. */
    async open(who: DemoPerson, screen: BrowserContextOptions, ...scripts: string[]): Promise<Page> {
      const browser = browsers.get(who) ?? (await openBrowser(await renderCameraVideo(who, dataDirectory)));
      browsers.set(who, browser);
      const context = await browser.newContext(screen);
      contexts.push(context);
      context.setDefaultTimeout(timeoutMilliseconds);
      for (const script of [clockOffsetScript(initialMinutes), oneDevicePerKindScript, ...scripts])
        await context.addInitScript(script);
      return await context.newPage();
    },
    /** Moves the server's clock ahead, so that an interview begins without waiting for it. */
    advance: (minutes: number) => clock.advance(minutes),
    /** The same, and the clocks of the pages that are opened from then on in all browsers follow. */
    async passTime(minutes: number): Promise<void> {
      await clock.advance(minutes);
      // Each of these scripts moves the clock that the others have left, in any order.
      for (const context of contexts) await context.addInitScript(clockOffsetScript(minutes));
    },
    /** Signs a demo person in; ends on their dashboard. */
    async signIn(page: Page, who: DemoPerson): Promise<void> {
      await page.goto(`${url}/signin`);
      await page.getByLabel("Email").fill(demoPeople[who]);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign In", exact: true }).click();
      await page.waitForURL(/-dashboard\//);
    },
    async stop(): Promise<void> {
      for (const browser of browsers.values()) await browser.close();
      await stopServer(server);
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

function clockOffsetScript(minutes: number): string {
  const milliseconds = minutes * 60_000;
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
