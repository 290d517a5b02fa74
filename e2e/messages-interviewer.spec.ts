import type { Page } from "@playwright/test";
import { writePdf } from "../server/testing/files.ts";
import { bookByApi, postToApi, signInPage, signUpByApi } from "./support/accounts-and-rooms.ts";
import { harness } from "./support/addresses.ts";
import { expect, test } from "./support/fixtures.ts";

const pdf = {
  name: "review.pdf",
  mimeType: "application/pdf",
  buffer: writePdf("Review", ["Frames the problem first."]),
};

/**
 * Forces the result of the next calls to an address: a refusal without a message, no answer at all, or the
 * server's own.
 */
async function force(page: Page, path: string, cause: "refused" | "cut" | "as it is"): Promise<void> {
  await page.unroute(path);
  if (cause === "refused") await page.route(path, (route) => route.fulfill({ status: 409, json: {} }));
  if (cause === "cut") await page.route(path, (route) => route.abort());
}

// Chromium logs each call that was cut on purpose.
test.afterEach(({ problems }) => {
  const others = problems.filter((problem) => !problem.includes("net::ERR_FAILED"));
  problems.splice(0, problems.length, ...others);
});

// Every message of requirements §8, "Interviewer", with its cause, as listed in docs/messages.md.
test("every message of the interviewer's side appears for its cause", async ({
  openPerson,
  codeFor,
  grantInterviewer,
  advance,
  holdInterviews,
}) => {
  const [interviewer, interviewee] = [
    await signUpByApi("Kavya", codeFor),
    await signUpByApi("Meera", codeFor),
  ];
  await grantInterviewer(interviewer.user.email);
  const { now } = (await (await fetch(`${harness.url}/ready`)).json()) as { now: string };
  const start = new Date(Math.ceil(Date.parse(now) / 3_600_000) * 3_600_000 + 3_600_000);
  await bookByApi(interviewer, interviewee, start.toISOString());
  // Noon in India, the browser's zone, because the calendar only shows 06:30–23:30.
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(
    start.getTime() + 48 * 3_600_000,
  );
  const later = new Date(`${day}T12:00:00+05:30`);
  await postToApi("/interviewer/availability", { slotTime: later.toISOString() }, interviewer.token);
  const page = await openPerson();
  await signInPage(page, interviewer, "interviewer");
  const alert = page.getByRole("alertdialog");

  await test.step("candidate resume", async () => {
    // A file as if uploaded by the candidate, so that both buttons appear.
    await page.route("**/api/interviewer/candidate-profile/*", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), resumeFileUrl: "/file" } });
    });
    await page.goto("/interviewer-dashboard/calendar");
    await page.getByRole("button", { name: /^View Resume/ }).click();
    const modal = page.getByRole("dialog");
    const exportPdf = modal.getByRole("button", { name: /^Export Generated PDF/ });
    const download = modal.getByRole("button", { name: /^Download Uploaded File/ });
    for (const cause of ["refused", "cut"] as const) {
      await force(page, "**/api/interviewer/resume-structured-pdf/*", cause);
      await exportPdf.click();
      await expect(alert).toContainText(
        "An error occurred while attempting to check structured resume details.",
      );
      await alert.getByRole("button").click();
      await expect(alert).toHaveCount(0);
    }
    await force(page, "**/api/interviewer/resume-pdf/*", "refused");
    await download.click();
    await expect(modal).toContainText(
      "Failed to download uploaded file. Check S3 configuration or file permissions.",
    );
    await force(page, "**/api/interviewer/resume-pdf/*", "cut");
    await download.click();
    await expect(modal).toContainText("Network error while generating secure download link.");
    for (const [cause, sentence] of [
      ["refused", "Failed to load candidate resume data."],
      ["cut", "Network error fetching resume details."],
    ] as const) {
      await force(page, "**/api/interviewer/candidate-profile/*", cause);
      await page.reload();
      await page.getByRole("button", { name: /^View Resume/ }).click();
      await expect(modal).toContainText(sentence);
    }
    await force(page, "**/api/interviewer/candidate-profile/*", "as it is");
  });

  await test.step("slots", async () => {
    await page.reload();
    const form = page.getByRole("form", { name: "Add a slot" });
    await form.getByLabel("Date").fill("2020-01-01");
    await form.getByLabel("Start time").fill("10:00");
    await form.getByRole("button", { name: "Add slot" }).click();
    await expect(alert).toContainText("You cannot add slots in the past.");
    await alert.getByRole("button").click();
    await page.getByText("Day", { exact: true }).click();
    const lane = page.locator(".cal-lane");
    await expect(page.getByRole("button", { name: "Next day" })).toBeVisible();
    await expect(lane).toHaveCount(1);
    for (let turned = 0; turned < 3; turned += 1) {
      const shown = await lane.getAttribute("data-date");
      if (shown === day) break;
      await page.getByRole("button", { name: "Next day" }).click();
      await expect(page.locator(`.cal-lane[data-date="${shown}"]`)).toHaveCount(0);
    }
    await expect(page.locator(`.cal-lane[data-date="${day}"]`)).toBeVisible();
    await page
      .getByRole("button", { name: /^Available slot/ })
      .first()
      .click();
    for (const [cause, sentence] of [
      ["refused", "Failed to delete slot."],
      ["cut", "Network error or server unavailable."],
    ] as const) {
      await force(page, "**/api/interviewer/availability/*", cause);
      await page.getByRole("button", { name: "Delete Slot" }).click();
      await expect(alert).toContainText("Are you sure you want to delete this available slot?");
      await alert.getByRole("button", { name: "Delete Slot" }).click();
      await expect(alert).toContainText(sentence);
      await alert.getByRole("button").click();
      await expect(alert).toHaveCount(0);
    }
    await force(page, "**/api/interviewer/availability/*", "as it is");
  });

  await test.step("feedback file", async () => {
    await holdInterviews();
    await advance(Math.ceil((start.getTime() - Date.parse(now)) / 60_000) + 50);
    await page.goto("/interviewer-dashboard/history");
    await page.getByRole("button", { name: /^Upload Feedback PDF/ }).click();
    const modal = page.getByRole("dialog");
    const upload = modal.getByRole("button", { name: /^Upload/ });
    const file = modal.locator("input[type=file]");
    await upload.click();
    await expect(modal).toContainText("Please select a file to upload.");
    await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") });
    await expect(modal).toContainText("Only PDF files are supported.");
    await file.setInputFiles(pdf);
    for (const [cause, sentence] of [
      ["refused", "❌ Failed to upload feedback file."],
      ["cut", "⚠️ Network error uploading file."],
    ] as const) {
      await force(page, "**/api/interviewer/feedback-upload/*", cause);
      await upload.click();
      await expect(modal).toContainText(sentence);
    }
    await page.route("**/api/interviewer/feedback-upload/*", (route) =>
      route.fulfill({
        status: 201,
        json: { feedbackFileUrl: "/file", msg: "✅ Feedback file uploaded successfully!" },
      }),
    );
    await upload.click();
    await expect(page.getByText("✅ Feedback file uploaded successfully!")).toBeVisible();
  });
});
