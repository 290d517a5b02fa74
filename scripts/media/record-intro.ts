import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { CDPSession, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import {
  type Demo,
  joinRoom,
  openLobby,
  openPad,
  sampleCall,
  sampleProgram,
  screens,
  startDemo,
} from "./lib-demo.ts";

/** No frame lasts longer than this, in seconds: the film skips the time of waiting for the server. */
const maxStillSeconds = 1.6;
/** Captions stand a little above the edge of the picture (WebVTT §4.4). */
const captionPlace = "line:84%";

/** Captures each frame that pages draw, in a folder, with its duration, and captions. */
class Film {
  readonly #folder: string;
  readonly #frames: { file: string; seconds: number }[] = [];
  readonly #captions: { words: string; at: number }[] = [];
  readonly #writing: Promise<void>[] = [];
  #camera: CDPSession | null = null;
  /** When the last frame came, in milliseconds; null before the first one of a scene. */
  #since: number | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Films this page until `endScene`; what comes before the next `startScene` is not in the film. */
  async startScene(page: Page): Promise<void> {
    await this.endScene();
    const camera = await page.context().newCDPSession(page);
    this.#camera = camera;
    camera.on("Page.screencastFrame", ({ data, sessionId }) => {
      if (this.#camera !== camera) return;
      this.#endFrame();
      const file = path.join(this.#folder, `${String(this.#frames.length).padStart(5, "0")}.jpg`);
      this.#frames.push({ file, seconds: 0 });
      this.#since = performance.now();
      this.#writing.push(writeFile(file, Buffer.from(data, "base64")));
      camera.send("Page.screencastFrameAck", { sessionId }).catch((error: unknown) => {
        // After the end of the scene, the last frame may still have been on the way, which is fine.
        if (this.#camera === camera) throw error;
      });
    });
    await camera.send("Page.startScreencast", { format: "jpeg", quality: 94 });
  }

  /** Returns the seconds filmed so far. */
  async endScene(): Promise<number> {
    this.#endFrame();
    this.#since = null;
    const camera = this.#camera;
    this.#camera = null;
    await camera?.detach();
    return this.#seconds;
  }

  /** Shows a caption under the pictures until the next one. */
  addCaption(words: string): void {
    this.#endFrame();
    this.#captions.push({ words, at: this.#seconds });
  }

  /** Ends the film; returns ffmpeg's list of frames and the captions as WebVTT. */
  async finish(): Promise<{ list: string; captions: string }> {
    await this.endScene();
    await Promise.all(this.#writing);
    const entries = this.#frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds.toFixed(3)}`);
    const cues = this.#captions.map(({ words, at }, index) => {
      const until = this.#captions[index + 1]?.at ?? this.#seconds;
      return `${formatTimestamp(at)} --> ${formatTimestamp(until)} ${captionPlace}\n${words}`;
    });
    // ffmpeg ignores the duration of the last entry, unless its file follows once more.
    entries.push(`file '${this.#frames.at(-1)?.file}'`);
    return { list: `${entries.join("\n")}\n`, captions: `WEBVTT\n\n${cues.join("\n\n")}\n` };
  }

  get #seconds(): number {
    return this.#frames.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  #endFrame(): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined && this.#since !== null)
      frame.seconds = Math.min(maxStillSeconds, (performance.now() - this.#since) / 1000);
  }
}

/** Formats seconds for WebVTT: `00:07.250`. */
function formatTimestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(14, 23);
}

/* Films the landing page's intro on the running product with its demo data: a slot is chosen and booked,
   both people check their devices and meet in the room, code is written and run, feedback is given and
   found, and a report, its record and Progress are shown. Both people are drawn (lib-demo.ts). `npm run
   build && npm run make -- intro`. Needs ffmpeg (Debian's package) and Chromium. */
const target = path.resolve("web/public/videos");
const work = await mkdtemp(path.join(tmpdir(), "greenroom-intro-"));
const demo = await startDemo();

/** Runs ffmpeg (Debian: `ffmpeg`). The results are committed, so that nobody else needs it. */
async function ffmpeg(...args: string[]): Promise<void> {
  await promisify(execFile)("ffmpeg", ["-y", "-loglevel", "error", ...args], { maxBuffer: 1 << 26 });
}

/** A visible pointer, because a headless browser draws none. */
const pointer = `addEventListener("DOMContentLoaded", () => {
  const dot = document.createElement("div");
  dot.style.cssText = "position:fixed;z-index:99999;left:-40px;top:-40px;width:22px;height:22px;margin:-11px 0 0 -11px;border-radius:50%;background:rgb(244 183 64 / .55);border:2px solid #8a5c00;pointer-events:none;transition:scale .12s";
  document.documentElement.append(dot);
  addEventListener("pointermove", ({ clientX, clientY }) => { dot.style.left = clientX + "px"; dot.style.top = clientY + "px"; }, true);
  addEventListener("pointerdown", () => { dot.style.scale = ".7"; }, true);
  addEventListener("pointerup", () => { dot.style.scale = "1"; }, true);
});`;

/** Moves the pointer there at the pace of a person, and clicks. */
async function moveAndClick(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error("the element to click is not visible");
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20), { steps: 14 });
  await page.waitForTimeout(350);
  await page.mouse.down();
  await page.waitForTimeout(90);
  await page.mouse.up();
}

/** Types a word at a time, because keystrokes are slow on a page that is filmed. */
async function typeWords(page: Page, text: string): Promise<void> {
  for (const word of text.split(/(?<=[ ,(])/)) {
    await page.keyboard.insertText(word);
    await page.waitForTimeout(60);
  }
}

async function filmBooking(film: Film, interviewee: Page): Promise<void> {
  await interviewee.goto(`${demo.url}/interviewee-dashboard/booking`);
  await interviewee
    .getByRole("button", { name: /Open slot with/ })
    .first()
    .waitFor();
  await interviewee.waitForTimeout(800);
  await film.startScene(interviewee);
  film.addCaption("Every open slot, in your own time zone.");
  await interviewee.waitForTimeout(1500);
  await moveAndClick(interviewee, interviewee.getByRole("button", { name: /^Next/ }).first());
  await interviewee.waitForTimeout(1500);
  film.addCaption("Choose the hour and the mentor, and confirm.");
  await moveAndClick(interviewee, interviewee.getByRole("button", { name: /Open slot with/ }).nth(1));
  await interviewee.waitForTimeout(1500);
  await moveAndClick(interviewee, interviewee.getByRole("button", { name: /^Confirm/ }).first());
  await interviewee.getByText(/✅ Booking successful/).waitFor();
  await interviewee.getByText(/✅ Booking successful/).scrollIntoViewIfNeeded();
  await film.startScene(interviewee);
  film.addCaption("The session is yours, and its room is made.");
  await interviewee.waitForTimeout(3000);
}

async function filmMeeting(film: Film, interviewee: Page, interviewer: Page, room: string): Promise<void> {
  await openLobby(interviewer, room);
  await openLobby(interviewee, room);
  await joinRoom(interviewer, null);
  await interviewee.getByText(/is in the room/).waitFor();
  await interviewee.waitForTimeout(1000);
  await film.startScene(interviewee);
  film.addCaption("Try your camera and microphone first. Nobody sees you until you join.");
  await interviewee.waitForTimeout(3200);
  await moveAndClick(interviewee, interviewee.getByRole("button", { name: "Join", exact: true }));
  await film.endScene();
  await interviewee.getByLabel("Kavya Menon’s picture").first().waitFor();
  await interviewee.getByText("Connection good").waitFor();
  await film.startScene(interviewee);
  film.addCaption("Then meet: thirty minutes of interview, by the room's own clock.");
  await interviewee.mouse.move(640, 420, { steps: 10 });
  await interviewee.waitForTimeout(5000);
}

/**
 * Returns where in the film it ends, in seconds. Python is run once before, so that its loading is not
 * filmed.
 */
async function filmCode(film: Film, interviewee: Page, interviewer: Page): Promise<number> {
  await openPad(interviewer);
  await openPad(interviewee);
  const editor = (page: Page) => page.getByRole("textbox", { name: "Shared code" });
  const run = interviewee.getByRole("button", { name: "Run", exact: true });
  await editor(interviewee).click();
  await interviewee.keyboard.insertText("print()");
  await run.click();
  await interviewee.getByText("Ran in this page").waitFor();
  await editor(interviewee).click();
  await interviewee.keyboard.press("Control+a");
  await interviewee.keyboard.insertText(`${sampleProgram.slice(0, 2).join("\n")}\n    `);
  await editor(interviewer).click();
  await interviewer.keyboard.press("Control+Home");
  await interviewee.waitForTimeout(600);
  await film.startScene(interviewee);
  film.addCaption("Write code together, each with a cursor of their own…");
  await editor(interviewee).click({ position: { x: 300, y: 90 } });
  await interviewee.keyboard.press("Control+End");
  await typeWords(interviewee, `${sampleProgram.slice(2).join("\n    ")}\n`);
  await editor(interviewer).click();
  await interviewer.keyboard.press("Control+End");
  await typeWords(interviewer, `\n${sampleCall}`);
  await film.startScene(interviewee);
  film.addCaption("…and run it, right there in the page.");
  await moveAndClick(interviewee, run);
  await interviewee.getByRole("region", { name: "Output" }).getByText("0.666").waitFor();
  await interviewee.mouse.move(560, 470, { steps: 10 });
  await interviewee.waitForTimeout(3500);
  return await film.endScene();
}

/** The interviewee after the interview: their rating, and where the mentor's review appears. */
async function filmFeedback(film: Film, interviewee: Page): Promise<void> {
  await interviewee.goto(`${demo.url}/interviewee-dashboard/my-sessions`);
  const give = interviewee.getByRole("button", { name: /Give Feedback on/ }).first();
  await give.scrollIntoViewIfNeeded();
  await interviewee.mouse.move(900, 500);
  await interviewee.waitForTimeout(800);
  await film.startScene(interviewee);
  film.addCaption("Afterwards, say how it was…");
  await moveAndClick(interviewee, give);
  await interviewee.waitForTimeout(500);
  await moveAndClick(interviewee, interviewee.getByText("Excellent"));
  await moveAndClick(interviewee, interviewee.getByLabel("Overall summary"));
  await typeWords(interviewee, "Kind, exact, and harder than the real one.");
  await moveAndClick(interviewee, interviewee.getByRole("button", { name: "Submit Feedback" }));
  await interviewee.getByText(/✅ Feedback submitted/).waitFor();
  await interviewee.waitForTimeout(1100);
  await film.startScene(interviewee);
  film.addCaption("…and find your mentor's review beside the session.");
  const file = interviewee.getByRole("button", { name: /Download Feedback/ }).first();
  await scrollSlowly(interviewee, file, 520);
  const box = await file.boundingBox();
  if (box !== null)
    await interviewee.mouse.move(box.x + box.width / 2, box.y + box.height + 12, { steps: 16 });
  await interviewee.waitForTimeout(2600);
}

/** Scrolls until the element is above `y`. */
async function scrollSlowly(page: Page, element: Locator, y: number): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) {
    const box = await element.boundingBox();
    if (box !== null && box.y < y) return;
    await page.mouse.wheel(0, 28);
    await page.waitForTimeout(40);
  }
}

