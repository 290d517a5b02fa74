import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CDPSession, Locator, Page } from "@playwright/test";
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
import { avif, ffmpeg } from "./lib-ffmpeg.ts";

/** A film of pages: its frames with the duration of each, and its captions. */
interface Film {
  /**
   * Films this page until the scene ends. A scene that took longer than `seconds`, on a slow machine or with
   * much typing, is sped up.
   */
  startScene(page: Page, seconds: number): Promise<void>;
  /**
   * Ends the scene; what comes before the next `startScene` is not in the film. Returns the seconds filmed so
   * far.
   */
  endScene(): Promise<number>;
  /** Shows a caption under the pictures until the next one. */
  addCaption(words: string): void;
  /** Ends the film; returns ffmpeg's list of frames and the captions as WebVTT. */
  finish(): Promise<{ list: string; captions: string }>;
}

interface Scene {
  camera: CDPSession;
  /** The length of the film before it, in seconds. */
  startSeconds: number;
  /** How long it may last, in seconds. */
  maxSeconds: number;
  /** When it began, in milliseconds; null before its first frame. */
  startedAt: number | null;
  frames: { file: string; at: number }[];
  captions: { words: string; at: number }[];
}

/** No frame lasts longer than this, in seconds: the film skips the time of waiting for the server. */
const maxStillSeconds = 1.6;

/**
 * Returns the seconds of waiting that are removed before an instant, given the times of all frames and of the
 * end.
 */
function createStillSkipper(times: number[]): (at: number) => number {
  return (at) =>
    times.slice(1).reduce((skipped, time, index) => {
      const since = times[index] ?? 0;
      return skipped + Math.max(0, Math.min(time, at) - since - maxStillSeconds);
    }, 0);
}

/** Captions stand a little above the edge of the picture (WebVTT §4.4). */
const captionPlace = "line:84%";

/** Captures each frame that a page draws, in a folder. */
function startFilm(folder: string): Film {
  const frames: Scene["frames"] = [];
  const captions: Scene["captions"] = [];
  const writing: Promise<void>[] = [];
  let length = 0;
  let scene: Scene | null = null;
  const elapsedSeconds = ({ startedAt }: Scene) =>
    startedAt === null ? 0 : (performance.now() - startedAt) / 1000;

  async function endScene(): Promise<number> {
    if (scene === null) return length;
    const over = scene;
    const ended = elapsedSeconds(over);
    scene = null;
    await over.camera.detach();
    const spared = createStillSkipper([...over.frames.map(({ at }) => at), ended]);
    const took = ended - spared(ended);
    const pace = Math.min(1, over.maxSeconds / took);
    const inFilm = (at: number) => over.startSeconds + pace * (at - spared(at));
    for (const frame of over.frames) frames.push({ ...frame, at: inFilm(frame.at) });
    for (const line of over.captions) captions.push({ ...line, at: inFilm(line.at) });
    length = over.startSeconds + pace * took;
    console.warn(`a scene of ${took.toFixed(1)} s at ${(1 / pace).toFixed(1)} times its pace`);
    return length;
  }

  function saveFrame(current: Scene, picture: string): void {
    current.startedAt ??= performance.now();
    const file = path.join(folder, `${String(writing.length).padStart(5, "0")}.jpg`);
    current.frames.push({ file, at: elapsedSeconds(current) });
    writing.push(writeFile(file, Buffer.from(picture, "base64")));
  }

  return {
    async startScene(page, seconds) {
      await endScene();
      const camera = await page.context().newCDPSession(page);
      const current: Scene = {
        camera,
        startSeconds: length,
        maxSeconds: seconds,
        startedAt: null,
        frames: [],
        captions: [],
      };
      scene = current;
      camera.on("Page.screencastFrame", ({ data, sessionId }) => {
        if (scene !== current) return;
        saveFrame(current, data);
        camera.send("Page.screencastFrameAck", { sessionId }).catch((error: unknown) => {
          // After the end of the scene, the last frame may still have been on the way, which is fine.
          if (scene === current) throw error;
        });
      });
      await camera.send("Page.startScreencast", { format: "jpeg", quality: 94 });
    },
    endScene,
    addCaption(words) {
      if (scene === null) throw new Error(`no scene is being filmed for the caption "${words}"`);
      scene.captions.push({ words, at: elapsedSeconds(scene) });
    },
    async finish() {
      await endScene();
      await Promise.all(writing);
      const entries = frames.map(({ file, at }, index) => {
        const until = frames[index + 1]?.at ?? length;
        return `file '${file}'\nduration ${(until - at).toFixed(3)}`;
      });
      const cues = captions.map(
        ({ words, at }, index) =>
          `${formatTimestamp(at)} --> ${formatTimestamp(captions[index + 1]?.at ?? length)} ${captionPlace}\n${words}`,
      );
      // ffmpeg ignores the duration of the last entry, unless its file follows once more.
      const last = frames.at(-1);
      if (last !== undefined) entries.push(`file '${last.file}'`);
      return { list: `${entries.join("\n")}\n`, captions: `WEBVTT\n\n${cues.join("\n\n")}\n` };
    },
  };
}

