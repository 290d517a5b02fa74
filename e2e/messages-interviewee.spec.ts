import type { Page, Request } from "@playwright/test";
import { sampleUser } from "../web/testing/sample-data.ts";
import { expect, test } from "./support/fixtures.ts";
import {
  allMessages,
  defaultResponses,
  findMessagesOn,
  loadingCases,
  type MockedResponses,
  networkError,
  noResponse,
  openMockedPage,
  type ScreenCase,
  screenGroups,
  stripLeadingSymbol,
} from "./support/mocked-screens.ts";

/* Every message of requirements §8 for Profile, Booking and Feedback, triggered by its cause. The
   responses are mocked here; the server's own tests check that it sends them. */

/** A busy machine needs more time. */
const timeoutMilliseconds = 60_000;

/** The name by which responses are listed. */
const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

/** Longer than any timeout of the page: a call has 15 s, an upload 30 s without a byte. */
const longWait = 31_000;

/**
 * Once a spinner shows and every earlier message is gone, clicks the busy button again, if there is one. Runs
 * in the page in one step, because a moment later the button may be free again.
 */
function clickWhileBusy(catalogue: readonly string[]): boolean {
  const busy = document.querySelector<HTMLElement>("button[aria-busy=true], [role=progressbar]");
  const visibleText = document.querySelector("main")?.textContent ?? "";
  if (busy === null || catalogue.some((sentence) => visibleText.includes(sentence))) return false;
  if (busy.tagName === "BUTTON") busy.click();
  return true;
}

/**
 * The same, with a response that never arrives: the earlier message disappears at once, a spinner shows, a
 * second click sends nothing, and after the timeout the page shows its message for a lost connection. The
 * next case shows that the person can try again.
 */
async function hang(page: Page, call: string, { act, message, attempts = 1 }: ScreenCase): Promise<void> {
  let sent = 0;
  const count = (request: Request) => {
    if (nameOf(request) === call) sent += 1;
  };
  page.on("request", count);
  // Starts watching before the click, because on a slow machine a click can take as long as the call's
  // timeout.
  const clickedAgain = page.waitForFunction(clickWhileBusy, allMessages.map(stripLeadingSymbol), {
    timeout: timeoutMilliseconds,
  });
  await Promise.all([act(page), clickedAgain]);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await expect.poll(() => sent, { timeout: timeoutMilliseconds }).toBe(attempt);
    await page.clock.fastForward(longWait);
  }
  await expect
    .poll(() => findMessagesOn(page, allMessages), {
      message: `${message} (late)`,
      timeout: timeoutMilliseconds,
    })
    .toEqual([stripLeadingSymbol(message)]);
  expect(sent, "a second click sends nothing").toBe(attempts);
  page.off("request", count);
}

for (const [part, screens] of Object.entries(screenGroups)) {
  test(`${part}: every message appears for its cause, and only for it`, async ({ browser }) => {
    const answers: MockedResponses = {};
    const page = await openMockedPage(browser, sampleUser, answers);
    await page.clock.install();
    for (const { name, path, call, responses: own, cases } of screens) {
      await test.step(name, async () => {
        Object.assign(answers, defaultResponses, own);
        await page.goto(path);
        for (const cause of cases) {
          const { response, act, message: says } = cause;
          if (response !== undefined) answers[call] = response;
          await act(page);
          await expect
            .poll(() => findMessagesOn(page, allMessages), { message: says, timeout: timeoutMilliseconds })
            .toEqual([stripLeadingSymbol(says)]);
          if (response !== networkError) continue;
          answers[call] = noResponse;
          await hang(page, call, cause);
        }
        // The page closes the tab of a file that never arrived.
        await expect.poll(() => page.context().pages().length).toBe(1);
        delete answers[call];
      });
    }
    await page.context().close();
  });
}

test("each part of a page that cannot load shows its own message", async ({ browser }) => {
  const answers: MockedResponses = {};
  const page = await openMockedPage(browser, sampleUser, answers);
  await page.clock.install();
  for (const [path, call, answer, says] of loadingCases) {
    await test.step(`${call} ${typeof answer === "string" ? answer : "away"}: ${path}`, async () => {
      Object.assign(answers, defaultResponses, { [call]: answer });
      const asked = page.waitForRequest((request) => nameOf(request) === call);
      await page.goto(path);
      await asked;
      if (answer === noResponse) {
        // A busy machine may have waited for the whole timeout already.
        const isLost = page.getByText(stripLeadingSymbol(says));
        await expect(
          page
            .getByText(/^Loading/)
            .or(isLost)
            .first(),
        ).toBeAttached();
        await page.clock.fastForward(longWait);
      }
      await expect
        .poll(() => findMessagesOn(page, allMessages), { message: says, timeout: timeoutMilliseconds })
        .toEqual([stripLeadingSymbol(says)]);
      await expect(page.getByRole("button", { name: /Try again/i }).first()).toBeVisible();
    });
  }
  await page.context().close();
});
