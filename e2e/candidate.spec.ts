import { buyByApi, callApi, password, postToApi, signUp, tokenOf } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectAccessibleOnAnyScreen, screens } from "./support/steps.ts";

const hour = 3_600_000;

test("a candidate's dashboard from the first day to the last session, on a phone", async ({
  page,
  codeFor,
  grantInterviewer,
  advance,
}) => {
  const email = "meera@candidate.example";
  const interviewer = { token: "", email: "tara@candidate.example" };
  const slots: { _id: string; slotTime: string }[] = [];
  const upcoming = page.getByRole("region", { name: "Your Upcoming Bookings" });
  const openSlot = page.getByRole("button", { name: /Open slot with Tara Sen/ });
  await page.setViewportSize(screens.phone);
  await page.clock.install();

  await test.step("finds their way around, and has nothing to book with yet", async () => {
    await signUp(page, { firstName: "Meera", lastName: "Iyer", email }, codeFor);
    await expect(page.getByText("Welcome, Meera")).toBeVisible();
    const low = page.getByRole("region", { name: "Sessions left" });
    await expect(low).toContainText("You have no sessions yet.");
    await expect(low.getByRole("link")).toHaveAttribute("href", "/pricing");
    const ways = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
    await expect(ways).toHaveText(["Sessions", "Practice", "Progress", "Profile", "Booking"]);
    await page.goto("/interviewee-dashboard/bokking");
    await expect(page.getByText("We couldn't find that page")).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
    await page.getByRole("link", { name: "Go to your dashboard" }).click();
    await page.waitForURL(/\/interviewee-dashboard\/profile$/);
    await ways.last().click();
    await expect(page.getByRole("heading", { name: "You Don't Have an Active Plan" })).toBeVisible();
    await expect(page.getByRole("link", { name: "View Plans" })).toHaveAttribute("href", "/pricing");
    await expectAccessibleOnAnyScreen(page);
  });

  await test.step("a mentor offers two slots, the candidate buys a plan", async () => {
    const person = { firstName: "Tara", lastName: "Sen", mobileNumber: "+91 98765 43210", password };
    const { email } = interviewer;
    await postToApi("/auth/signup-start", { ...person, email });
    const signedUp = await postToApi<{ token: string }>("/auth/signup-verify", {
      email,
      otp: await codeFor(email),
    });
    interviewer.token = signedUp.token;
    await grantInterviewer(interviewer.email);
    const first = Math.ceil(Date.now() / hour) * hour + 14 * hour;
    for (const at of [first, first + hour]) {
      const slotTime = new Date(at).toISOString();
      slots.push(await postToApi("/interviewer/availability", { slotTime }, interviewer.token));
    }
    await buyByApi(await tokenOf(page));
  });

  await test.step("looks at a month, a week that begins today, a day, and an agenda", async () => {
    await page.reload();
    await expect(page.getByText("Sessions remaining: 1")).toBeVisible();
    await expect(page.getByText("1 interview to book")).toBeVisible();
    await expect(openSlot.first()).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
    await page.getByRole("button", { name: "Calendar", exact: true }).click();
    const calendar = page.getByRole("region", { name: "Open slots and your interviews" });
    for (const [view, step] of [
      ["Month", "month"],
      ["Week", "week"],
      ["Day", "day"],
      ["Agenda", "30 days"],
    ] as const) {
      await calendar.getByRole("button", { name: view, exact: true }).click();
      await expect(calendar.getByRole("button", { name: `Next ${step}` })).toBeVisible();
      await expectAccessibleOnAnyScreen(page);
    }
    await page.getByRole("button", { name: "List", exact: true }).click();
  });

  await test.step("a slot that is taken meanwhile disappears automatically", async () => {
    await openSlot.first().click();
    const [gone] = slots;
    const { token } = interviewer;
    await callApi("DELETE", `/interviewer/availability/${gone?._id}`, { token });
    await expect(page.getByText(/is no longer available\. Please choose another slot\./)).toBeVisible({
      timeout: 30_000,
    });
  });

  await test.step("spends the last credit, and the page names the booking", async () => {
    await openSlot.first().click();
    await page.getByRole("button", { name: /^Confirm/ }).click();
    await expect(page.getByText(/^✅ Booking successful & .* meeting created!$/)).toBeVisible();
    await expect(page.getByText(/, \d\d:\d\d – \d\d:\d\d with Tara Sen$/).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Booked", exact: true })).toBeAttached();
    await page.getByRole("button", { name: "See your booking" }).click();
    await expect(upcoming).toBeInViewport();
    await expect(page.getByText(/^✅ Booking successful/)).toBeVisible();
    await expect(upcoming.getByText("Confirmed", { exact: true })).toBeVisible();
    await expect(upcoming.getByText(/^Room opens \d\d:\d\d/)).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
  });

  await test.step("reads every ledger entry, and prints a receipt", async () => {
    await page.goto("/interviewee-dashboard/my-sessions?tab=payments");
    const ledger = page.getByRole("table", { name: /Every session/ });
    await expect(ledger.getByText("Bought", { exact: true })).toBeVisible();
    await expect(ledger.getByText("Spent", { exact: true })).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
    await page.getByRole("link", { name: /^Receipt R-/ }).click();
    await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
    const sheet = page.getByRole("article");
    await expect(sheet).toContainText("Basic plan, 1 session");
    await expect(sheet).toContainText(email);
    await expectAccessibleOnAnyScreen(page);
    await page.emulateMedia({ media: "print" });
    await expect(sheet).toBeVisible();
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.getByRole("button", { name: /Print/ })).toBeHidden();
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("sets the time zone, downloads their data, and reads what deleting the account would mean", async () => {
    await page.goto("/interviewee-dashboard/profile?tab=account");
    await page.getByLabel("Time zone").selectOption("Europe/London");
    await page.getByRole("button", { name: "Save time zone" }).click();
    await expect(page.getByText(/^✅ Times are now shown in United Kingdom time/)).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.zip$/);
    await page.getByRole("button", { name: "Delete my account" }).click();
    const question = page.getByRole("dialog", { name: "Delete my account" });
    await expect(question).toContainText("You have 1 upcoming interview.");
    await expectAccessibleOnAnyScreen(page);
    await question.getByRole("link", { name: "Go to your upcoming interview" }).click();
    await expect(question).toHaveCount(0);
    await expect(upcoming.getByRole("button", { name: /^Cancel/ })).toBeVisible();
  });

  await test.step("cancels too late: the credit is gone, and the page says both", async () => {
    await advance(5 * 60, page);
    await page.goto("/interviewee-dashboard/booking");
    await upcoming.getByRole("button", { name: /^Cancel/ }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("the session is not given back");
    await question.getByRole("button", { name: "Cancel interview" }).click();
    await expect(page.getByRole("heading", { name: "You've Used All Your Sessions" })).toBeVisible();
    await expect(
      page.getByText(/^Your interview is canceled\. It was too late to cancel for free/),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Purchase More Sessions" })).toHaveAttribute(
      "href",
      "/pricing",
    );
    await expectAccessibleOnAnyScreen(page);
  });

  await test.step("changes the password and is signed out", async () => {
    await page.goto("/interviewee-dashboard/profile?tab=account");
    await page.getByLabel("Current password").fill(password);
    await page.getByLabel("New password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText(/^New password must be at least 8 characters long/).first()).toBeVisible();
    await page.getByLabel("New password", { exact: true }).fill("bold-Heron-88!");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.waitForURL(/\/signin/);
  });
});
