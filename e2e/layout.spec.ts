import type { Earning } from "@greenroom/contract/money/earnings.ts";
import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import type { Page, Request } from "@playwright/test";
import { callsOfScreens } from "../web/api/early-calls.ts";
import { sampleUser } from "../web/testing/sample-data.ts";
import { password } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";
import { booking, defaultResponses, type MockedResponses, openMockedPage } from "./support/mocked-screens.ts";
import { delayAnswers, expectNothingCollides, watchLayoutShifts } from "./support/steps.ts";

/* What only a real layout shows: what moves while a page loads, and what covers something else. */

const phone = { width: 390, height: 844 };
/** A shift that people hardly notice; web.dev calls 0.1 good. */
const most = 0.05;

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const interviewer = { ...sampleUser, role: "interviewer" as const, firstName: "Kavya", lastName: "Menon" };
const meera = { _id: sampleUser._id, firstName: "Meera", lastName: "Iyer", email: sampleUser.email };
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

test("the button to join stays in its place while devices answer", async ({ openRoomPages }) => {
  const { id, interviewerPage: page } = await openRoomPages();
  // Resolves when somebody answers the browser's question.
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    const answered = new Promise((resolve) => window.addEventListener("answered", resolve));
    mediaDevices.getUserMedia = (constraints) => answered.then(() => ask(constraints));
  });
  for (const size of [phone, { width: 360, height: 640 }, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    await page.goto(`/room/${id}`);
    const join = page.getByRole("button", { name: /^Join/ });
    await expect(page.getByText("Allow camera access when your browser asks.")).toBeVisible();
    const before = await join.boundingBox();
    await page.evaluate(() => window.dispatchEvent(new Event("answered")));
    await expect(page.getByText(/^No camera was found/)).toBeVisible();
    await expect(page.getByText(/^No microphone was found/)).toBeVisible();
    expect(await join.boundingBox()).toEqual(before);
  }
});

