import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { type Demo, goToDoor, join, openPad, program, screens, startDemo, trial } from "./lib-demo.ts";
import { avif, ffmpeg } from "./lib-ffmpeg.ts";
import { type Film, startFilm } from "./lib-film.ts";

/*
 * Films the landing page's intro on the running product with its demo data: a slot is chosen and booked, both check their
 * devices and meet in the room, code is written and run, feedback is given and found. The two are drawn (lib-camera.ts). `npm run build && npm run make:intro`. Needs ffmpeg (Debian's package) beside Chromium.
 */
const target = path.resolve("web/public/videos");
const work = await mkdtemp(path.join(tmpdir(), "greenroom-intro-"));
const demo = await startDemo(3962);

/** A pointer that can be seen: a headless browser draws none. */
const pointer = `addEventListener("DOMContentLoaded", () => {
  const dot = document.createElement("div");
  dot.style.cssText = "position:fixed;z-index:99999;left:-40px;top:-40px;width:22px;height:22px;margin:-11px 0 0 -11px;border-radius:50%;background:rgb(244 183 64 / .55);border:2px solid #8a5c00;pointer-events:none;transition:scale .12s";
  document.documentElement.append(dot);
  addEventListener("pointermove", ({ clientX, clientY }) => { dot.style.left = clientX + "px"; dot.style.top = clientY + "px"; }, true);
  addEventListener("pointerdown", () => { dot.style.scale = ".7"; }, true);
  addEventListener("pointerup", () => { dot.style.scale = "1"; }, true);
});`;

/** Goes there by hand, at the pace of a person, and clicks. */
async function press(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error("there is nothing to press");
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20), { steps: 14 });
  await page.waitForTimeout(350);
  await page.mouse.down();
  await page.waitForTimeout(90);
  await page.mouse.up();
}

