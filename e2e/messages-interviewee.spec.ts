import type { Page, Request } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import {
  booking,
  bookTheSlot,
  type Cause,
  catalogue,
  cut,
  hangs,
  loading,
  parts,
  standing,
} from "./interviewee-screens.ts";
import { type Answers, bare, openRouted, routedUser, sentencesOn } from "./routed.ts";

/*
 * Every message of spec §8 for Profile, Booking and Feedback, forced by its cause. What the server answers is put in between
 * here; that it does answer so is held by its own tests.
 */

/** A machine that has other things to do takes its time. */
const patience = 60_000;

/** As answers are named. */
const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

/** Longer than anything is waited for: calls are given up after 15 s, an upload after 30 s without a byte. */
const tooLong = 31_000;

/**
 * Once something turns and nothing of what was said before is left, clicks the busy button again, if it is one. In the page,
 * in one moment: a little later it may be a button that is free again.
 */
function clickWhileBusy(catalogue: readonly string[]): boolean {
  const busy = document.querySelector<HTMLElement>("button[aria-busy=true], [role=progressbar]");
  const said = document.querySelector("main")?.textContent ?? "";
  if (busy === null || catalogue.some((sentence) => said.includes(sentence))) return false;
  if (busy.tagName === "BUTTON") busy.click();
  return true;
}

/**
 * The same, with an answer that never comes: what was said before is gone at once, something turns, a second click sends
 * nothing, and when it is given up the page says what it says of a cut line. The next cause shows that it can be tried again.
 */
async function hang(page: Page, call: string, { act, says }: Cause): Promise<void> {
  let sent = 0;
  const count = (request: Request) => {
    if (nameOf(request) === call) sent += 1;
  };
  page.on("request", count);
  // Watched while it is pressed: on a slow machine a click can take as long as the call is waited for.
  const clickedAgain = page.waitForFunction(clickWhileBusy, catalogue.map(bare), { timeout: patience });
  await Promise.all([act(page), clickedAgain]);
  await expect.poll(() => sent).toBeGreaterThan(0);
  await page.clock.fastForward(tooLong);
  await expect
    .poll(() => sentencesOn(page, catalogue), { message: `${says} (late)`, timeout: patience })
    .toEqual([bare(says)]);
  expect(sent, "one click is one call").toBe(1);
  page.off("request", count);
}

for (const [part, screens] of Object.entries(parts)) {
  test(`${part}: every message comes for its cause, and only for it`, async ({ browser }) => {
    const answers: Answers = {};
    const page = await openRouted(browser, routedUser, answers);
    await page.clock.install();
    for (const { name, path, call, standing: own, causes } of screens) {
      await test.step(name, async () => {
        Object.assign(answers, standing, own);
        await page.goto(path);
        for (const cause of causes) {
          const { answer, act, says } = cause;
          if (answer !== undefined) answers[call] = answer;
          await act(page);
          await expect
            .poll(() => sentencesOn(page, catalogue), { message: says, timeout: patience })
            .toEqual([bare(says)]);
          if (answer !== cut) continue;
          answers[call] = hangs;
          await hang(page, call, cause);
        }
        // A tab that was opened for a file that never came is closed again.
        await expect.poll(() => page.context().pages().length).toBe(1);
        delete answers[call];
      });
    }
    await page.context().close();
  });
}

test("a booking whose answer never came is asked for again under the same key", async ({ browser }) => {
  const answers: Answers = { ...standing, "POST /api/user/bookings": hangs };
  const page = await openRouted(browser, routedUser, answers);
  await page.clock.install();
  const keys: (string | null)[] = [];
  page.on("request", async (request) => {
    if (nameOf(request) === "POST /api/user/bookings")
      keys.push(await request.headerValue("idempotency-key"));
  });
  await page.goto("/interviewee-dashboard/booking");
  await bookTheSlot(page);
  await expect.poll(() => keys.length).toBe(1);
  await page.clock.fastForward(tooLong);
  await expect(page.getByText("⚠️ Network error. Please check your connection.")).toBeVisible();
  // It had been made: the slot is no longer among the open ones, and the server answers the key with the booking.
  answers["POST /api/user/bookings"] = { status: 201, body: booking };
  answers["POST /api/meeting/create"] = {
    body: { zoomLink: null, msg: "✅ Booking successful & it is made!" },
  };
  answers["GET /api/user/slots"] = { body: [] };
  answers["GET /api/user/bookings"] = { body: [booking] };
  await page.clock.fastForward(tooLong);
  await expect(page.getByText("✅ Booking successful & it is made!")).toBeVisible();
  expect(keys[0]).toMatch(/./);
  expect(keys).toEqual([keys[0], keys[0]]);
  await page.context().close();
});

test("what cannot be loaded says so in its part's own words", async ({ browser }) => {
  const answers: Answers = {};
  const page = await openRouted(browser, routedUser, answers);
  await page.clock.install();
  for (const [path, call, answer, says] of loading) {
    await test.step(`${call} ${typeof answer === "string" ? answer : "away"}: ${path}`, async () => {
      Object.assign(answers, standing, { [call]: answer });
      const asked = page.waitForRequest((request) => nameOf(request) === call);
      await page.goto(path);
      await asked;
      if (answer === hangs) {
        await expect(page.getByText(/^Loading/).first()).toBeAttached();
        await page.clock.fastForward(tooLong);
      }
      await expect
        .poll(() => sentencesOn(page, catalogue), { message: says, timeout: patience })
        .toEqual([bare(says)]);
      await expect(page.getByRole("button", { name: /Try again/i }).first()).toBeVisible();
    });
  }
  await page.context().close();
});
