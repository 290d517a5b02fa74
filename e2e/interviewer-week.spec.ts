import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import { buyByApi, callApi, postToApi, signIn, signUp, tokenOf } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectAccessibleOnAnyScreen, screens } from "./support/steps.ts";

/** A day of India's calendar, this many days from now, in the format of a date input. */
function dayIn(days: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(
    Date.now() + days * 86_400_000,
  );
}

/** Buys a credit and books the interviewer's first open slot, without the screens that main-job.spec.ts tests. */
async function bookFirstSlot(token: string, interviewer: string): Promise<void> {
  await buyByApi(token);
  const slots = await callApi<Slot[]>("GET", "/user/slots", { token });
  const slot = slots.find(({ interviewerId }) => interviewerId.firstName === interviewer);
  const wanted = { startTime: slot?.slotTime, interviewerId: slot?.interviewerId._id };
  const booking = await postToApi<{ status: string }>("/user/bookings", wanted, token);
  expect(booking.status).toBe("pending");
}

test("an interviewer runs their week", async ({ openPerson, codeFor, grantInterviewer, request }) => {
  const name = "Leela";
  const interviewer = await openPerson();
  const interviewee = await openPerson();
  await interviewee.setViewportSize(screens.phone);
  const email = "leela@week.example";

  await test.step("enters their weekly hours once, and slots for eight weeks are generated", async () => {
    await signUp(interviewer, { firstName: name, lastName: "Menon", email }, codeFor);
    await grantInterviewer(email);
    await interviewer.evaluate(() => localStorage.clear());
    await signIn(interviewer, email);
    await interviewer.getByRole("link", { name: "Weekly hours & time off" }).click();
    await interviewer.getByRole("button", { name: "Add hours" }).click();
    const form = interviewer.getByRole("form", { name: "Weekly hours" });
    await expect(form.getByRole("checkbox", { name: "Monday" })).toBeFocused();
    await expect(form.getByText("Choose at least one day.")).toBeHidden();
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
    await expect(interviewer.getByText("✅ Weekly hours saved. 112 slots added.")).toBeVisible();
    await expect(interviewer.getByRole("heading", { name: "Every day 18:00 – 20:00" })).toBeVisible();
    await expectAccessibleOnAnyScreen(interviewer);
  });

  await test.step("writes their page, and a candidate books", async () => {
    await interviewer.goto("/interviewer-dashboard/account");
    await interviewer.getByRole("link", { name: "Edit your page" }).click();
    await interviewer.getByLabel("Headline").fill("Ranking and recommenders");
    const approach = "I ask about something that you built, then one design question, and end with notes.";
    await interviewer.getByLabel("How I interview").fill(approach);
    for (const choice of ["ML engineer", "Mid level", "SQL"])
      await interviewer.getByRole("checkbox", { name: choice }).check({ force: true });
    await interviewer.getByRole("checkbox", { name: "Show my page to everybody" }).check({ force: true });
    await interviewer.getByRole("button", { name: "Save your page" }).click();
    await expect(interviewer.getByRole("group", { name: "Languages" })).toContainText("Choose at least one");
    await interviewer.getByRole("checkbox", { name: "English" }).check({ force: true });
    await expectAccessibleOnAnyScreen(interviewer);
    await interviewer.getByRole("button", { name: "Save your page" }).click();
    await expect(interviewer.getByText("✅ Saved. Everybody can see your page.")).toBeVisible();
    await interviewee.goto(
      (await interviewer.getByRole("link", { name: "Open your page" }).getAttribute("href")) ?? "",
    );
    await expect(interviewee.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(interviewee.getByText(approach)).toBeVisible();
    await interviewer.goto("/interviewer-dashboard/account");
    await expectAccessibleOnAnyScreen(interviewer);
    await signUp(interviewee, { firstName: "Meera", lastName: "Iyer", email: "meera@week.example" }, codeFor);
    await bookFirstSlot(await tokenOf(interviewee), name);
    await interviewee.goto("/interviewee-dashboard/booking");
    await expect(interviewee.getByText(new RegExp(`18:00 – 18:45 with ${name} Menon`))).toBeVisible();
    await interviewee
      .getByRole("button", { name: new RegExp(`Open slot with ${name}`) })
      .first()
      .click();
    await expect(interviewee.getByText("Ranking and recommenders")).toBeVisible();
  });

  await test.step("finds the interview in the calendar, and reads about the candidate", async () => {
    await interviewer.goto("/interviewer-dashboard/calendar");
    const figure = (label: string) => interviewer.locator("dl > div").filter({ hasText: label });
    await expect(figure("Available Slots")).toContainText("111");
    await expect(figure("Booked Interviews")).toContainText("1");
    await expect(interviewer.getByRole("region", { name: "Upcoming interviews" })).toContainText(
      "Meera Iyer",
    );
    await expectAccessibleOnAnyScreen(interviewer);
    await interviewer
      .getByRole("button", { name: /^View Resume/ })
      .first()
      .click();
    const resume = interviewer.getByRole("dialog");
    await expect(resume).toContainText("has not written a resume yet");
    await expectAccessibleOnAnyScreen(interviewer);
    await resume.getByRole("button", { name: "Close" }).first().click();
    await expect(resume).toHaveCount(0);
    await interviewer.goto("/interviewer-dashboard/history");
    await expect(interviewer.getByText("No completed interviews yet")).toBeVisible();
    await expectAccessibleOnAnyScreen(interviewer);
  });

  await test.step("changes the hours without affecting bookings", async () => {
    await interviewer.goto("/interviewer-dashboard/calendar/weekly-hours");
    await expect(interviewer.getByText("1 booked")).toBeVisible();
    await interviewer.getByRole("button", { name: /^Change Every day/ }).click();
    const form = interviewer.getByRole("form", { name: "Weekly hours" });
    await form.getByLabel("From").fill("07:00");
    await form.getByLabel("To", { exact: true }).fill("07:45");
    await form.getByRole("button", { name: "Save weekly hours" }).click();
    await expect(
      interviewer.getByText("✅ Weekly hours saved. 56 slots added, 111 open slots removed."),
    ).toBeVisible();
    await expect(interviewer.getByText("1 booked")).toBeVisible();
  });

  await test.step("takes days off, and sees the interview that is booked on them", async () => {
    await interviewer.getByRole("button", { name: "Take time off" }).click();
    const form = interviewer.getByRole("form", { name: "Time off" });
    await form.getByLabel("First day off").fill(dayIn(1));
    await form.getByLabel("Last day off").fill(dayIn(2));
    await form.getByRole("button", { name: "Take these days off" }).click();
    await expect(interviewer.getByText(/✅ Time off saved. 2 open slots removed./)).toBeVisible();
    await expect(
      interviewer.getByText("1 interview is still booked on these days", { exact: true }),
    ).toBeVisible();
    await expect(interviewer.getByText(/18:00 – 18:45 with Meera Iyer/)).toBeVisible();
  });

  await test.step("sees their interviews in another calendar, until they revoke the link", async () => {
    await interviewer.getByRole("button", { name: "Create link" }).click();
    const address = await interviewer.getByLabel("Your private link").inputValue();
    const feed = await request.get(address);
    expect(await feed.text()).toContain("SUMMARY:Mock interview with Meera Iyer");
    await interviewer.getByRole("button", { name: "Revoke" }).click();
    await interviewer.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await expect(interviewer.getByRole("button", { name: "Create link" })).toBeVisible();
    expect((await request.get(address)).status()).toBe(404);
  });

  await test.step("downloads their data, and cannot delete the account while interviews are booked", async () => {
    await interviewer.goto("/interviewer-dashboard/earnings");
    await expect(interviewer.getByRole("button", { name: "Export CSV" })).toBeVisible();
    await expectAccessibleOnAnyScreen(interviewer);
    const csv = interviewer.waitForEvent("download");
    await interviewer.getByRole("button", { name: "Export CSV" }).click();
    expect((await csv).suggestedFilename()).toBe("earnings.csv");
    await interviewer.goto("/interviewer-dashboard/account");
    const zip = interviewer.waitForEvent("download");
    await interviewer.getByRole("button", { name: "Download my data" }).click();
    expect((await zip).suggestedFilename()).toBe("my-data.zip");
    await interviewer.getByRole("button", { name: "Delete my account" }).click();
    await expect(
      interviewer.getByText("You have 1 upcoming interview. Cancel it first, then come back here."),
    ).toBeVisible();
    await expect(interviewer.getByRole("button", { name: "Email me the code" })).toHaveCount(0);
  });

  await test.step("a candidate without bookings deletes their account", async () => {
    const leaver = await openPerson();
    await leaver.setViewportSize(screens.phone);
    const address = "leaver@week.example";
    await signUp(leaver, { firstName: "Lea", lastName: "Ver", email: address }, codeFor);
    await leaver.goto("/interviewee-dashboard/profile?tab=account");
    await leaver.getByRole("button", { name: "Delete my account" }).click();
    await leaver.getByRole("button", { name: "Email me the code" }).click();
    await leaver.getByLabel("Code").fill(await codeFor(address));
    await leaver.getByRole("button", { name: "Delete for good" }).click();
    // The page says so for two seconds, which a busy machine can miss; `delete-account.dom.test.tsx` reads it.
    await leaver.waitForURL(/\/signin/);
    expect(await leaver.evaluate(() => localStorage.getItem("greenroom.token"))).toBeNull();
  });
});