/** Formats seconds for WebVTT: `00:07.250`. */
function formatTimestamp(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, "0")}:${(seconds - minutes * 60).toFixed(3).padStart(6, "0")}`;
}

/* Films the landing page's intro on the running product with its demo data: a slot is chosen and booked,
   both people check their devices and meet in the room, code is written and run, feedback is given and
   found, and a report, its record and Progress are shown. Both people are drawn (lib-camera.ts). `npm run
   build && npm run make -- intro`. Needs ffmpeg (Debian's package) and Chromium. */
const target = path.resolve("web/public/videos");
const work = await mkdtemp(path.join(tmpdir(), "greenroom-intro-"));
const demo = await startDemo(3962);

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
  await film.startScene(interviewee, 9);
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
  await film.startScene(interviewee, 3);
  film.addCaption("The session is yours, and its room is made.");
  await interviewee.waitForTimeout(3000);
}

async function filmMeeting(film: Film, interviewee: Page, interviewer: Page, room: string): Promise<void> {
  await openLobby(interviewer, room);
  await openLobby(interviewee, room);
  await joinRoom(interviewer, null);
  await interviewee.getByText(/is in the room/).waitFor();
  await interviewee.waitForTimeout(1000);
  await film.startScene(interviewee, 6);
  film.addCaption("Try your camera and microphone first. Nobody sees you until you join.");
  await interviewee.waitForTimeout(3200);
  await moveAndClick(interviewee, interviewee.getByRole("button", { name: "Join", exact: true }));
  await film.endScene();
  await interviewee.getByLabel("Kavya Menon’s picture").first().waitFor();
  await interviewee.getByText("Connection good").waitFor();
  await film.startScene(interviewee, 6);
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
  await film.startScene(interviewee, 10);
  film.addCaption("Write code together, each with a cursor of their own…");
  await editor(interviewee).click({ position: { x: 300, y: 90 } });
  await interviewee.keyboard.press("Control+End");
  await typeWords(interviewee, `${sampleProgram.slice(2).join("\n    ")}\n`);
  await editor(interviewer).click();
  await interviewer.keyboard.press("Control+End");
  await typeWords(interviewer, `\n${sampleCall}`);
  await film.startScene(interviewee, 6);
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
  await film.startScene(interviewee, 8);
  film.addCaption("Afterwards, say how it was…");
  await moveAndClick(interviewee, give);
  await interviewee.waitForTimeout(500);
  await moveAndClick(interviewee, interviewee.getByText("Excellent"));
  await moveAndClick(interviewee, interviewee.getByLabel("Overall summary"));
  await typeWords(interviewee, "Kind, exact, and harder than the real one.");
  await moveAndClick(interviewee, interviewee.getByRole("button", { name: "Submit Feedback" }));
  await interviewee.getByText(/✅ Feedback submitted/).waitFor();
  await interviewee.waitForTimeout(1100);
  await film.startScene(interviewee, 6);
  film.addCaption("…and find your mentor's review beside the session.");
  const file = interviewee.getByRole("button", { name: /Download Feedback/ }).first();
  for (let turn = 0; turn < 40; turn += 1) {
    const box = await file.boundingBox();
    if (box !== null && box.y < 520) break;
    await interviewee.mouse.wheel(0, 28);
    await interviewee.waitForTimeout(50);
  }
  const box = await file.boundingBox();
  if (box !== null)
    await interviewee.mouse.move(box.x + box.width / 2, box.y + box.height + 12, { steps: 16 });
  await interviewee.waitForTimeout(2600);
}

/** The report of an earlier interview, the moment behind one of its points, and what several interviews show. */
async function scrollSlowly(page: Page, isDone: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 60 && !(await isDone()); turn += 1) {
    await page.mouse.wheel(0, 28);
    await page.waitForTimeout(40);
  }
}

async function filmReport(film: Film, interviewee: Page): Promise<void> {
  await interviewee.goto(`${demo.url}/interviewee-dashboard/my-sessions`);
  const report = interviewee.getByRole("link", { name: /Measured report/ }).first();
  await report.scrollIntoViewIfNeeded();
  await interviewee.waitForTimeout(600);
  await film.startScene(interviewee, 8);
  film.addCaption("The report is counted from the record of your interview…");
  await moveAndClick(interviewee, report);
  // The record beside the report shows the moment of the first point already.
  const moment = interviewee.getByRole("link", { name: /you said/ }).nth(1);
  await moment.waitFor();
  const [time = ""] = (await moment.textContent())?.match(/\d+:\d+/) ?? [];
  await interviewee.waitForTimeout(1200);
  await scrollSlowly(interviewee, async () => {
    const box = await moment.boundingBox();
    return box !== null && box.y < 480;
  });
  await interviewee.waitForTimeout(1200);
  await film.startScene(interviewee, 6);
  film.addCaption("…and each point opens the moment it rests on.");
  await moveAndClick(interviewee, moment);
  await interviewee.getByRole("heading", { name: `The record at ${time}` }).waitFor();
  await interviewee.waitForTimeout(3500);
  await film.endScene();
  await interviewee.goto(`${demo.url}/interviewee-dashboard/progress`);
  await interviewee.getByRole("heading", { name: "Scores by area" }).waitFor();
  await interviewee.waitForTimeout(600);
  await film.startScene(interviewee, 6);
  film.addCaption("Progress shows your interviews together, and how sure that is.");
  await interviewee.mouse.move(980, 430, { steps: 20 });
  await interviewee.waitForTimeout(1200);
  const whole = interviewee.getByRole("heading", { name: "Measured in each interview" });
  await scrollSlowly(interviewee, async () => ((await whole.boundingBox())?.y ?? 0) < 300);
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

  const film = startFilm(work);
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
  const poster = [
    // The end of the run: both videos, the code, and its output.
    "-ss",
    posterAt.toFixed(1),
    "-i",
    file("intro.mp4"),
    "-frames:v",
    "1",
    "-vf",
    "scale=960:600:flags=lanczos",
  ];
  await ffmpeg(...poster, ...avif(38), file("intro.avif"));
  let bytes = 0;
  for (const name of ["intro.webm", "intro.mp4", "intro.avif", "intro.vtt"])
    bytes += (await stat(file(name))).size;
  if (bytes > 3_000_000) throw new Error(`The intro has ${bytes} bytes, over 3 MB`);
  console.warn(`The intro has ${bytes} bytes`);
} finally {
  await demo.stop();
  await rm(work, { recursive: true, force: true });
}
