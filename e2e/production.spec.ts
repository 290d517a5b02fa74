import type { Page } from "@playwright/test";
import { writePdf } from "../server/testing/files.ts";
import { completeSignUpForm, signUp } from "./support/accounts-and-rooms.ts";
import { production } from "./support/addresses.ts";
import { callHarness, expect, test } from "./support/fixtures.ts";

/* The product with production's adapters, and local providers for Razorpay, Zoom, S3 and SMTP. */
test.use({ baseURL: production.siteUrl, elsewhere: ["127.0.0.1"] });
test.beforeAll(async () => {
  await callHarness("/production");
});

const checkoutOf = (page: Page) => page.frameLocator("iframe.razorpay-checkout-frame");
const closed = "The checkout is closed. If you paid, your sessions will appear shortly. We're checking.";

async function openCheckout(page: Page, plan: string): Promise<void> {
  await page.goto(`/pricing?plan=${plan}`);
  await page.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(checkoutOf(page).getByRole("button", { name: "Pay now" })).toBeVisible();
}

/** Makes a call as a person, like their page would. */
async function callAs(
  page: Page,
  path: string,
  body: object,
): Promise<{ _id: string; user?: { _id: string } }> {
  const token = await page.evaluate(() => localStorage.getItem("greenroom.token"));
  const answer = await page.request.post(`/api${path}`, {
    data: body,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return await answer.json();
}

test("plans are bought in Razorpay's window, and an interview takes place at Zoom", async ({
  openPerson,
  codeFor,
  advance,
  browser,
}) => {
  const interviewee = await openPerson();
  const interviewer = await openPerson();

  await test.step("signing up by email, on the way to a plan", async () => {
    await interviewee.goto("/pricing");
    expect(await interviewee.locator("script[src*='checkout.js']").count()).toBe(0);
    await interviewee.getByRole("button", { name: "Choose Pro" }).click();
    await interviewee.waitForURL(/\/signup/);
    await completeSignUpForm(
      interviewee,
      { firstName: "Meera", lastName: "Iyer", email: "meera@production.example" },
      codeFor,
    );
    await interviewee.waitForURL(/\/pricing\?plan=Pro/);
  });

  await test.step("a payment that the bank refuses, and another in the same window", async () => {
    await interviewee.getByRole("button", { name: "Pay ₹499" }).click();
    await checkoutOf(interviewee).getByRole("button", { name: "Let the bank decline" }).click();
    await expect(checkoutOf(interviewee).getByRole("status")).toContainText("declined by the bank");
    // Our own dialogs must not cover the provider's window while it offers another attempt.
    await expect(interviewee.getByRole("alertdialog")).toHaveCount(0);
    await checkoutOf(interviewee).getByRole("button", { name: "Pay now" }).click();
    await interviewee.waitForURL(/\/interviewee-dashboard\/booking$/);
    await expect(interviewee.getByText("Sessions remaining: 3")).toBeVisible();
  });

  await test.step("a window that is closed, with and without a refusal before", async () => {
    await openCheckout(interviewee, "Premium");
    await checkoutOf(interviewee).getByRole("button", { name: "Close checkout" }).click();
    await expect(interviewee.getByText(closed)).toBeVisible();
    await interviewee.getByRole("button", { name: /^Pay ₹/ }).click();
    await checkoutOf(interviewee).getByRole("button", { name: "Let the bank decline" }).click();
    await expect(checkoutOf(interviewee).getByRole("status")).toContainText("declined by the bank");
    await checkoutOf(interviewee).getByRole("button", { name: "Close checkout" }).click();
    const alert = interviewee.getByRole("alertdialog");
    await expect(alert).toContainText("Payment failed: Your payment was declined by the bank.");
    await alert.getByRole("button", { name: "OK" }).click();
    await expect(alert).toHaveCount(0);
  });

  await test.step("a browser that is closed after paying: the webhook grants the credits", async () => {
    await interviewee.getByRole("button", { name: /^Pay ₹/ }).click();
    await checkoutOf(interviewee).getByRole("button", { name: "Pay, then lose the connection" }).click();
    await expect(checkoutOf(interviewee).getByRole("status")).toContainText("The page has not been told.");
    await interviewee.goto("about:blank");
    await expect(async () => {
      await interviewee.goto("/interviewee-dashboard/booking");
      await expect(interviewee.getByText("Sessions remaining: 8")).toBeVisible({ timeout: 3_000 });
    }).toPass();
  });

  await test.step("no other page allows Razorpay", async () => {
    const context = await browser.newContext({ baseURL: production.siteUrl });
    const page = await context.newPage();
    const load = () =>
      page.evaluate(
        (src) =>
          new Promise<string>((resolve) => {
            const script = document.createElement("script");
            script.src = src;
            script.onload = () => resolve("loaded");
            document.head.append(script);
          }),
        scriptUrl,
      );
    await page.goto("/pricing");
    const policyOf = async (path: string) =>
      (await page.request.get(path)).headers()["content-security-policy"] ?? "";
    const policy = await policyOf("/pricing");
    const scriptUrl = `${/script-src [^;]*(http:\/\/127\.0\.0\.1:\d+)/.exec(policy)?.[1]}/v1/checkout.js`;
    expect(await load()).toBe("loaded");
    await page.goto("/signin");
    await expect(load()).rejects.toThrow("TrustedScriptURL");
    expect(await policyOf("/signin")).not.toContain(new URL(scriptUrl).host);
    await context.close();
  });

  await test.step("the interviewer opens the meeting as its host, and the interviewee joins it", async () => {
    const mentor = { firstName: "Kavya", lastName: "Menon", email: "kavya@production.example" };
    await signUp(interviewer, mentor, codeFor);
    await callHarness(`/production/grant-interviewer?email=${encodeURIComponent(mentor.email)}`);
    const startTime = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000);
    const slotTime = startTime.toISOString();
    await callAs(interviewer, "/interviewer/availability", { slotTime });
    const me = await interviewer.evaluate(
      () => JSON.parse(localStorage.getItem("greenroom.user") ?? "{}")._id as string,
    );
    await interviewee.reload();
    const booking = await callAs(interviewee, "/user/bookings", { startTime: slotTime, interviewerId: me });
    await callAs(interviewee, "/meeting/create", { bookingId: booking._id, startTime: slotTime });
    await interviewer.clock.install();
    await interviewee.clock.install();
    await advance(Math.ceil((startTime.getTime() - Date.now()) / 60_000) - 5, interviewer, interviewee);
    await interviewer.goto("/interviewer-dashboard/calendar");
    const opened = interviewer.waitForEvent("popup");
    await interviewer
      .getByRole("button", { name: "Join meeting with Meera Iyer (opens a new tab)" })
      .first()
      .click();
    const meeting = await opened;
    await expect(meeting.getByRole("heading", { name: /^You hold meeting \d+$/ })).toBeVisible();
    expect(meeting.url()).toMatch(/\/s\/\d+\?zak=/);
    expect(await meeting.evaluate(() => window.opener)).toBeNull();
    expect(
      JSON.stringify(await interviewer.evaluate(() => ({ ...localStorage, ...sessionStorage }))),
    ).not.toContain("zak=");
    expect(await interviewer.content()).not.toContain("zak=");
    await interviewee.goto("/interviewee-dashboard/booking");
    await expect(interviewee.getByRole("link", { name: /Join meeting/ }).first()).toHaveAttribute(
      "href",
      /\/j\/\d+\?pwd=/,
    );
  });

  await test.step("a chosen resume is uploaded and kept in the bucket", async () => {
    await interviewee.goto("/interviewee-dashboard/profile");
    const upload = interviewee.locator("input[type=file][accept*=pdf]").first();
    await upload.setInputFiles({
      name: "meera.pdf",
      mimeType: "application/pdf",
      buffer: writePdf("Meera", ["Python"]),
    });
    await expect(interviewee.getByText("View File")).toBeVisible();
  });
});
