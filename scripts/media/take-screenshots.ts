import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { openLobbies, openPad, sampleOutput, sampleProgram, startDemo } from "./lib-demo.ts";

/* Takes the six pictures for the landing page's slideshow, and the one of the README, from the running product with its
   demo data: `npm run build && npm run make -- slides`. Needs Chromium. */
const target = path.resolve("web/public/images/how");
const readme = path.resolve("docs/images");
const demo = await startDemo();

async function takePicture(page: Page): Promise<Buffer> {
  // A room's network is never idle.
  if (!page.url().includes("/room/")) await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
  return await page.screenshot();
}

async function takeSlide(page: Page, name: string): Promise<void> {
  const picture = await takePicture(page);
  for (const width of [1280, 720]) {
    const scaled = sharp(picture).resize(width);
    await scaled
      .clone()
      .webp({ quality: 78, preset: "text" })
      .toFile(path.join(target, `${name}-${width}.webp`));
    await scaled
      .clone()
      .avif({ quality: 60 })
      .toFile(path.join(target, `${name}-${width}.avif`));
  }
  console.warn(`${name} taken`);
}

/** The booking page in the coming week, with a slot chosen. */
async function openBooking(page: Page): Promise<void> {
  await page.goto(`${demo.url}/interviewee-dashboard/booking`);
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

async function shootPublicPages(): Promise<void> {
  const page = await demo.open("interviewee", 1440, 810);
  await page.goto(`${demo.url}/signup`);
  await page.getByLabel("First name").fill("Meera");
  await page.getByLabel("Email").fill("meera@example.com");
  // The form is a little taller than the screen; this cuts off its foot instead of the page's head.
  await page.evaluate(() => scrollTo(0, 0));
  await takeSlide(page, "sign-up");
  await page.goto(`${demo.url}/pricing`);
  const plans = page.getByRole("main").locator("> *").first();
  await plans.evaluate((found) => found.scrollIntoView({ block: "center" }));
  await takeSlide(page, "pick-a-plan");
}

async function shootDashboards(): Promise<void> {
  const interviewee = await demo.open("interviewee", 1440, 900);
  await demo.signIn(interviewee, "interviewee");
  await openBooking(interviewee);
  const picture = sharp(await takePicture(interviewee));
  await picture.webp({ quality: 78, preset: "text" }).toFile(path.join(readme, "booking.webp"));
  await interviewee.setViewportSize({ width: 1280, height: 720 });
  await openBooking(interviewee);
  await takeSlide(interviewee, "book-a-session");
  await interviewee.goto(`${demo.url}/interviewee-dashboard/my-sessions`);
  await takeSlide(interviewee, "your-sessions");

  const interviewer = await demo.open("interviewer", 1280, 720);
  await demo.signIn(interviewer, "interviewer");
  await interviewer.goto(`${demo.url}/interviewer-dashboard/history`);
  await takeSlide(interviewer, "mentor-insights");
  await shootRoom(interviewer, interviewee);
}

async function shootRoom(interviewer: Page, interviewee: Page): Promise<void> {
  await openLobbies(demo, interviewee, interviewer);
  for (const page of [interviewer, interviewee])
    await page.getByRole("button", { name: "Join", exact: true }).click();
  await interviewee.getByLabel("Kavya Menon’s picture").first().waitFor();
  await openPad(interviewee);
  await interviewee.keyboard.insertText(sampleProgram);
  await openPad(interviewer);
  await interviewer.keyboard.press("Control+Home");
  for (const key of ["ArrowDown", "End"]) await interviewer.keyboard.press(key);
  await interviewee.getByRole("button", { name: "Run", exact: true }).click();
  await interviewee.getByRole("region", { name: "Output" }).getByText(sampleOutput).waitFor();
  await interviewee.getByText("Connection good").waitFor();
  await takeSlide(interviewee, "practice");
}

try {
  for (const folder of [target, readme]) await mkdir(folder, { recursive: true });
  await shootPublicPages();
  await shootDashboards();
} finally {
  await demo.stop();
}
