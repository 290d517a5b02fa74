import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { openLobbies, openPad, sampleOutput, sampleProgram, startDemo } from "./lib-demo.ts";

/* Films the landing page's intro on the running product with its demo data: a slot is booked, both people meet in the
   room, code is written and run, feedback is given, and a report, its record and Progress are shown. `npm run build && npm
   run make -- intro`. Needs ffmpeg (Debian's package) and Chromium; the results are committed. */
const target = path.resolve("web/public/videos");
const work = await mkdtemp(path.join(tmpdir(), "greenroom-intro-"));
const demo = await startDemo();

/** No frame lasts longer than this, in seconds: the film skips the time of waiting for the server. */
const maxStillSeconds = 1.6;
const frames: { file: string; seconds: number }[] = [];
const cues: string[] = [];

const filmedSeconds = () => frames.reduce((sum, { seconds }) => sum + seconds, 0);
/** Formats seconds for WebVTT: `00:07.250`. */
const timestamp = (seconds: number) => new Date(seconds * 1000).toISOString().slice(14, 23);

/** Films a page while something is done there, with one caption, and for some seconds after it. */
async function film(page: Page, caption: string, act: () => Promise<unknown>, seconds = 2): Promise<void> {
  const startsAt = filmedSeconds();
  const writing: Promise<void>[] = [];
  let since = 0;
  const endFrame = () => {
    const last = frames.at(-1);
    if (last !== undefined && since > 0)
      last.seconds = Math.min(maxStillSeconds, (performance.now() - since) / 1000);
  };
  await page.screencast.start({
    quality: 94,
    onFrame({ data }) {
      endFrame();
      since = performance.now();
      const file = path.join(work, `${String(frames.length).padStart(5, "0")}.jpg`);
      frames.push({ file, seconds: 0 });
      writing.push(writeFile(file, data));
    },
  });
  await act();
  await page.waitForTimeout(seconds * 1000);
  await page.screencast.stop();
  endFrame();
  await Promise.all(writing);
  // Captions stand a little above the edge of the picture (WebVTT §4.4).
  cues.push(`${timestamp(startsAt)} --> ${timestamp(filmedSeconds())} line:84%\n${caption}`);
}

