import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { goToDoor, join, openBooking, openPad, program, screens, startDemo, trial } from "./lib-demo.ts";
import { encodeStill } from "./lib-ffmpeg.ts";

/*
 * Takes the six pictures of the landing page's slideshow, and the README's, from the running product with its demo data:
 * `npm run build && npm run make:slides`. Needs ffmpeg (Debian's package) beside Chromium.
 */
const target = path.resolve("web/public/images/how");
const readme = path.resolve("docs/images");
const work = await mkdtemp(path.join(tmpdir(), "greenroom-slides-"));
const demo = await startDemo(3961);

async function settle(page: Page): Promise<void> {
  // A room is never idle.
  if (!page.url().includes("/room/")) await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
}

async function keep(page: Page, name: string): Promise<void> {
  await settle(page);
  const file = path.join(work, `${name}.png`);
  await page.screenshot({ path: file });
  for (const width of [1280, 720]) await encodeStill(file, path.join(target, `${name}-${width}`), width);
  console.warn(`${name} taken`);
}

async function centre(element: Locator): Promise<void> {
  await element.evaluate((found) => found.scrollIntoView({ block: "center" }));
}

async function shootPublicPages(): Promise<void> {
  const page = await demo.open("interviewee", screens.tall);
  await page.goto(`${demo.url}/signup`);
  await page.getByLabel("First name").fill("Meera");
  await page.getByLabel("Email").fill("meera@example.com");
  // The form is a little higher than the screen: what is cut off is its foot, not the page's head.
  await page.evaluate(() => scrollTo(0, 0));
  await keep(page, "sign-up");
  await page.goto(`${demo.url}/pricing`);
  await centre(page.getByRole("main").locator("> *").first());
  await keep(page, "pick-a-plan");
}

async function shootReadme(): Promise<void> {
  const page = await demo.open("interviewee", screens.readme);
  await demo.signIn(page, "interviewee");
  await openBooking(page, demo.url);
  await settle(page);
  const file = path.join(work, "booking.png");
  await page.screenshot({ path: file });
  await encodeStill(file, path.join(readme, "booking"), 1440);
  await rm(path.join(readme, "booking.avif"));
}

async function shootDashboards(): Promise<void> {
  const guest = await demo.open("interviewee", screens.wide);
  await demo.signIn(guest, "interviewee");
  await openBooking(guest, demo.url);
  await keep(guest, "book-a-session");
  await guest.goto(`${demo.url}/interviewee-dashboard/my-sessions`);
  await keep(guest, "your-sessions");

  const host = await demo.open("interviewer", screens.wide);
  await demo.signIn(host, "interviewer");
  await host.goto(`${demo.url}/interviewer-dashboard/history`);
  await keep(host, "mentor-insights");
  await shootRoom(host, guest);
}

/** The demo's next interview starts within twenty minutes: 25 minutes from now it is well under way. */
async function shootRoom(host: Page, guest: Page): Promise<void> {
  await guest.goto(`${demo.url}/interviewee-dashboard/booking`);
  const room = await guest
    .getByRole("link", { name: /Join meeting/ })
    .first()
    .getAttribute("href");
  const address = new URL(room ?? "", demo.url).href;
  demo.advance(25);
  for (const page of [host, guest]) await goToDoor(page, address);
  await join(host, null);
  await join(guest, "Kavya Menon");
  for (const page of [host, guest]) await openPad(page);
  const editor = (page: Page) => page.getByRole("textbox", { name: "Shared code" });
  await editor(guest).click();
  await guest.keyboard.insertText(
    `${program[0]}\n${program[1]}\n    ${program.slice(2).join("\n    ")}\n\n${trial}`,
  );
  await editor(host).click();
  await host.keyboard.press("Control+Home");
  for (const key of ["ArrowDown", "End"]) await host.keyboard.press(key);
  await guest.getByRole("button", { name: "Run", exact: true }).click();
  await guest.getByRole("region", { name: "Output" }).getByText("0.666").waitFor();
  await guest.getByText("Connection good").waitFor();
  await keep(guest, "practice");
}

try {
  await mkdir(target, { recursive: true });
  await mkdir(readme, { recursive: true });
  await shootPublicPages();
  await shootReadme();
  await shootDashboards();
} finally {
  await demo.stop();
  await rm(work, { recursive: true, force: true });
}
