import type { Availability } from "@greenroom/contract/availability.ts";
import type { Earning } from "@greenroom/contract/earnings.ts";
import { password } from "./support/account-steps.ts";
import { expect, test } from "./support/fixtures.ts";
import { booking, defaultResponses } from "./support/interviewee-screens.ts";
import { delayAnswers, watchLayoutShifts } from "./support/layout-shifts.ts";
import { type MockedResponses, mockedUser, openMockedPage } from "./support/mocked-api.ts";

/* What only a real layout shows: what moves while a page loads, and what covers something else. */

const phone = { width: 390, height: 844 };
/** A shift that people hardly notice; web.dev calls 0.1 good. */
const most = 0.05;

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const interviewer = { ...mockedUser, role: "interviewer" as const, firstName: "Kavya", lastName: "Menon" };
const meera = { _id: mockedUser._id, firstName: "Meera", lastName: "Iyer", email: mockedUser.email };
const interviewerResponses: MockedResponses = {
  "GET /api/user/profile": { body: interviewer },
  "GET /api/interviewer/availability": { body: [] },
  "GET /api/interviewer/bookings": { body: [] },
  "GET /api/interviewer/dashboard-stats": {
    body: { averageRating: 4.5, available: 1, booked: 1, completed: 4 },
  },
};

test("the second step of a sign-up moves nothing on a phone", async ({ page }) => {
  await page.setViewportSize(phone);
  const shiftedBy = await watchLayoutShifts(page);
  await delayAnswers(page, "**/api/auth/signup-start");
  await page.goto("/signup");
  await page.getByLabel("First name").fill("Tara");
  await page.getByLabel("Email").fill(`tara-${Date.now()}@layout.example`);
  await page.getByLabel("Mobile number").fill("+91 98765 43210");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  const title = page.getByRole("heading", { name: "Check your email" });
  await expect(title).toBeInViewport();
  await expect(page.getByLabel("Code")).toBeFocused();
  await expect(page.getByLabel("Code")).toBeInViewport();
  expect(await shiftedBy()).toBeLessThan(most);
  await page.reload();
  await expect(title).toBeVisible();
  expect(await shiftedBy()).toBeLessThan(most);
});

test("the footer stays below an interviewer's earnings while they load on a phone", async ({ browser }) => {
  const earning = (index: number): Earning => ({
    ...{ _id: `0190a5b8-7c00-7000-8000-0000000001${10 + index}`, amount: 100, status: "credited" },
    ...{ createdAt: minutesFromNow(-60), creditedAt: minutesFromNow(-30) },
    ...{ voided: null, without: null, paidAt: null },
    bookingId: { _id: booking._id, startTime: minutesFromNow(-1440 * index), userId: meera },
  });
  const page = await openMockedPage(browser, interviewer, {
    ...interviewerResponses,
    "GET /api/interviewer/earnings": {
      body: {
        transactions: [1, 2, 3, 4].map(earning),
        totalEarnings: 400,
        pending: { amount: 0, interviews: 0 },
        toDeduct: 0,
      },
    },
    "GET /api/interviewer/payout-details": { body: { current: null, pending: null } },
  });
  await page.setViewportSize(phone);
  const shiftedBy = await watchLayoutShifts(page);
  await delayAnswers(page, "**/api/interviewer/earnings?*");
  await page.goto("/interviewer-dashboard/earnings");
  await expect(page.getByText("Total credited")).toBeVisible();
  await expect(page.getByRole("link", { name: "Add payout details" })).toBeVisible();
  expect(await shiftedBy()).toBeLessThan(most);
});

test("the line of the current time lies behind the text of an interview that is on", async ({ browser }) => {
  const fromUtc = 12 - new Date().getUTCHours();
  const onNow: Availability = {
    ...{ _id: "0190a5b8-7c00-7000-8000-0000000000d1", allowedActions: [] },
    // Eight minutes are the height of half a line below the interview's upper edge.
    ...{ slotTime: minutesFromNow(-8), endTime: minutesFromNow(37) },
    booking: { _id: booking._id, status: "pending", zoomLink: null, goal: null, userId: meera },
  };
  // It is noon there, because the calendar only shows 06:30–23:30. The sign of these names is the other way round.
  const user = { ...interviewer, timeZone: `Etc/GMT${fromUtc > 0 ? "-" : "+"}${Math.abs(fromUtc)}` };
  const page = await openMockedPage(browser, user, {
    ...interviewerResponses,
    "GET /api/user/profile": { body: user },
    "GET /api/interviewer/availability": { body: [onNow] },
  });
  await page.goto("/interviewer-dashboard/calendar");
  await page.getByText("Day", { exact: true }).click();
  const line = page.locator(".cal-now-line");
  await expect(page.locator(".cal-event-time")).toBeVisible();
  await line.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const layers = await line.evaluate((element) => {
    // Otherwise the browser leaves it out of the elements at a point.
    (element as HTMLElement).style.pointerEvents = "auto";
    const { top } = element.getBoundingClientRect();
    const text = (document.querySelector(".cal-event-time") as HTMLElement).getBoundingClientRect();
    const parts = ["cal-event-time", "cal-now-line", "cal-event"];
    return document
      .elementsFromPoint(text.left + text.width / 2, top + 1)
      .flatMap(({ classList }) => parts.find((part) => classList.contains(part)) ?? []);
  });
  // From the front to the back.
  expect(layers).toEqual(["cal-event-time", "cal-now-line", "cal-event"]);
});
