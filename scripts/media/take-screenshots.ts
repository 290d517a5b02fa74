import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import {
  encodeStill,
  joinRoom,
  openBooking,
  openLobby,
  openPad,
  sampleCall,
  sampleProgram,
  screens,
  startDemo,
} from "./lib-demo.ts";

/* Takes the six pictures for the landing page's slideshow, and those for the README, from the running
   product with its demo data:
   `npm run build && npm run make -- slides`. Needs Chromium. */
const target = path.resolve("web/public/images/how");
const readme = path.resolve("docs/images");
const work = await mkdtemp(path.join(tmpdir(), "greenroom-slides-"));
const demo = await startDemo();

async function waitUntilStable(page: Page): Promise<void> {
  // A room's network is never idle.
  if (!page.url().includes("/room/")) await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
}

async function saveScreenshot(page: Page, name: string): Promise<void> {
  await waitUntilStable(page);
  const file = path.join(work, `${name}.png`);
  await page.screenshot({ path: file });
  for (const width of [1280, 720]) await encodeStill(file, path.join(target, `${name}-${width}`), width);
  console.warn(`${name} taken`);
}

async function scrollToCenter(element: Locator): Promise<void> {
  await element.evaluate((found) => found.scrollIntoView({ block: "center" }));
}

async function shootPublicPages(): Promise<void> {
  const page = await demo.open("interviewee", screens.tall);
  await page.goto(`${demo.url}/signup`);
  await page.getByLabel("First name").fill("Meera");
  await page.getByLabel("Email").fill("meera@example.com");
  // The form is a little taller than the screen; this cuts off its foot instead of the page's head.
  await page.evaluate(() => scrollTo(0, 0));
  await saveScreenshot(page, "sign-up");
  await page.goto(`${demo.url}/pricing`);
  await scrollToCenter(page.getByRole("main").locator("> *").first());
  await saveScreenshot(page, "pick-a-plan");
}

async function shootReadme(): Promise<void> {
  const page = await demo.open("interviewee", screens.readme);
  await demo.signIn(page, "interviewee");
  await openBooking(page, demo.url);
  await waitUntilStable(page);
  const file = path.join(work, "booking.png");
  await page.screenshot({ path: file });
  await encodeStill(file, path.join(readme, "booking"), 1440);
  await rm(path.join(readme, "booking.avif"));
}

async function shootDashboards(): Promise<void> {
  const interviewee = await demo.open("interviewee", screens.wide);
  await demo.signIn(interviewee, "interviewee");
  await openBooking(interviewee, demo.url);
  await saveScreenshot(interviewee, "book-a-session");
  await interviewee.goto(`${demo.url}/interviewee-dashboard/my-sessions`);
  await saveScreenshot(interviewee, "your-sessions");

  const interviewer = await demo.open("interviewer", screens.wide);
  await demo.signIn(interviewer, "interviewer");
  await interviewer.goto(`${demo.url}/interviewer-dashboard/history`);
  await saveScreenshot(interviewer, "mentor-insights");
  await shootRoom(interviewer, interviewee);
}

/** The demo's next interview starts within eight minutes, so 25 minutes from now it is in progress. */
async function shootRoom(interviewer: Page, interviewee: Page): Promise<void> {
  await interviewee.goto(`${demo.url}/interviewee-dashboard/booking`);
  const room = await interviewee
    .getByRole("link", { name: /Join meeting/ })
    .first()
    .getAttribute("href");
  const address = new URL(room ?? "", demo.url).href;
  await demo.advance(25);
  for (const page of [interviewer, interviewee]) await openLobby(page, address);
  await joinRoom(interviewer, null);
  await joinRoom(interviewee, "Kavya Menon");
  for (const page of [interviewer, interviewee]) await openPad(page);
  const editor = (page: Page) => page.getByRole("textbox", { name: "Shared code" });
  await editor(interviewee).click();
  await interviewee.keyboard.insertText(
    `${sampleProgram[0]}\n${sampleProgram[1]}\n    ${sampleProgram.slice(2).join("\n    ")}\n\n${sampleCall}`,
  );
  await editor(interviewer).click();
  await interviewer.keyboard.press("Control+Home");
  for (const key of ["ArrowDown", "End"]) await interviewer.keyboard.press(key);
  await interviewee.getByRole("button", { name: "Run", exact: true }).click();
  await interviewee.getByRole("region", { name: "Output" }).getByText("0.666").waitFor();
  await interviewee.getByText("Connection good").waitFor();
  await saveScreenshot(interviewee, "practice");
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