/** Types a word at a time, because keystrokes are slow on a page that is filmed. */
async function typeWords(page: Page, text: string): Promise<void> {
  for (const word of text.split(/(?<=[ ,(])/)) {
    await page.keyboard.insertText(word);
    await page.waitForTimeout(60);
  }
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

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

async function filmBooking(me: Page): Promise<void> {
  await me.goto(`${demo.url}/interviewee-dashboard/booking`);
  await button(me, /Open slot with/).waitFor();
  await film(me, "Every open slot, in your own time zone.", () => button(me, /^Next/).click());
  await film(me, "Choose the hour and the mentor, and confirm.", async () => {
    await button(me, /Open slot with/).click();
    await me.waitForTimeout(1500);
    await button(me, /^Confirm/).click();
    await me.getByText(/✅ Booking successful/).waitFor();
  });
  const done = me.getByText(/✅ Booking successful/);
  await film(me, "The session is yours, and its room is made.", () => done.scrollIntoViewIfNeeded());
}

async function filmMeeting(me: Page, interviewer: Page): Promise<void> {
  await openLobbies(demo, me, interviewer);
  await button(interviewer, "Join").click();
  await me.getByText(/is in the room/).waitFor();
  await film(
    me,
    "Try your camera and microphone first. Nobody sees you until you join.",
    () => me.getByLabel("Your own video").hover(),
    4,
  );
  await button(me, "Join").click();
  await me.getByLabel("Kavya Menon’s picture").first().waitFor();
  await film(
    me,
    "Then meet: thirty minutes of interview, by the room's own clock.",
    () => me.getByText("Connection good").waitFor(),
    4,
  );
}

async function filmCode(me: Page, interviewer: Page): Promise<void> {
  const [head = "", rest = ""] = sampleProgram.split(/(?<=k\):\n)/);
  const editor = await openPad(me);
  // Loads Python before it is filmed.
  await me.keyboard.insertText("print()");
  await button(me, "Run").click();
  await me.getByText("Ran in this page").waitFor();
  await editor.fill("");
  await openPad(interviewer);
  await typeWords(interviewer, head);
  await film(me, "Write code together, each with a cursor of their own…", async () => {
    await editor.click();
    await me.keyboard.press("Control+End");
    await typeWords(me, rest);
  });
  await film(me, "…and run it, right there in the page.", async () => {
    await button(me, "Run").click();
    await me.getByRole("region", { name: "Output" }).getByText(sampleOutput).waitFor();
  });
}

/** The interviewee after the interview: their rating, and where the mentor's review appears. */
async function filmFeedback(me: Page): Promise<void> {
  await me.goto(`${demo.url}/interviewee-dashboard/my-sessions`);
  await button(me, /Give Feedback on/).scrollIntoViewIfNeeded();
  await film(me, "Afterwards, say how it was…", async () => {
    await button(me, /Give Feedback on/).click();
    await me.getByText("Excellent").click();
    await me.getByLabel("Overall summary").click();
    await typeWords(me, "Kind, exact, and harder than the real one.");
    await button(me, "Submit Feedback").click();
    await me.getByText(/✅ Feedback submitted/).waitFor();
  });
  const file = button(me, /Download Feedback/);
  await film(me, "…and find your mentor's review beside the session.", () => scrollSlowly(me, file, 520));
}

/** The report of an earlier interview, the moment behind one of its points, and what several interviews show. */
async function filmReport(me: Page): Promise<void> {
  await me.goto(`${demo.url}/interviewee-dashboard/my-sessions`);
  const report = me.getByRole("link", { name: /report on the interview/i }).first();
  await report.scrollIntoViewIfNeeded();
  // The record beside the report shows the moment of the first point already.
  const moment = me.getByRole("link", { name: /you said/ }).nth(1);
  await film(me, "The report is counted from the record of your interview…", async () => {
    await report.click();
    await moment.waitFor();
    await scrollSlowly(me, moment, 480);
  });
  const [time = ""] = (await moment.textContent())?.match(/\d+:\d+/) ?? [];
  await film(me, "…and each point opens the moment it rests on.", async () => {
    await moment.click();
    await me.getByRole("heading", { name: `The record at ${time}` }).waitFor();
  });
  await me.goto(`${demo.url}/interviewee-dashboard/progress`);
  await me.getByRole("heading", { name: "Scores by area" }).waitFor();
  await film(me, "Progress shows your interviews together, and how sure that is.", async () => {
    await me.waitForTimeout(1200);
    await scrollSlowly(me, me.getByRole("heading", { name: "Measured in each interview" }), 300);
  });
}

/** Encodes the frames, and the end of the run as the poster: both videos, the code, and its output. */
async function encode(posterAt: number): Promise<void> {
  const ffmpeg = (...args: string[]) =>
    promisify(execFile)("ffmpeg", ["-y", "-loglevel", "error", ...args], { maxBuffer: 1 << 26 });
  const file = (name: string) => path.join(target, name);
  const list = path.join(work, "frames.txt");
  const entries = frames.map((frame) => `file '${frame.file}'\nduration ${frame.seconds.toFixed(3)}`);
  // ffmpeg ignores the duration of the last entry, unless its file follows once more.
  await writeFile(list, `${entries.join("\n")}\nfile '${frames.at(-1)?.file}'\n`);
  await writeFile(file("intro.vtt"), `WEBVTT\n\n${cues.join("\n\n")}\n`);
  const input = ["-f", "concat", "-safe", "0", "-i", list, "-vf", "fps=15,format=yuv420p", "-an"];
  const vp9 = ["-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0", "-row-mt", "1", "-cpu-used", "3"];
  await ffmpeg(...input, ...vp9, file("intro.webm"));
  const h264 = ["-c:v", "libx264", "-crf", "23", "-preset", "slow", "-movflags", "+faststart"];
  await ffmpeg(...input, ...h264, file("intro.mp4"));
  const still = [
    "-ss",
    posterAt.toFixed(1),
    "-i",
    file("intro.mp4"),
    "-frames:v",
    "1",
    "-vf",
    "scale=960:-1",
  ];
  await ffmpeg(...still, "-still-picture", "1", file("intro.avif"));
}

try {
  await mkdir(target, { recursive: true });
  const interviewee = await demo.open("interviewee", 1280, 800);
  const interviewer = await demo.open("interviewer", 1280, 800);
  await demo.signIn(interviewer, "interviewer");
  await demo.signIn(interviewee, "interviewee");
  // Draws a pointer, because a headless browser has none.
  await interviewee.screencast.showActions({ cursor: "pointer", style: { title: "display: none" } });
  await filmBooking(interviewee);
  await filmMeeting(interviewee, interviewer);
  await filmCode(interviewee, interviewer);
  const posterAt = filmedSeconds() - 0.8;
  // The interview that was filmed is over.
  await demo.passTime(30);
  await filmFeedback(interviewee);
  await filmReport(interviewee);
  await encode(posterAt);
} finally {
  await demo.stop();
  await rm(work, { recursive: true, force: true });
}