/** The report of an earlier interview, the moment behind one of its points, and what several interviews show. */
async function filmReport(film: Film, interviewee: Page): Promise<void> {
  await interviewee.goto(`${demo.url}/interviewee-dashboard/my-sessions`);
  const report = interviewee.getByRole("link", { name: /Measured report/ }).first();
  await report.scrollIntoViewIfNeeded();
  await interviewee.waitForTimeout(600);
  await film.startScene(interviewee);
  film.addCaption("The report is counted from the record of your interview…");
  await moveAndClick(interviewee, report);
  // The record beside the report shows the moment of the first point already.
  const moment = interviewee.getByRole("link", { name: /you said/ }).nth(1);
  await moment.waitFor();
  const [time = ""] = (await moment.textContent())?.match(/\d+:\d+/) ?? [];
  await interviewee.waitForTimeout(1200);
  await scrollSlowly(interviewee, moment, 480);
  await interviewee.waitForTimeout(1200);
  await film.startScene(interviewee);
  film.addCaption("…and each point opens the moment it rests on.");
  await moveAndClick(interviewee, moment);
  await interviewee.getByRole("heading", { name: `The record at ${time}` }).waitFor();
  await interviewee.waitForTimeout(3500);
  await film.endScene();
  await interviewee.goto(`${demo.url}/interviewee-dashboard/progress`);
  await interviewee.getByRole("heading", { name: "Scores by area" }).waitFor();
  await interviewee.waitForTimeout(600);
  await film.startScene(interviewee);
  film.addCaption("Progress shows your interviews together, and how sure that is.");
  await interviewee.mouse.move(980, 430, { steps: 20 });
  await interviewee.waitForTimeout(1200);
  const whole = interviewee.getByRole("heading", { name: "Measured in each interview" });
  await scrollSlowly(interviewee, whole, 300);
  await interviewee.waitForTimeout(1500);
}