/** Types a word at a time: strokes are dear where a page is filmed. */
async function write(page: Page, text: string): Promise<void> {
  for (const word of text.split(/(?<=[ ,(])/)) {
    await page.keyboard.insertText(word);
    await page.waitForTimeout(60);
  }
}

async function book(film: Film, guest: Page): Promise<void> {
  await guest.goto(`${demo.url}/interviewee-dashboard/booking`);
  await guest
    .getByRole("button", { name: /Open slot with/ })
    .first()
    .waitFor();
  await guest.waitForTimeout(800);
  await film.roll(guest, 9);
  film.say("Every open slot, in your own time zone.");
  await guest.waitForTimeout(1500);
  await press(guest, guest.getByRole("button", { name: /^Next/ }).first());
  await guest.waitForTimeout(1500);
  film.say("Choose the hour and the mentor, and confirm.");
  await press(guest, guest.getByRole("button", { name: /Open slot with/ }).nth(1));
  await guest.waitForTimeout(1500);
  await press(guest, guest.getByRole("button", { name: /^Confirm/ }).first());
  await guest.getByText(/✅ Booking successful/).waitFor();
  await guest.getByText(/✅ Booking successful/).scrollIntoViewIfNeeded();
  await film.roll(guest, 3);
  film.say("The session is yours, and its room is made.");
  await guest.waitForTimeout(3000);
}

async function meet(film: Film, guest: Page, host: Page, room: string): Promise<void> {
  await goToDoor(host, room);
  await goToDoor(guest, room);
  await join(host, null);
  await guest.getByText(/is in the room/).waitFor();
  await guest.waitForTimeout(1000);
  await film.roll(guest, 6);
  film.say("Try your camera and microphone first. Nobody sees you until you join.");
  await guest.waitForTimeout(3200);
  await press(guest, guest.getByRole("button", { name: "Join", exact: true }));
  await film.cut();
  await guest.getByLabel("Kavya Menon’s picture").first().waitFor();
  await guest.getByText("Connection good").waitFor();
  await film.roll(guest, 6);
  film.say("Then meet: thirty minutes of interview, by the room's own clock.");
  await guest.mouse.move(640, 420, { steps: 10 });
  await guest.waitForTimeout(5000);
}

/** Answers where in the film it ends, in seconds. Python's way into the page is not filmed: it is run once before. */
async function code(film: Film, guest: Page, host: Page): Promise<number> {
  await openPad(host);
  await openPad(guest);
  const editor = (page: Page) => page.getByRole("textbox", { name: "Shared code" });
  const run = guest.getByRole("button", { name: "Run", exact: true });
  await editor(guest).click();
  await guest.keyboard.insertText("print()");
  await run.click();
  await guest.getByText("Ran in this page").waitFor();
  await editor(guest).click();
  await guest.keyboard.press("Control+a");
  await guest.keyboard.insertText(`${program.slice(0, 2).join("\n")}\n    `);
  await editor(host).click();
  await host.keyboard.press("Control+Home");
  await guest.waitForTimeout(600);
  await film.roll(guest, 10);
  film.say("Write code together, each with a cursor of their own…");
  await editor(guest).click({ position: { x: 300, y: 90 } });
  await guest.keyboard.press("Control+End");
  await write(guest, `${program.slice(2).join("\n    ")}\n`);
  await editor(host).click();
  await host.keyboard.press("Control+End");
  await write(host, `\n${trial}`);
  await film.roll(guest, 6);
  film.say("…and run it, right there in the page.");
  await press(guest, run);
  await guest.getByRole("region", { name: "Output" }).getByText("0.666").waitFor();
  await guest.mouse.move(560, 470, { steps: 10 });
  await guest.waitForTimeout(3500);
  return await film.cut();
}

/** The guest on an interview that is over: their word on it, and where the mentor's review stands. */
async function lookBack(film: Film, guest: Page): Promise<void> {
  await guest.goto(`${demo.url}/interviewee-dashboard/my-sessions`);
  const give = guest.getByRole("button", { name: /Give Feedback on/ }).first();
  await give.scrollIntoViewIfNeeded();
  await guest.mouse.move(900, 500);
  await guest.waitForTimeout(800);
  await film.roll(guest, 8);
  film.say("Afterwards, say how it was…");
  await press(guest, give);
  await guest.waitForTimeout(500);
  await press(guest, guest.getByText("Excellent"));
  await press(guest, guest.getByLabel("Overall summary"));
  await write(guest, "Kind, exact, and harder than the real one.");
  await press(guest, guest.getByRole("button", { name: "Submit Feedback" }));
  await guest.getByText(/✅ Feedback submitted/).waitFor();
  await guest.waitForTimeout(1100);
  await film.roll(guest, 6);
  film.say("…and find your mentor's review beside the session.");
  const file = guest.getByRole("button", { name: /Download Feedback/ }).first();
  for (let turn = 0; turn < 40; turn += 1) {
    const box = await file.boundingBox();
    if (box !== null && box.y < 520) break;
    await guest.mouse.wheel(0, 28);
    await guest.waitForTimeout(50);
  }
  const box = await file.boundingBox();
  if (box !== null) await guest.mouse.move(box.x + box.width / 2, box.y + box.height + 12, { steps: 16 });
  await guest.waitForTimeout(2600);
}

async function shoot({ open, signIn, url, advance }: Demo) {
  const guest = await open("interviewee", screens.film, pointer);
  const host = await open("interviewer", screens.film);
  await signIn(host, "interviewer");
  await signIn(guest, "interviewee");
  await guest.goto(`${url}/interviewee-dashboard/booking`);
  const meeting = guest.getByRole("link", { name: /Join meeting/ }).first();
  const room = new URL((await meeting.getAttribute("href")) ?? "", url).href;

  const film = startFilm(work);
  try {
    await book(film, guest);
    await film.cut();
    advance(25);
    await meet(film, guest, host, room);
    await film.cut();
    const end = await code(film, guest, host);
    await lookBack(film, guest);
    return { ...(await film.finish()), posterAt: end - 0.8 };
  } finally {
    await film.cut();
  }
}

try {
  await mkdir(target, { recursive: true });
  const { list, captions, posterAt } = await shoot(demo);
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
    // The end of the run: both pictures, the code, and what came of it.
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
  if (bytes > 3_000_000) throw new Error(`The intro weighs ${bytes} bytes, over 3 MB`);
  console.warn(`The intro weighs ${bytes} bytes`);
} finally {
  await demo.stop();
  await rm(work, { recursive: true, force: true });
}
