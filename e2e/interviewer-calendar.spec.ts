import type { Page } from "@playwright/test";
import { type ApiUser, callApi, signInPage, signUpByApi } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";

const dayMilliseconds = 86_400_000;

function dayIn(zone: string, at: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at);
}

function offsetOf(zone: string, at: number): string {
  return new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).format(at).slice(-9);
}

/** The next day of the zone that does not have 24 hours. */
function nextClockChange(zone: string): string {
  for (let ahead = 2; ahead < 400; ahead += 1) {
    const at = Date.now() + ahead * dayMilliseconds;
    if (offsetOf(zone, at) !== offsetOf(zone, at - dayMilliseconds)) return dayIn(zone, at);
  }
  throw new Error(`${zone} has no clock change`);
}

/** The wall-clock time of an instant in a zone: `2026-11-20 10:00`. */
function wall(zone: string, instant: string): string {
  const shown = { dateStyle: "short", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, ...shown }).format(new Date(instant));
}

async function slotsOf({ token }: ApiUser, zone: string): Promise<string[]> {
  const to = new Date(Date.now() + 400 * dayMilliseconds).toISOString();
  const path = `/interviewer/availability?from=${new Date().toISOString()}&to=${to}`;
  const slots = await callApi<{ slotTime: string }[]>("GET", path, { token });
  return slots.map(({ slotTime }) => wall(zone, slotTime));
}

/** Drags over empty time of the grid, from a day's 10:00 for half an hour, to the same or another day. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const lane = (day: string) => page.locator(`.cal-lane[data-date="${day}"]`);
  const hour = page.locator(".cal-slot-header-inner").getByText("10:00", { exact: true });
  await expect(hour).toBeVisible();
  const [label, start, end] = [
    await hour.boundingBox(),
    await lane(from).boundingBox(),
    await lane(to).boundingBox(),
  ];
  if (!label || !start || !end) throw new Error("the grid is not drawn");
  const y = label.y + label.height / 2 + 5;
  await page.mouse.move(start.x + start.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, y + 10, { steps: 4 });
  await page.mouse.move(end.x + end.width / 2, y + 28, { steps: 4 });
  await page.mouse.up();
}

test("mouse and form create slots at the right time, in odd zones and on days when clocks change", async ({
  browser,
  codeFor,
  grantInterviewer,
  problems,
}) => {
  const interviewer = await signUpByApi("Tara", codeFor);
  await grantInterviewer(interviewer.user.email);
  const openIn = async (timezoneId: string, viewport: { width: number; height: number }) => {
    const context = await browser.newContext({ timezoneId, viewport });
    const page = await context.newPage();
    page.on("pageerror", (error) => problems.push(error.message));
    await signInPage(page, interviewer, "interviewer");
    await page.goto("/interviewer-dashboard/calendar");
    return page;
  };
  const wide = { width: 1440, height: 1200 };

  await test.step("a drag in Kathmandu, 45 minutes off the hour, and none over two days", async () => {
    const zone = "Asia/Kathmandu";
    const page = await openIn(zone, wide);
    await page.getByText("Week", { exact: true }).click();
    await page.getByRole("button", { name: "Next week" }).click();
    const lanes = page.locator(".cal-lane");
    await expect(lanes).toHaveCount(7);
    const [first, second] = [
      await lanes.nth(2).getAttribute("data-date"),
      await lanes.nth(3).getAttribute("data-date"),
    ];
    if (first === null || second === null) throw new Error("a lane has no day");
    const question = page.getByRole("alertdialog");
    await drag(page, first, first);
    await expect(question).toContainText("10:00 – 10:45");
    await expect(question).toContainText("GMT+5:45");
    await question.getByRole("button", { name: "Make available" }).click();
    await expect(page.getByText(/✅ Slot added: .*10:00 – 10:45/)).toBeVisible();
    await expect(page.locator("dl > div").filter({ hasText: "Available Slots" })).toContainText("1");
    expect(await slotsOf(interviewer, zone)).toEqual([`${first} 10:00`]);
    await drag(page, second, first);
    await expect(question).toContainText("A slot is 45 minutes and starts and ends on one day.");
    await question.getByRole("button").click();
    await expect(question).toHaveCount(0);
    await page.context().close();
  });

  for (const zone of ["Australia/Lord_Howe", "Europe/London"]) {
    await test.step(`by the form on the day when clocks change in ${zone}`, async () => {
      const page = await openIn(zone, wide);
      const day = nextClockChange(zone);
      const form = page.getByRole("form", { name: "Add a slot" });
      await form.getByLabel("Date").fill(day);
      await form.getByLabel("Start time").fill("09:15");
      await page.keyboard.press("Enter");
      const question = page.getByRole("alertdialog");
      await expect(question).toContainText("09:15 – 10:00");
      await question.getByRole("button", { name: "Make available" }).click();
      await expect(page.getByText(/✅ Slot added: .*09:15 – 10:00/)).toBeVisible();
      expect(await slotsOf(interviewer, zone)).toContain(`${day} 09:15`);
      await page.context().close();
    });
  }

  await test.step("on a phone, the form shows its result next to what was typed", async () => {
    const page = await openIn("Asia/Kolkata", { width: 390, height: 844 });
    const form = page.getByRole("form", { name: "Add a slot" });
    await form.getByLabel("Date").fill(dayIn("Asia/Kolkata", Date.now() + 30 * dayMilliseconds));
    await form.getByLabel("Start time").fill("21:00");
    await form.getByRole("button", { name: "Add slot" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make available" }).click();
    await expect(page.getByText(/✅ Slot added: .*21:00 – 21:45/)).toBeInViewport();
    await page.context().close();
  });
});
