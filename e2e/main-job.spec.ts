import { writePdf } from "../server/testing/files/write-pdf.ts";
import { signIn, signOut, signUp } from "./support/account-steps.ts";
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
}) => {
  const host = await openPerson();
  const guest = await openPerson();

  await test.step("an interviewer signs up, is approved and offers a slot", async () => {
    await signUp(host, interviewer, codeFor);
    await expect(host.getByText("Welcome, Kavya")).toBeVisible();
    await grantInterviewer(interviewer.email);
    await signOut(host);
    await signIn(host, interviewer.email);
    await expect(host).toHaveURL(/\/interviewer-dashboard\/calendar$/);
    await expect(host.getByRole("heading", { name: "Manage My Calendar" })).toBeVisible();
    await expect(host.getByText("No Ratings Yet")).toBeVisible();
    await host.getByLabel("Date").fill(tomorrow());
    await host.getByLabel("Start time").fill("18:00");
    await host.getByRole("button", { name: "Add slot" }).click();
    const question = host.getByRole("alertdialog");
    await expect(question).toContainText("Make slot available on");
    await question.getByRole("button", { name: "Make available" }).click();
    await expect(host.getByText(/✅ Slot added/)).toBeVisible();
  });

  await test.step("an interviewee signs up and has no plan yet", async () => {
    await signUp(guest, interviewee, codeFor);
    await expect(guest).toHaveURL(/\/interviewee-dashboard\/profile$/);
    await guest.getByRole("link", { name: "Booking" }).first().click();
    await expect(guest.getByRole("heading", { name: "You Don't Have an Active Plan" })).toBeVisible();
    await guest.getByRole("link", { name: "View Plans" }).click();
    await expect(guest).toHaveURL(/\/pricing$/);
  });

  await test.step("buys Basic at the founding price, after a payment that failed", async () => {
    await guest.getByRole("button", { name: /Choose Basic/ }).click();
    await expect(guest.getByRole("heading", { name: "Your purchase: Basic" })).toBeVisible();
    await guest.getByRole("button", { name: "Pay ₹99" }).click();
    const checkout = guest.getByRole("dialog");
    await checkout.getByRole("button", { name: /fail/i }).click();
    const alert = guest.getByRole("alertdialog");
    await expect(alert).toContainText("Payment failed: Your payment was declined by the bank.");
    await alert.getByRole("button").click();
    await guest.getByRole("button", { name: "Pay ₹99" }).click();
    await checkout.getByRole("button", { name: /^Pay/ }).click();
    await guest.waitForURL(/\/interviewee-dashboard\/booking$/);
  });

  await test.step("books the slot", async () => {
    await expect(guest.getByText("Sessions remaining: 1")).toBeVisible();
    // It announces itself as disabled, but a click still shows the reason.
    await guest.getByRole("button", { name: "Confirm booking" }).click({ force: true });
    await expect(guest.getByText("Please select an available slot.")).toBeVisible();
    await guest
      .getByRole("button", { name: /Open slot with Kavya Narayan.*18:00/ })
      .first()
      .click();
    await guest.getByRole("button", { name: /Confirm/ }).click();
    await expect(guest.getByText(/✅ Booking successful & .* meeting created!/)).toBeVisible();
    await expect(guest.getByRole("heading", { name: "Your Upcoming Bookings" })).toBeVisible();
    await expect(guest.getByRole("link", { name: /Join meeting/ })).toBeVisible();
  });

  await test.step("both meet in the room", async () => {
    await host.getByRole("link", { name: "Calendar" }).first().click();
    // The calendar checks for new bookings every ten seconds; a busy machine may need two rounds.
    await expect(host.getByRole("link", { name: /Join meeting/ })).toBeVisible({ timeout: 30_000 });
    const start = Date.parse(`${tomorrow()}T18:00:00+05:30`);
    await host.clock.install();
    await guest.clock.install();
    await advance(Math.ceil((start - Date.now()) / 60_000) + 1, host, guest);
    await guest.reload();
    await guest.getByRole("link", { name: /Join meeting/ }).click();
    await expect(guest).toHaveURL(/\/room\//);
    await host.goto(new URL(guest.url()).pathname);
    for (const page of [host, guest]) {
      // This browser has no camera and no microphone, so it joins with text only.
      await page.getByRole("button", { name: /^Join/ }).click();
      await expect(page.getByRole("heading", { name: "Call sheet" })).toBeAttached();
      await expect(page.getByText(/Here|In the room/i).first()).toBeVisible();
    }
  });

  await test.step("a third person cannot enter", async () => {
    const stranger = await openPerson();
    await signUp(stranger, { firstName: "Nosy", lastName: "Person", email: "nosy@journey.example" }, codeFor);
    await stranger.goto(new URL(guest.url()).pathname);
    await expect(stranger.getByRole("link", { name: /dashboard/i })).toBeVisible();
    await expect(stranger.getByText("Kavya")).toHaveCount(0);
  });

  await test.step("the interviewee rates it afterwards", async () => {
    await advance(60, host, guest);
    await guest.goto("/interviewee-dashboard/my-sessions");
    await guest.getByRole("button", { name: /Give Feedback/ }).click();
    const form = guest
      .getByRole("form")
      .or(guest.getByRole("region", { name: "Give feedback" }))
      .first();
    await form.getByRole("button", { name: "Submit Feedback" }).click();
    await expect(guest.getByText("Please select a rating before submitting.").first()).toBeVisible();
    await guest.getByRole("radio", { name: /Excellent/ }).check({ force: true });
    await guest.getByLabel("Overall summary").fill("Calm, precise, and I know what to practice.");
    await guest.getByRole("button", { name: "Submit Feedback" }).click();
    await expect(guest.getByText("✅ Feedback submitted successfully!")).toBeVisible();
    await expect(guest.getByText("Calm, precise, and I know what to practice.")).toBeVisible();
    await expect(guest.getByRole("button", { name: /Give Feedback/ })).toHaveCount(0);
  });

  await test.step("the interviewer reads the rating, uploads the PDF and is paid", async () => {
    await host.goto("/interviewer-dashboard/history");
    await expect(host.getByText("Calm, precise, and I know what to practice.")).toBeVisible();
    await expect(host.getByText("5.0 / 5").first()).toBeVisible();
    await expect(host.getByText("Feedback Pending")).toBeVisible();
    await host.getByRole("button", { name: /Upload Feedback PDF/ }).click();
    await host
      .getByRole("dialog")
      .locator("input[type=file]")
      .setInputFiles({ name: "review.pdf", mimeType: "application/pdf", buffer: pdf });
    await host
      .getByRole("dialog")
      .getByRole("button", { name: /^Upload/ })
      .click();
    await expect(host.getByText("✅ Feedback file uploaded successfully!")).toBeVisible();
    await expect(host.getByText("Feedback File Uploaded", { exact: true })).toBeVisible();
    await host.getByRole("link", { name: "Earnings" }).first().click();
    // 70 % of the 99 rupees that this credit was sold for.
    await expect(host.getByText("₹69.30").first()).toBeVisible();
    await expect(host.getByText("Credited", { exact: false }).first()).toBeVisible();
  });

  await test.step("the interviewee opens the PDF", async () => {
    await guest.reload();
    const download = guest.context().waitForEvent("page");
    await guest.getByRole("button", { name: /Download Feedback/ }).click();
    const opened = await download;
    await expect.poll(() => opened.url()).toMatch(/^$|about:blank|\/files\//);
  });
});