async function recordFilm({ open, signIn, url, passTime }: Demo) {
  const interviewee = await open("interviewee", screens.film, pointer);
  const interviewer = await open("interviewer", screens.film);
  await signIn(interviewer, "interviewer");
  await signIn(interviewee, "interviewee");
  await interviewee.goto(`${url}/interviewee-dashboard/booking`);
  const meeting = interviewee.getByRole("link", { name: /Join meeting/ }).first();
  const room = new URL((await meeting.getAttribute("href")) ?? "", url).href;

  const film = new Film(work);
  try {
    await filmBooking(film, interviewee);
    await film.endScene();
    await passTime(25);
    await filmMeeting(film, interviewee, interviewer, room);
    await film.endScene();
    const end = await filmCode(film, interviewee, interviewer);
    // The interview that was filmed is over.
    await passTime(30);
    await filmFeedback(film, interviewee);
    await film.endScene();
    await filmReport(film, interviewee);
    return { ...(await film.finish()), posterAt: end - 0.8 };
  } finally {
    await film.endScene();
  }
}

try {
  await mkdir(target, { recursive: true });
  const { list, captions, posterAt } = await recordFilm(demo);
  const pictures = path.join(work, "pictures.txt");
  await writeFile(pictures, list);
  await writeFile(path.join(target, "intro.vtt"), captions);
  const input = ["-f", "concat", "-safe", "0", "-i", pictures];
  const frames = ["-vf", "scale=1280:800:flags=lanczos,fps=15,format=yuv420p", "-an"];
  const file = (name: string) => path.join(target, name);
  const vp9 = ["-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0", "-row-mt", "1", "-cpu-used", "3"];
  await ffmpeg(...input, ...frames, ...vp9, file("intro.webm"));
  const h264 = ["-c:v", "libx264", "-crf", "23", "-preset", "slow", "-movflags", "+faststart"];
  await ffmpeg(...input, ...frames, ...h264, file("intro.mp4"));
  // The end of the run: both videos, the code, and its output.
  const poster = path.join(work, "poster.png");
  await ffmpeg("-ss", posterAt.toFixed(1), "-i", file("intro.mp4"), "-frames:v", "1", poster);
  await sharp(poster).resize(960).avif({ quality: 50 }).toFile(file("intro.avif"));
  let bytes = 0;
  for (const name of ["intro.webm", "intro.mp4", "intro.avif", "intro.vtt"])
    bytes += (await stat(file(name))).size;
  if (bytes > 3_000_000) throw new Error(`The intro has ${bytes} bytes, over 3 MB`);
  console.warn(`The intro has ${bytes} bytes`);
} finally {
  await demo.stop();
  await rm(work, { recursive: true, force: true });
}