test("the footer stays below an interviewer's earnings while they load on a phone", async ({ browser }) => {
  const earning = (index: number): Earning => ({
    ...{ _id: `0190a5b8-7c00-7000-8000-0000000001${10 + index}`, amount: 100, status: "credited" },
    ...{ createdAt: minutesFromNow(-60), creditedAt: minutesFromNow(-30) },
    ...{ voided: null, without: null, paidAt: null, payoutReference: null },
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

test.describe("the booking page", () => {
  /** The day after tomorrow in India, from 06:30 to 22:30. */
  const day = new Date(Math.floor(Date.now() / 86_400_000 + 2) * 86_400_000 + 3_600_000).getTime();
  const slots = Array.from({ length: 24 }, (_, index) => ({
    _id: `0190a5b8-7c00-7000-8000-0000000002${10 + index}`,
    slotTime: new Date(day + index * 40 * 60_000).toISOString(),
    interviewerId: booking.interviewerId,
  }));
  const open = (browser: Parameters<typeof openMockedPage>[0]) =>
    openMockedPage(browser, sampleUser, { ...defaultResponses, "GET /api/user/slots": { body: slots } });

  test("leaves most of a low window to the slots, such as that of a zoom of 200 %", async ({ browser }) => {
    const page = await open(browser);
    await page.setViewportSize({ width: 720, height: 450 });
    await page.goto("/interviewee-dashboard/booking");
    const slot = page.getByRole("button", { name: /^Open slot with Kavya/ });
    await slot.nth(12).evaluate((element) => element.scrollIntoView({ block: "center" }));
    const free = await page.evaluate(() => {
      const isStuck = (element: Element | null): boolean =>
        element !== null &&
        (["fixed", "sticky"].includes(getComputedStyle(element).position) || isStuck(element.parentElement));
      const heights = Array.from({ length: innerHeight }, (_, y) => y);
      return heights.filter((y) => !isStuck(document.elementFromPoint(innerWidth / 2, y))).length;
    });
    expect(free).toBeGreaterThan(0.75 * 450);
  });

  const soon = { ...booking, startTime: minutesFromNow(50), endTime: minutesFromNow(95) };
  const join = { zoomLink: `/room/${booking._id}`, allowedActions: ["join"] };
  for (const [state, user, bookings] of [
    ["without a plan", { planType: null, sessionCount: 0 }, []],
    ["with the last session and an interview soon", { sessionCount: 1 }, [{ ...soon, ...join }]],
  ] as const)
    test(`shows four slots on a small phone, ${state}`, async ({ browser }) => {
      const person = { ...sampleUser, ...user };
      const page = await openMockedPage(browser, person, {
        ...defaultResponses,
        "GET /api/user/profile": { body: person },
        "GET /api/user/bookings": { body: bookings },
        "GET /api/user/slots": { body: slots },
      });
      await page.setViewportSize({ width: 360, height: 640 });
      await page.goto("/interviewee-dashboard/booking");
      const fourth = page.getByRole("button", { name: /^Open slot with Kavya/ }).nth(3);
      await expect(fourth).toBeVisible();
      expect((await fourth.boundingBox())?.y).toBeLessThan(640 - 57 - 0.9 * 48);
    });

  for (const viewport of [{ width: 720, height: 450 }, { width: 320, height: 256 }, phone])
    test(`never covers the slot that has the focus, at ${viewport.width} × ${viewport.height}`, async ({
      browser,
    }) => {
      const page = await open(browser);
      await page.setViewportSize(viewport);
      await page.goto("/interviewee-dashboard/booking");
      const slot = page.getByRole("button", { name: /^Open slot with Kavya/ });
      await expect(slot.nth(12)).toBeVisible();
      await slot.first().focus();
      for (let index = 0; index < 12; index += 1) {
        await page.keyboard.press("Tab");
        const covered = await page.evaluate(() => {
          const focused = document.activeElement as HTMLElement;
          const { left, width, top, bottom } = focused.getBoundingClientRect();
          return [top + 3, (top + bottom) / 2, bottom - 3].filter(
            (y) => !focused.contains(document.elementFromPoint(left + width / 2, y)),
          ).length;
        });
        expect(covered, `slot ${index + 2}`).toBe(0);
      }
    });
});

const scrollWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

for (const percent of [150, 200])
  test(`text of ${percent} % fits a phone's navigation`, async ({ browser }) => {
    const page = await openMockedPage(browser, sampleUser, defaultResponses);
    await page.setViewportSize(phone);
    await page.addInitScript((size) => {
      document.addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = `${size}%`;
      });
    }, percent);
    for (const path of ["/contact", "/pricing", "/privacy", "/signup"]) {
      await page.goto(path);
      await expect(page.locator("main h1")).toBeVisible();
      expect(await scrollWidth(page), path).toBe(phone.width);
      await expectNothingCollides(page, path);
    }
    for (const path of ["booking", "profile", "profile?tab=account", "my-sessions"]) {
      await page.goto(`/interviewee-dashboard/${path}`);
      await expect(page.getByRole("navigation", { name: "Dashboard" }).getByRole("link")).toHaveCount(5);
      await expect(page.locator("main h1")).toBeVisible();
      const overflows = await page.evaluate(() =>
        [...document.querySelectorAll('nav[aria-label="Dashboard"] a')]
          .filter((link) => link.getBoundingClientRect().width > 0)
          .map((link) => link.scrollWidth - link.clientWidth),
      );
      expect(overflows, path).toEqual([0, 0, 0, 0, 0]);
      // A bar that grows with the text covers what is fixed above it.
      const bar = page.getByRole("navigation", { name: "Dashboard" });
      expect((await bar.boundingBox())?.height, path).toBe(57);
      expect(await scrollWidth(page), path).toBe(phone.width);
      await expectNothingCollides(page, path);
    }
  });

test("a dashboard's early calls are those that its screen makes", async ({ openRoomPages }) => {
  const { interviewerPage, intervieweePage } = await openRoomPages();
  for (const [path, calls] of Object.entries(callsOfScreens))
    await test.step(path, async () => {
      const page = path.startsWith("/interviewee") ? intervieweePage : interviewerPage;
      const asked: string[] = [];
      const note = (request: Request) => {
        const { pathname, search } = new URL(request.url());
        asked.push(`${request.method()} ${pathname}${search}`);
      };
      page.on("request", note);
      await page.goto(path);
      // The screen takes each of them; a change would drop those that are left.
      await expect.poll(() => page.evaluate(() => globalThis.earlyCalls?.size)).toBe(0);
      page.off("request", note);
      expect(asked.filter((name) => !name.startsWith("GET "))).toEqual([]);
      // Without what follows from the time of day.
      const withoutQuery = (names: readonly string[]) => names.map((name) => name.split("?")[0]);
      expect(withoutQuery(asked)).toEqual(expect.arrayContaining(withoutQuery(calls(new Date()))));
    });
});
