import type { APIRequestContext, Page } from "@playwright/test";
import { signIn, signUp } from "./support/account-steps.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expect, test } from "./support/fixtures.ts";

/** A day of India's calendar, this many days from now, in the format of a date input. */
function dayIn(days: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(
    Date.now() + days * 86_400_000,
  );
}

/** The API as the person of a page. */
async function apiOf(page: Page, request: APIRequestContext) {
  const token = await page.evaluate(() => localStorage.getItem("greenroom.token"));
  const headers = { authorization: `Bearer ${token}` };
  return {
    get: async (path: string) => (await request.get(path, { headers })).json(),
    post: async (path: string, data: object) => (await request.post(path, { headers, data })).json(),
  };
}

/**
 * Buys a credit and books the interviewer's first open slot, without the screens that main-job.spec.ts tests.
 */
async function bookFirstSlot(page: Page, request: APIRequestContext, interviewer: string): Promise<void> {
  const api = await apiOf(page, request);
  const { newPrice } = await api.post("/api/user/purchase-plan", { planType: "Basic" });
  const plan = { planType: "Basic", newPrice };
  const order = await api.post("/api/payment/create-order", { ...plan, amount: newPrice });
  const paid = await api.post(`/api/sandbox/orders/${order.id}/pay`, { outcome: "success" });
  await api.post("/api/payment/verify-payment", { ...paid, ...plan });
  const slots = (await api.get("/api/user/slots")) as {
    slotTime: string;
    interviewerId: { _id: string; firstName: string };
  }[];
  const slot = slots.find(({ interviewerId }) => interviewerId.firstName === interviewer);
  const booking = await api.post("/api/user/bookings", {
    startTime: slot?.slotTime,
    interviewerId: slot?.interviewerId._id,
  });
  expect(booking.status).toBe("pending");
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`an interviewer runs their week at ${width} px`, async ({
    openPerson,
    codeFor,
    grantInterviewer,
    request,
  }) => {
    const name = `Kavya${width}`;
    const host = await openPerson();
    const guest = await openPerson();
    await host.setViewportSize({ width, height });
    await guest.setViewportSize({ width, height });
    const email = `kavya-${width}@week.example`;

    await test.step("enters their weekly hours once, and slots for eight weeks are generated", async () => {
      await signUp(host, { firstName: name, lastName: "Menon", email }, codeFor);
      await grantInterviewer(email);
      await host.evaluate(() => localStorage.clear());
      await signIn(host, email);
      await host.getByRole("link", { name: "Weekly hours & time off" }).click();
      await host.getByRole("button", { name: "Add hours" }).click();
      const form = host.getByRole("form", { name: "Weekly hours" });
      await form.getByRole("button", { name: "Save weekly hours" }).click();
      await expect(form.getByText("Choose at least one day.")).toBeVisible();
      for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
        await form.getByRole("checkbox", { name: day }).check({ force: true });
      await form.getByLabel("From").fill("18:00");
      await form.getByLabel("To", { exact: true }).fill("20:00");
      await expect(form.getByText("2 slots a day: 18:00, 18:45")).toBeVisible();
      await form.getByLabel("First day").fill(dayIn(1));
      await form.getByLabel("Notice, in hours").fill("0");
      await form.getByRole("button", { name: "Save weekly hours" }).click();
      await expect(host.getByText("✅ Weekly hours saved. 112 slots added.")).toBeVisible();
      await expect(host.getByRole("heading", { name: "Every day 18:00 – 20:00" })).toBeVisible();
      await expectAccessible(host);
    });

    await test.step("writes a profile, and a candidate books", async () => {
      await host.goto("/interviewer-dashboard/account");
      await host.getByLabel("Headline").fill("Ranking and recommenders");
      await host.getByLabel("Topics").fill("ML system design, SQL");
      await host.getByRole("button", { name: "Save public profile" }).click();
      await expect(host.getByText("✅ Your public profile is saved.")).toBeVisible();
      await expectAccessible(host);
      await signUp(
        guest,
        { firstName: "Meera", lastName: "Iyer", email: `meera-${width}@week.example` },
        codeFor,
      );
      await bookFirstSlot(guest, request, name);
      await guest.goto("/interviewee-dashboard/booking");
      await expect(guest.getByText(new RegExp(`18:00 – 18:45 with ${name} Menon`))).toBeVisible();
      await guest
        .getByRole("button", { name: new RegExp(`Open slot with ${name}`) })
        .first()
        .click();
      await expect(guest.getByText("Ranking and recommenders")).toBeVisible();
    });

    await test.step("finds the interview in the calendar, and reads about the candidate", async () => {
      await host.goto("/interviewer-dashboard/calendar");
      const figure = (label: string) => host.locator("dl > div").filter({ hasText: label });
      await expect(figure("Available Slots")).toContainText("111");
      await expect(figure("Booked Interviews")).toContainText("1");
      await expect(host.getByRole("region", { name: "Upcoming interviews" })).toContainText("Meera Iyer");
      await expectAccessible(host);
      await host
        .getByRole("button", { name: /^View Resume/ })
        .first()
        .click();
      const resume = host.getByRole("dialog");
      await expect(resume).toContainText("has not written a resume yet");
      await expectAccessible(host);
      await resume.getByRole("button", { name: "Close" }).first().click();
      await expect(resume).toHaveCount(0);
      await host.goto("/interviewer-dashboard/history");
      await expect(host.getByText("No completed interviews yet")).toBeVisible();
      await expectAccessible(host);
    });

    await test.step("changes the hours without affecting bookings", async () => {
      await host.goto("/interviewer-dashboard/calendar/weekly-hours");
      await expect(host.getByText("1 booked")).toBeVisible();
      await host.getByRole("button", { name: /^Change Every day/ }).click();
      const form = host.getByRole("form", { name: "Weekly hours" });
      await form.getByLabel("From").fill("07:00");
      await form.getByLabel("To", { exact: true }).fill("07:45");
      await form.getByRole("button", { name: "Save weekly hours" }).click();
      await expect(
        host.getByText("✅ Weekly hours saved. 56 slots added, 111 open slots removed."),
      ).toBeVisible();
      await expect(host.getByText("1 booked")).toBeVisible();
    });

    await test.step("takes days off, and sees the interview that is booked on them", async () => {
      await host.getByRole("button", { name: "Take time off" }).click();
      const form = host.getByRole("form", { name: "Time off" });
      await form.getByLabel("First day off").fill(dayIn(1));
      await form.getByLabel("Last day off").fill(dayIn(2));
      await form.getByRole("button", { name: "Take these days off" }).click();
      await expect(host.getByText(/✅ Time off saved. 2 open slots removed./)).toBeVisible();
      await expect(host.getByText("1 interview is still booked on these days")).toBeVisible();
      await expect(host.getByText(/18:00 – 18:45 with Meera Iyer/)).toBeVisible();
    });

    await test.step("sees their interviews in another calendar, until they revoke the link", async () => {
      await host.getByRole("button", { name: "Create link" }).click();
      const address = await host.getByLabel("Your private link").inputValue();
      const feed = await request.get(address);
      expect(await feed.text()).toContain("SUMMARY:Mock interview with Meera Iyer");
      await host.getByRole("button", { name: "Revoke" }).click();
      await host.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
      await expect(host.getByRole("button", { name: "Create link" })).toBeVisible();
      expect((await request.get(address)).status()).toBe(404);
    });

    await test.step("downloads their data, and cannot delete the account while interviews are booked", async () => {
      await host.goto("/interviewer-dashboard/earnings");
      await expect(host.getByRole("button", { name: "Export CSV" })).toBeVisible();
      await expectAccessible(host);
      const csv = host.waitForEvent("download");
      await host.getByRole("button", { name: "Export CSV" }).click();
      expect((await csv).suggestedFilename()).toBe("earnings.csv");
      await host.goto("/interviewer-dashboard/account");
      const zip = host.waitForEvent("download");
      await host.getByRole("button", { name: "Download my data" }).click();
      expect((await zip).suggestedFilename()).toBe("my-data.zip");
      await host.getByRole("button", { name: "Delete my account" }).click();
      await expect(
        host.getByText("You have 1 upcoming interview. Cancel it first, then come back here."),
      ).toBeVisible();
      await expect(host.getByRole("button", { name: "Email me the code" })).toHaveCount(0);
    });

    await test.step("a candidate without bookings deletes their account", async () => {
      const leaver = await openPerson();
      await leaver.setViewportSize({ width, height });
      const address = `leaver-${width}@week.example`;
      await signUp(leaver, { firstName: "Lea", lastName: "Ver", email: address }, codeFor);
      await leaver.goto("/interviewee-dashboard/profile?tab=account");
      await leaver.getByRole("button", { name: "Delete my account" }).click();
      await leaver.getByRole("button", { name: "Email me the code" }).click();
      await leaver.getByLabel("Code").fill(await codeFor(address));
      await leaver.getByRole("button", { name: "Delete for good" }).click();
      await expect(
        leaver.getByText("✅ Your account is deleted. Thank you for using Greenroom."),
      ).toBeVisible();
      await leaver.waitForURL(/\/signin/);
      expect(await leaver.evaluate(() => localStorage.getItem("greenroom.token"))).toBeNull();
    });
  });
}
