import {
  type ApiUser,
  buyByApi,
  callApi,
  completeSignUpForm,
  postToApi,
  signInPage,
  signUpByApi,
} from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectAccessibleOnAnyScreen } from "./support/steps.ts";

/** A whole hour in so many hours. */
const inHours = (hours: number) =>
  new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + hours * 3_600_000).toISOString();

test("a visitor chooses a slot, signs up, pays, and is booked", async ({
  openPerson,
  codeFor,
  grantInterviewer,
}) => {
  const mentor = await signUpByApi("Nandini", codeFor);
  await grantInterviewer(mentor.user.email);
  const offer = async (hours: number, { token }: ApiUser = mentor) =>
    (await postToApi<{ _id: string }>("/interviewer/availability", { slotTime: inHours(hours) }, token))._id;
  const [slotId, otherId] = [await offer(30), await offer(33)];
  const page = await openPerson();
  const email = "chooser@journey.example";

  await test.step("signs up from the plan, and comes back to both", async () => {
    await page.goto(`/pricing?slot=${slotId}`);
    await expect(page.getByText("We hold this time for 10 minutes while you pay.")).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
    await page.getByRole("button", { name: "Choose Basic" }).click();
    await completeSignUpForm(page, { firstName: "Meera", lastName: "Iyer", email }, codeFor);
    await page.waitForURL(`/pricing?plan=Basic&slot=${slotId}`);
    await expect(page.getByText(/^Nandini · .* · held until \d\d:\d\d$/)).toBeVisible();
  });

  await test.step("finds Pay and its terms without scrolling on a small phone", async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.reload();
    await expect(page.getByText(/held until/)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Pay/ })).toBeInViewport({ ratio: 1 });
    await expectAccessibleOnAnyScreen(page);
  });

  await test.step("pays, and is booked", async () => {
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: /^Pay/ }).click();
    await page.waitForURL(`/interviewee-dashboard/booking?slot=${slotId}`);
    await expect(page.getByRole("heading", { name: "Booked" })).toBeVisible();
    await expect(page.getByText("✅ Payment successful! Your interview is booked.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Calendar file" })).toHaveAttribute("download", /\.ics$/);
    await expect(page.getByRole("link", { name: /Buy|Plans/ })).toHaveCount(0);
    await expect(page.getByText(/^Free to cancel or move until/)).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
  });

  await test.step("another person finds the slot gone, and takes the nearest one", async () => {
    const rival = await openPerson();
    await signInPage(rival, await signUpByApi("Zoya", codeFor));
    await rival.goto(`/pricing?plan=Basic&slot=${slotId}`);
    await expect(rival.getByText(/is taken\.$/)).toBeVisible();
    await rival
      .getByRole("button", { name: /^Nandini · / })
      .first()
      .click();
    await expect(rival.getByText(/held until/)).toBeVisible();
    await expect(rival).toHaveURL(new RegExp(`slot=${otherId}`));
    const { state } = await callApi<{ state: string }>("GET", `/slots/${otherId}`);
    expect(state).toBe("gone");
  });
});

test("a person without a plan sees open slots, and choosing one leads to the plans", async ({
  openPerson,
  codeFor,
  grantInterviewer,
}) => {
  const mentor = await signUpByApi("Tara", codeFor);
  await grantInterviewer(mentor.user.email);
  await postToApi("/interviewer/availability", { slotTime: inHours(40) }, mentor.token);
  const page = await openPerson();
  await signInPage(page, await signUpByApi("Rohan", codeFor));
  await page.goto("/interviewee-dashboard/booking");
  await expect(page.getByRole("heading", { name: "You Don't Have an Active Plan" })).toBeVisible();
  await expect(page.getByRole("link", { name: "View Plans" })).toBeVisible();
  await expectAccessibleOnAnyScreen(page);
  await page.getByRole("combobox", { name: "Interviewer" }).selectOption({ label: "Tara Rao" });
  await page.getByRole("button", { name: /^Open slot with Tara Rao/ }).click();
  await page.waitForURL(/\/pricing\?slot=/);
  await expect(page.getByText(/^Tara · .* · held until/)).toBeVisible();
});

test("on a small phone at least four slots are in sight until one is chosen", async ({
  openPerson,
  codeFor,
  grantInterviewer,
}) => {
  const mentor = await signUpByApi("Dev", codeFor);
  await grantInterviewer(mentor.user.email);
  // 10:00 to 13:00 in India, and in the evening of the same day.
  const day = inHours(60).slice(0, 10);
  for (const time of ["04:30", "05:30", "13:30", "14:30"])
    await postToApi("/interviewer/availability", { slotTime: `${day}T${time}:00.000Z` }, mentor.token);
  const person = await signUpByApi("Anu", codeFor);
  await buyByApi(person.token, "Pro");
  const page = await openPerson();
  await page.setViewportSize({ width: 360, height: 640 });
  await signInPage(page, person);
  await page.goto(`/interviewee-dashboard/booking?interviewer=${mentor.user._id}`);
  const slots = page.getByRole("button", { name: /^Open slot with Dev Rao/ });
  await expect(slots).toHaveCount(4);
  for (const slot of await slots.all()) await expect(slot).toBeInViewport({ ratio: 0.9 });
  // Nothing covers them: a tap in the middle of the last one chooses it.
  await expect(page.getByRole("button", { name: /^Confirm/ })).toBeHidden();
  await slots.last().click();
  await expect(page.getByRole("button", { name: /^Confirm/ })).toBeInViewport();
});
