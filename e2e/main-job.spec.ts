import { writePdf } from "../server/testing/files.ts";
import { signIn, signOut, signUp } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";

const interviewer = { firstName: "Kavya", lastName: "Narayan", email: "kavya@journey.example" };
const interviewee = { firstName: "Meera", lastName: "Iyer", email: "meera@journey.example" };

/** Tomorrow in India, in the format of a date input. */
function tomorrow(): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(Date.now() + 86_400_000);
}

const pdf = writePdf("Review", ["Calm and precise."]);

test("one person offers an interview, another buys, books, attends and rates it", async ({
  openPerson,
  codeFor,
  grantInterviewer,
  advance,
  holdInterviews,
}) => {
  const interviewerPage = await openPerson();
  const intervieweePage = await openPerson();

  await test.step("an interviewer signs up, is approved and offers a slot", async () => {
    await signUp(interviewerPage, interviewer, codeFor);
    await expect(interviewerPage.getByText("Welcome, Kavya")).toBeVisible();
    await grantInterviewer(interviewer.email);
    await signOut(interviewerPage);
    await signIn(interviewerPage, interviewer.email);
    await expect(interviewerPage).toHaveURL(/\/interviewer-dashboard\/calendar$/);
    await expect(interviewerPage.getByRole("heading", { name: "Manage My Calendar" })).toBeVisible();
    await expect(interviewerPage.getByText("No Ratings Yet")).toBeVisible();
    await interviewerPage.getByLabel("Date").fill(tomorrow());
    await interviewerPage.getByLabel("Start time").fill("18:00");
    await interviewerPage.getByRole("button", { name: "Add slot" }).click();
    const question = interviewerPage.getByRole("alertdialog");
    await expect(question).toContainText("Make slot available on");
    await question.getByRole("button", { name: "Make available" }).click();
    await expect(interviewerPage.getByText(/✅ Slot added/)).toBeVisible();
  });

  await test.step("an interviewee signs up and has no plan yet", async () => {
    await signUp(intervieweePage, interviewee, codeFor);
    await expect(intervieweePage).toHaveURL(/\/interviewee-dashboard\/profile$/);
    await intervieweePage.getByRole("link", { name: "Booking" }).first().click();
    await expect(
      intervieweePage.getByRole("heading", { name: "You Don't Have an Active Plan" }),
    ).toBeVisible();
    await intervieweePage.getByRole("link", { name: "View Plans" }).click();
    await expect(intervieweePage).toHaveURL(/\/pricing$/);
  });

  await test.step("buys Basic at the founding price, after a payment that failed", async () => {
    await intervieweePage.getByRole("button", { name: /Choose Basic/ }).click();
    await expect(intervieweePage.getByRole("heading", { name: "Your purchase: Basic" })).toBeVisible();
    await intervieweePage.getByRole("button", { name: "Pay ₹99" }).click();
    const checkout = intervieweePage.getByRole("dialog");
    await checkout.getByRole("button", { name: /fail/i }).click();
    const alert = intervieweePage.getByRole("alertdialog");
    await expect(alert).toContainText("Payment failed: Your payment was declined by the bank.");
    await expect(alert).toContainText("We have not received any money.");
    await alert.getByRole("button", { name: "Try again" }).click();
    await checkout.getByRole("button", { name: /^Pay/ }).click();
    await intervieweePage.waitForURL(/\/interviewee-dashboard\/booking$/);
  });

  await test.step("books the slot", async () => {
    await expect(intervieweePage.getByText("Sessions remaining: 1")).toBeVisible();
    // It announces itself as disabled, but a click still shows the reason.
    await intervieweePage.getByRole("button", { name: "Confirm booking" }).click({ force: true });
    await expect(intervieweePage.getByText("Please select an available slot.")).toBeVisible();
    await intervieweePage
      .getByRole("button", { name: /Open slot with Kavya Narayan.*18:00/ })
      .first()
      .click();
    await intervieweePage.getByRole("button", { name: /Confirm/ }).click();
    await expect(intervieweePage.getByText(/✅ Booking successful & .* meeting created!/)).toBeVisible();
    await expect(intervieweePage.getByRole("heading", { name: "Your Upcoming Bookings" })).toBeVisible();
    await expect(intervieweePage.getByRole("link", { name: /Join meeting/ })).toBeVisible();
  });

  await test.step("both meet in the room", async () => {
    await interviewerPage.getByRole("link", { name: "Calendar" }).first().click();
    // The calendar checks for new bookings every ten seconds; a busy machine may need two rounds.
    await expect(interviewerPage.getByRole("link", { name: /Join meeting/ })).toBeVisible({
      timeout: 30_000,
    });
    const start = Date.parse(`${tomorrow()}T18:00:00+05:30`);
    await interviewerPage.clock.install();
    await intervieweePage.clock.install();
    await advance(Math.ceil((start - Date.now()) / 60_000) + 1, interviewerPage, intervieweePage);
    await intervieweePage.reload();
    await intervieweePage.getByRole("link", { name: /Join meeting/ }).click();
    await expect(intervieweePage).toHaveURL(/\/room\//);
    await interviewerPage.goto(new URL(intervieweePage.url()).pathname);
    for (const page of [interviewerPage, intervieweePage]) {
      // This browser has no camera and no microphone, so it joins with text only.
      await page.getByRole("button", { name: /^Join/ }).click();
      await expect(page.getByRole("heading", { name: "Interview details" })).toBeAttached();
      await expect(page.getByText("Here", { exact: true }).first()).toBeVisible();
    }
  });

  await test.step("a third person cannot enter", async () => {
    const stranger = await openPerson();
    await signUp(stranger, { firstName: "Nosy", lastName: "Person", email: "nosy@journey.example" }, codeFor);
    await stranger.goto(new URL(intervieweePage.url()).pathname);
    await expect(stranger.getByRole("link", { name: /dashboard/i })).toBeVisible();
    await expect(stranger.getByText("Kavya")).toHaveCount(0);
  });

  await test.step("the interviewee rates it afterwards", async () => {
    await holdInterviews();
    await advance(60, interviewerPage, intervieweePage);
    await intervieweePage.goto("/interviewee-dashboard/my-sessions");
    await intervieweePage.getByRole("button", { name: /Give Feedback/ }).click();
    const form = intervieweePage
      .getByRole("form")
      .or(intervieweePage.getByRole("region", { name: "Give feedback" }))
      .first();
    await form.getByRole("button", { name: "Submit Feedback" }).click();
    await expect(
      intervieweePage.getByText("Please select a rating before submitting.").first(),
    ).toBeVisible();
    await intervieweePage.getByRole("radio", { name: /Excellent/ }).check({ force: true });
    await intervieweePage.getByLabel("Overall summary").fill("Calm, precise, and I know what to practice.");
    await intervieweePage.getByRole("button", { name: "Submit Feedback" }).click();
    await expect(intervieweePage.getByText("✅ Feedback submitted successfully!")).toBeVisible();
    await expect(intervieweePage.getByText("Calm, precise, and I know what to practice.")).toBeVisible();
    await expect(intervieweePage.getByRole("button", { name: /Give Feedback/ })).toHaveCount(0);
  });

  await test.step("the interviewer reads the rating, uploads the PDF and is paid", async () => {
    await interviewerPage.goto("/interviewer-dashboard/history");
    await expect(interviewerPage.getByText("Calm, precise, and I know what to practice.")).toBeVisible();
    await expect(interviewerPage.getByText("5.0 / 5").first()).toBeVisible();
    await expect(interviewerPage.getByText("Feedback Pending")).toBeVisible();
    await interviewerPage.getByRole("button", { name: /Upload Feedback PDF/ }).click();
    await interviewerPage
      .getByRole("dialog")
      .locator("input[type=file]")
      .setInputFiles({ name: "review.pdf", mimeType: "application/pdf", buffer: pdf });
    await interviewerPage
      .getByRole("dialog")
      .getByRole("button", { name: /^Upload/ })
      .click();
    await expect(interviewerPage.getByText("✅ Feedback file uploaded successfully!")).toBeVisible();
    await expect(interviewerPage.getByText("Feedback File Uploaded", { exact: true })).toBeVisible();
    await interviewerPage.getByRole("link", { name: "Earnings" }).first().click();
    // 70 % of the 99 rupees that this credit was sold for.
    await expect(interviewerPage.getByText("₹69.30").first()).toBeVisible();
    await expect(interviewerPage.getByText("Credited", { exact: false }).first()).toBeVisible();
  });

  await test.step("the interviewee opens the PDF", async () => {
    await intervieweePage.reload();
    const download = intervieweePage.context().waitForEvent("page");
    await intervieweePage.getByRole("button", { name: /Download Feedback/ }).click();
    const opened = await download;
    await expect.poll(() => opened.url()).toMatch(/^$|about:blank|\/files\//);
  });
});
