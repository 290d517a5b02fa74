import type { Page } from "@playwright/test";
import { writePdf } from "../server/testing/files.ts";
import { bookByApi, callApi, postToApi, signInPage } from "./support/accounts-and-rooms.ts";
import { callHarness, expect, test } from "./support/fixtures.ts";

/** Longer than a page waits: 15 s for a call, 30 s for an upload without progress. */
const longWait = 31_000;

/** The server's clock, which a journey moves. */
async function serverNow(): Promise<number> {
  return Date.parse((await callHarness<{ now: string }>("/ready")).now);
}

interface LostAnswers {
  /** The `Idempotency-Key` of each request that reached the server. */
  keys: (string | undefined)[];
}

/**
 * Lets the next request to an address reach the server, and loses its answer: the connection is cut, or nothing comes
 * back, as behind a busy server. Later requests are answered.
 */
async function loseAnswer(page: Page, path: string, how: "cut" | "silent"): Promise<LostAnswers> {
  const keys: LostAnswers["keys"] = [];
  await page.route(path, async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    const response = await route.fetch();
    expect(response.status(), await response.text()).toBeLessThan(300);
    if (keys.length > 1) await route.fulfill({ response });
    else if (how === "cut") await route.abort();
    else await page.clock.fastForward(longWait);
  });
  return { keys };
}

/** The page sent it twice under one key, without another click of the person. */
async function expectOneKey({ keys }: LostAnswers): Promise<void> {
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[0]).toMatch(/./);
  expect(keys[1]).toBe(keys[0]);
}

// Chromium logs each answer that was lost on purpose.
test.afterEach(({ problems }) => {
  const others = problems.filter((problem) => !problem.includes("net::ERR_FAILED"));
  problems.splice(0, problems.length, ...others);
});

test("feedback, rating, move and cancellation succeed although the answer is lost", async ({
  openPerson,
  advance,
  holdInterviews,
  setUpRoom,
}) => {
  const { id, interviewer, interviewee } = await setUpRoom();
  await holdInterviews();
  await advance(50);
  const now = await serverNow();
  const inHours = (hours: number) => {
    const instant = new Date(now + hours * 3_600_000);
    instant.setUTCMinutes(0, 0, 0);
    return instant.toISOString();
  };
  const [interviewerPage, intervieweePage] = [await openPerson(), await openPerson()];
  await signInPage(interviewerPage, interviewer, "interviewer");
  await signInPage(intervieweePage, interviewee);
  for (const page of [interviewerPage, intervieweePage]) {
    await page.clock.install();
    await page.clock.setSystemTime(now);
  }

  await test.step("the mentor's form", async () => {
    await interviewerPage.goto("/interviewer-dashboard/history");
    await interviewerPage.getByRole("button", { name: /^Write Feedback/ }).click();
    const modal = interviewerPage.getByRole("dialog");
    await modal.getByLabel("Summary").fill("Frames the problem first.");
    for (const good of await modal.getByRole("radio", { name: /Good/ }).all())
      await good.check({ force: true });
    await modal.getByLabel("Questions asked").fill("Implement NDCG.");
    const lost = await loseAnswer(interviewerPage, "**/api/interviewer/feedback-report/*", "silent");
    await modal.getByRole("button", { name: "Send Feedback" }).click();
    await modal.getByRole("button", { name: "Send anyway" }).click();
    await expect(interviewerPage.getByText(/^✅ Sent\. .+ can read it\./)).toBeVisible({
      timeout: 60_000,
    });
    await expect(interviewerPage.getByText(/Network error/)).toHaveCount(0);
    await expectOneKey(lost);
  });

  await test.step("the rating", async () => {
    await intervieweePage.goto("/interviewee-dashboard/my-sessions");
    await intervieweePage.getByRole("button", { name: /Give Feedback/ }).click();
    await intervieweePage.getByRole("radio", { name: /Excellent/ }).check({ force: true });
    await intervieweePage.getByLabel("Overall summary").fill("Calm and precise.");
    const lost = await loseAnswer(intervieweePage, "**/api/user/feedback", "cut");
    await intervieweePage.getByRole("button", { name: "Submit Feedback" }).click();
    await expect(intervieweePage.getByText("✅ Feedback submitted successfully!")).toBeVisible({
      timeout: 60_000,
    });
    await expectOneKey(lost);
  });

  const secondId = await bookByApi(interviewer, interviewee, inHours(50));
  await postToApi("/interviewer/availability", { slotTime: inHours(74) }, interviewer.token);
  expect(secondId).not.toBe(id);

  await test.step("the move", async () => {
    await intervieweePage.goto("/interviewee-dashboard/booking");
    await intervieweePage.getByRole("button", { name: /^Move/ }).click();
    const dialog = intervieweePage.getByRole("dialog");
    await dialog
      .getByRole("button", { name: /^Open slot with/ })
      .last()
      .click();
    const lost = await loseAnswer(intervieweePage, "**/api/user/bookings/*/reschedule", "cut");
    await dialog.getByRole("button", { name: "Move interview" }).click();
    await expect(dialog).toHaveCount(0, { timeout: 60_000 });
    await expect(intervieweePage.getByText(/Network error/)).toHaveCount(0);
    await expectOneKey(lost);
  });

  await test.step("the cancellation", async () => {
    await intervieweePage.getByRole("button", { name: /^Cancel/ }).click();
    const lost = await loseAnswer(intervieweePage, "**/api/user/bookings/*/cancel", "silent");
    await intervieweePage.getByRole("alertdialog").getByRole("button", { name: "Cancel interview" }).click();
    await expect(intervieweePage.getByRole("alertdialog")).toHaveCount(0, { timeout: 60_000 });
    await expect(intervieweePage.getByText(/Network error/)).toHaveCount(0);
    await expectOneKey(lost);
    const bookings = await callApi<{ _id: string; status: string }[]>(
      "GET",
      "/user/bookings?status=any",
      interviewee,
    );
    expect(bookings.find(({ _id }) => _id === secondId)?.status).toBe("cancelled");
  });
});

test("an uploaded PDF arrives once when the answer is lost", async ({
  openPerson,
  advance,
  holdInterviews,
  setUpRoom,
}) => {
  const { interviewer } = await setUpRoom();
  await holdInterviews();
  await advance(50);
  const now = await serverNow();
  const page = await openPerson();
  await signInPage(page, interviewer, "interviewer");
  await page.clock.install();
  await page.clock.setSystemTime(now);
  await page.goto("/interviewer-dashboard/history");
  await page.getByRole("button", { name: /^Upload Feedback PDF/ }).click();
  const modal = page.getByRole("dialog");
  const buffer = writePdf("Review", ["Frames the problem first."]);
  await modal
    .locator("input[type=file]")
    .setInputFiles({ name: "r.pdf", mimeType: "application/pdf", buffer });
  const lost = await loseAnswer(page, "**/api/interviewer/feedback-upload/*", "silent");
  await modal.getByRole("button", { name: /^Upload/ }).click();
  await expect(page.getByText("✅ Feedback file uploaded successfully!")).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText("Feedback File Uploaded", { exact: true })).toBeVisible();
  await expectOneKey(lost);
});
