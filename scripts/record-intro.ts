import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { demoPeople, enterRoom, screens, startDemo } from "./lib-demo.ts";
import { ffmpeg } from "./lib-ffmpeg.ts";
import { startFilm } from "./lib-film.ts";

/*
 * Films the landing page's intro on the running product with its demo data: a slot is chosen and booked, both meet in
 * the room, feedback is read. `npm run build && npm run make:intro`. Needs ffmpeg (Debian's package) beside Chromium.
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

async function film(): Promise<{ list: string; captions: string }> {
  const guest = await demo.open(screens.film, pointer);
  const host = await demo.open(screens.film, pointer);
  await demo.signIn(host, demoPeople.interviewer);
  await demo.signIn(guest, demoPeople.interviewee);
  await guest.goto(`${demo.url}/interviewee-dashboard/booking`);
  const meeting = await guest
    .getByRole("link", { name: /Join meeting/ })
    .first()
    .getAttribute("href");
  const room = new URL(meeting ?? "", demo.url).href;
  await guest.waitForTimeout(800);

  const camera = startFilm(work, guest);
  camera.say("Every open slot, in your own time zone.");
  await guest.waitForTimeout(1400);
  await press(guest, guest.getByRole("button", { name: /^Next/ }).first());
  await guest.waitForTimeout(1200);
  camera.say("Choose the hour and the mentor, and confirm.");
  await press(guest, guest.getByRole("button", { name: /Open slot with/ }).nth(1));
  await guest.waitForTimeout(1100);
  await press(guest, guest.getByRole("button", { name: /^Confirm/ }).first());
  await guest.getByText(/✅ Booking successful/).waitFor();
  await guest.getByText(/✅ Booking successful/).scrollIntoViewIfNeeded();
  camera.say("The session is yours, and its room is made.");
  await guest.waitForTimeout(2600);

  demo.advance(25);
  await enterRoom(host, room);
  camera.say("Meet in the room: thirty minutes of interview, by its own clock.");
  await enterRoom(guest, room);
  await guest.waitForTimeout(4500);
  camera.say("Then ten minutes of feedback, and five to breathe.");
  demo.advance(9);
  await guest.waitForTimeout(7500);

  camera.say("Afterwards, everything that was said about it stands in one place.");
  await guest.goto(`${demo.url}/interviewee-dashboard/my-sessions`);
  await guest.waitForTimeout(1500);
  await guest.mouse.move(600, 400);
  for (let turn = 0; turn < 14; turn += 1) {
    await guest.mouse.wheel(0, 26);
    await guest.waitForTimeout(70);
  }
  await guest.waitForTimeout(2400);
  return await camera.finish();
}

try {
  await mkdir(target, { recursive: true });
  const { list, captions } = await film();
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
    "-ss",
    "2",
    "-i",
    file("intro.mp4"),
    "-frames:v",
    "1",
    "-vf",
    "scale=800:500:flags=lanczos",
  ];
  await ffmpeg(...poster, "-c:v", "libwebp", "-quality", "70", file("intro.webp"));
  let bytes = 0;
  for (const name of ["intro.webm", "intro.mp4", "intro.webp", "intro.vtt"])
    bytes += (await stat(file(name))).size;
  if (bytes > 3_000_000) throw new Error(`The intro weighs ${bytes} bytes, over 3 MB`);
  console.warn(`The intro weighs ${bytes} bytes`);
} finally {
  await demo.stop();
  await rm(work, { recursive: true, force: true });
}
