import { join } from "node:path";
import type { Page } from "@playwright/test";
import { signInPage } from "../support/api-setup.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { callHarness, expect, test } from "../support/fixtures.ts";
import { setUpRoom } from "../support/room-setup.ts";
import { launchWithSpeech } from "../support/speech.ts";

const sentence = "I would start from precision, and then look at recall.";

test.use({ launchOptions: launchWithSpeech(sentence) });

/** If set to a folder, screenshots are saved there for review. */
const screens = process.env.SCREENS;
async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (screens === undefined) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(screens, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
}

test("two people agree to a transcript, see that it runs, stop it, and correct their words", async ({
  openPerson,
  codeFor,
  grantInterviewer,
  advance,
}) => {
  // Two pages with video and speech, so a busy machine gets more time.
  test.setTimeout(300_000);
  const { id, host, guest } = await setUpRoom({ codeFor, grantInterviewer, advance });
  const [hostPage, guestPage] = [await openPerson(), await openPerson()];
  await signInPage(hostPage, host, "interviewer");
  await signInPage(guestPage, guest);
  const said = new URLSearchParams(
    Array.from({ length: 8 }, () => ["say", "I would start from pre-decision."]),
  );
  await callHarness(`/transcription?${said}`);

  await guestPage.goto(`/room/${id}`);
  await expect(guestPage.getByText("Off. It starts only if you both agree.")).toBeVisible();
  await guestPage.getByLabel("I speak").selectOption("hi");
  await guestPage.getByLabel("I speak").selectOption("en");
  await takeScreenshot(guestPage, "lobby");
  await expectAccessible(guestPage);
  await guestPage.getByRole("button", { name: "Agree to a transcript" }).click();
  await expect(guestPage.getByText("You have agreed. It starts when Arjun agrees, too.")).toBeVisible();
  await guestPage.getByRole("button", { name: "Join", exact: true }).click();

  await hostPage.goto(`/room/${id}`);
  await expect(hostPage.getByText(/Meera has agreed to a transcript/)).toBeVisible();
  await hostPage.getByRole("button", { name: "Join", exact: true }).click();
  await hostPage.getByRole("button", { name: "Agree to a transcript" }).click();
  await expect(hostPage.getByText(/You have both agreed/)).toBeVisible();
  // Not before the interview starts.
  await expect(hostPage.getByText("Transcript on.")).toHaveCount(0);
  await advance(4);
  for (const page of [hostPage, guestPage]) {
    await expect(page.getByText("Transcript on. Your words are written down.")).toBeVisible({
      timeout: 30_000,
    });
  }
  await takeScreenshot(guestPage, "room");
  await expect
    .poll(async () => (await callHarness<object[]>("/transcription")).length, { timeout: 60_000 })
    .toBeGreaterThan(3);

  await hostPage.getByRole("button", { name: "Stop the transcript" }).first().click();
  for (const page of [hostPage, guestPage]) await expect(page.getByText("Transcript on.")).toHaveCount(0);

  await guestPage.goto(`/session-record/${id}`);
  await expect(guestPage.getByText("Arjun Rao stopped the transcript")).toBeVisible();
  await guestPage.getByRole("button", { name: "Correct what you said" }).first().click();
  await guestPage.getByLabel("What you said").fill("I would start from precision.");
  await guestPage.getByRole("button", { name: "Save" }).click();
  await expect(guestPage.getByText("Corrected. It was transcribed as:")).toBeVisible();
  await takeScreenshot(guestPage, "record");
  await guestPage.getByRole("button", { name: "Delete the transcript" }).click();
  await guestPage.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(guestPage.getByText("You had the transcript deleted")).toBeVisible();
  await expect(guestPage.getByText("I would start from precision.")).toHaveCount(0);
});
