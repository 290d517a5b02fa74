import type { Locator, Page } from "@playwright/test";
import { formatLongDay, formatTimeRange } from "../web/format/times.ts";
import {
  buyByApi,
  callApi,
  postToApi,
  signIn,
  signOut,
  signUp,
  tokenOf,
} from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectAccessibleOnAnyScreen, screens } from "./support/steps.ts";

const hour = 3_600_000;
/** The browser's zone, as in playwright.config.ts. */
const zone = "Asia/Kolkata";

/** The page's clock, which follows the server's. */
function nowOn(page: Page): Promise<number> {
  return page.evaluate(() => Date.now());
}

/** Chooses the mentor's slot that starts at this time, through its day in the list. */
async function chooseSlot(scope: Page | Locator, mentor: string, startsAt: number): Promise<void> {
  const [from, to] = [new Date(startsAt), new Date(startsAt + 45 * 60_000)];
  const day = formatLongDay(from, zone);
  await scope.getByRole("group", { name: "Day" }).getByRole("button", { name: day }).click();
  const slot = `Open slot with ${mentor}, ${day}, ${formatTimeRange(from, to, zone)}`;
  // On wide screens the calendar has it too.
  await scope.getByRole("list").getByRole("button", { name: slot }).last().click();
}

test("a booking is moved, canceled, held and reported on, by a mentor at a desk and a candidate with a phone", async ({
  openPerson,
  codeFor,
  grantInterviewer,
  advance,
  holdInterviews,
}) => {
  const [interviewer, interviewee] = [await openPerson(), await openPerson()];
  const email = (name: string) => `${name}@life.example`;
  const upcoming = interviewee.getByRole("region", { name: "Your Upcoming Bookings" });
  const question = interviewee.getByRole("alertdialog");
  const mentor = "Kavya Menon";
  let firstStart = 0;

  await test.step("a mentor has three slots, a candidate has credits", async () => {
    await signUp(interviewer, { firstName: "Kavya", lastName: "Menon", email: email("kavya") }, codeFor);
    await grantInterviewer(email("kavya"));
    await signOut(interviewer);
    await signIn(interviewer, email("kavya"));
    await signUp(interviewee, { firstName: "Meera", lastName: "Iyer", email: email("meera") }, codeFor);
    await buyByApi(await tokenOf(interviewee), "Premium");
    await interviewee.setViewportSize(screens.phone);
    for (const page of [interviewer, interviewee]) await page.clock.install();
    await advance(0, interviewer, interviewee);
    firstStart = Math.ceil((await nowOn(interviewer)) / hour) * hour + 30 * hour;
    for (const later of [0, hour, 2 * hour]) {
      const slotTime = new Date(firstStart + later).toISOString();
      await postToApi("/interviewer/availability", { slotTime }, await tokenOf(interviewer));
    }
  });

  await test.step("booking says first until when canceling is free", async () => {
    await interviewee.goto("/interviewee-dashboard/booking");
    await chooseSlot(interviewee, mentor, firstStart);
    await expect(interviewee.getByText("Free to cancel until 12 hours before")).toBeVisible();
    await interviewee.getByRole("button", { name: /^Confirm/ }).click();
    await expect(interviewee.getByText(/✅ Booking successful/)).toBeVisible();
    await expect(upcoming.getByText(/Free to cancel or move until/)).toBeVisible();
  });

  await test.step("moves it to another slot free of charge; for one within the notice, the page states the cost", async () => {
    const soon = firstStart - 21 * hour;
    const slots = "/interviewer/availability";
    const slotTime = new Date(soon).toISOString();
    const { _id: soonId } = await postToApi<{ _id: string }>(slots, { slotTime }, await tokenOf(interviewer));
    const before = await upcoming.getByRole("heading", { level: 3 }).textContent();
    await upcoming.getByRole("button", { name: /^Move/ }).click();
    const dialog = interviewee.getByRole("dialog");
    await chooseSlot(dialog, mentor, soon);
    await expect(
      dialog.getByText("Starts in less than 12 hours: canceling would cost the session"),
    ).toBeVisible();
    await expectAccessibleOnAnyScreen(interviewee);
    await chooseSlot(dialog, mentor, firstStart + 2 * hour);
    await expect(dialog.getByText("Free to cancel until 12 hours before")).toBeVisible();
    await dialog.getByRole("button", { name: "Move interview" }).click();
    await expect(interviewee.getByText("✅ Your interview has been moved at no cost.")).toBeVisible();
    // Otherwise it would be the first day with slots for other journeys.
    await callApi("DELETE", `${slots}/${soonId}`, { token: await tokenOf(interviewer) });
    // The message of the booking named the earlier time.
    await expect(interviewee.getByText(/✅ Booking successful/)).toHaveCount(0);
    await expect(upcoming.getByRole("heading", { level: 3 })).not.toHaveText(before ?? "");
    await expect(interviewee.getByText("Sessions remaining: 4").first()).toBeVisible();
  });

  await test.step("cancels it in time: the credit is back at once", async () => {
    await upcoming.getByRole("button", { name: /^Cancel/ }).click();
    await expect(question).toContainText("Your session is returned at once");
    await expectAccessibleOnAnyScreen(interviewee);
    await question.getByRole("button", { name: "Cancel interview" }).click();
    await expect(
      interviewee.getByText("✅ Your interview is canceled and your session has been returned."),
    ).toBeVisible();
    await expect(interviewee.getByText("Sessions remaining: 5").first()).toBeVisible();
    await interviewee.goto("/interviewee-dashboard/my-sessions");
    await expect(interviewee.getByText("You canceled. The session was returned.")).toBeVisible();
  });

  await test.step("later, canceling says first that it costs the credit", async () => {
    await interviewee.goto("/interviewee-dashboard/booking");
    await chooseSlot(interviewee, mentor, firstStart);
    await interviewee.getByRole("button", { name: /^Confirm/ }).click();
    await expect(upcoming.getByText(/Free to cancel or move until/)).toBeVisible();
    await advance(20 * 60, interviewer, interviewee);
    await interviewee.reload();
    await expect(upcoming.getByText("Too late to cancel for free")).toBeVisible();
    await expect(upcoming.getByRole("button", { name: /^Move/ })).toHaveCount(0);
    await upcoming.getByRole("button", { name: /^Cancel/ }).click();
    await expect(question).toContainText("the session is not given back");
    await question.getByRole("button", { name: "Keep it" }).click();
  });

  await test.step("the mentor sees what the room recorded, and completes the interview", async () => {
    await advance(
      Math.ceil((firstStart - (await nowOn(interviewer))) / 60_000) + 15,
      interviewer,
      interviewee,
    );
    await interviewer.goto("/interviewer-dashboard/calendar");
    const theirs = interviewer.getByRole("region", { name: "Upcoming interviews" });
    await theirs.getByRole("button", { name: /^Report a no-show/ }).click();
    const asked = interviewer.getByRole("alertdialog");
    await expect(asked).toContainText("Meera Iyer was not in the room.");
    await expectAccessibleOnAnyScreen(interviewer);
    await asked.getByRole("button", { name: "Go back" }).click();
    await expect(asked).toHaveCount(0);
    await interviewer.goto("/interviewer-dashboard/history");
    await holdInterviews();
    const onNow = interviewer.getByRole("region", { name: "On now" });
    await expect(onNow).toContainText("Meera Iyer");
    await expectAccessibleOnAnyScreen(interviewer);
    await onNow.getByRole("button", { name: /^End now/ }).click();
    await asked.getByRole("button", { name: "End now" }).click();
    await expect(interviewer.getByText(/✅ The interview has ended/)).toBeVisible();
    await expect(onNow).toHaveCount(0);
  });

  await test.step("fills in the feedback form, from which the PDF is generated", async () => {
    await interviewer.getByRole("button", { name: /^Write Feedback/ }).click();
    const form = interviewer.getByRole("dialog");
    await expect(form.getByRole("radio").first()).toBeFocused();
    for (const area of [
      "problem solving",
      "ML/DS knowledge",
      "coding",
      "communication",
      "checking results",
    ]) {
      await interviewer.keyboard.press("4");
      await interviewer.keyboard.press("Tab");
      await expect(form.getByLabel(`Notes on ${area}`)).toBeFocused();
      await interviewer.keyboard.press("Tab");
    }
    await expect(form.getByLabel("Summary")).toBeFocused();
    await expect(form.getByRole("radio", { name: "4 Good", checked: true })).toHaveCount(5);
    await form.getByLabel("Questions asked").fill("Bias and variance?\nTwo sum");
    await form.getByRole("button", { name: "Send Feedback" }).click();
    await expect(form.getByText("Summary is required.").first()).toBeVisible();
    await expect(form.getByLabel("Summary")).toBeFocused();
    await form.getByLabel("Summary").fill("Strong on fundamentals; practice system design.");
    // An address that is longer than a phone's line.
    await form.getByLabel(/^Next steps/).fill(`Read https://example.com/${"calibration".repeat(12)}`);
    await expectAccessibleOnAnyScreen(interviewer);
    await form.getByRole("button", { name: "Preview" }).click();
    const preview = interviewer.getByRole("dialog", { name: "Preview" });
    await expect(preview).toContainText("Strong on fundamentals; practice system design.");
    const isCut = await preview.evaluate((dialog) => {
      const { right } = dialog.getBoundingClientRect();
      return [...dialog.querySelectorAll("*")].some((part) => part.getBoundingClientRect().right > right);
    });
    expect(isCut).toBe(false);
    await expectAccessibleOnAnyScreen(interviewer);
    await preview.getByRole("button", { name: "Close" }).click();
    await form.getByRole("button", { name: "Send Feedback" }).click();
    const question = form.getByRole("region", { name: "Send it like this?" });
    await expect(question).toContainText("No note on any area");
    await expectAccessibleOnAnyScreen(interviewer);
    await question.getByRole("button", { name: "Go back" }).click();
    await expect(form.getByLabel("Notes on problem solving")).toBeFocused();
    await form.getByRole("button", { name: "Send Feedback" }).click();
    await form.getByRole("button", { name: "Send anyway" }).click();
    await expect(interviewer.getByText(/^✅ Sent\. Meera can read it\./)).toBeVisible();
    await interviewee.goto("/interviewee-dashboard/my-sessions");
    await expect(interviewee.getByRole("button", { name: /Download Feedback/ })).toBeVisible();
    await expectAccessibleOnAnyScreen(interviewee);
  });
});
