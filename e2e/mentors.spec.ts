import { callApi, postToApi, signInPage, signUpByApi } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectAccessibleOnAnyScreen } from "./support/steps.ts";

/** Tomorrow at 19:00 in India, or the day after if that is not a full day away. */
function nextEvening(now: Date): Date {
  const evening = new Date(`${now.toISOString().slice(0, 10)}T13:30:00Z`);
  return new Date(evening.getTime() + 2 * 86_400_000);
}

test("a visitor finds a mentor and chooses a time, with and without a script", async ({
  page,
  browser,
  codeFor,
  grantInterviewer,
  advance,
}) => {
  const mentor = await signUpByApi("Ishani", codeFor);
  await grantInterviewer(mentor.user.email);
  await test.step("an interviewer lists their page and offers a time", async () => {
    const slotTime = nextEvening(await page.evaluate(() => new Date())).toISOString();
    await postToApi("/interviewer/availability", { slotTime }, mentor.token);
    await postToApi(
      "/interviewer/profile",
      {
        ...{ slug: "ishani-r", headline: "Search engineer, interviews every week", years: 6 },
        approach:
          "I ask one problem of your own work, and then one design question, with numbers and with time.",
        ...{ roles: ["ml-engineer"], levels: ["mid"], topics: ["sql"], languages: ["en", "ta"] },
        ...{ showsLastName: false, isListed: true },
      },
      mentor.token,
    );
  });

  await test.step("the list finds them by their filters", async () => {
    // Filters look at a list that is up to two minutes old.
    await advance(3);
    await page.goto("/mentors");
    await expect(page.getByRole("heading", { name: "Ishani" })).toBeVisible();
    await page.getByLabel("Language").selectOption("ta");
    await page.getByLabel("Time").selectOption("evening");
    await page.getByRole("button", { name: "Show mentors" }).click();
    await expect(page).toHaveURL(/language=ta.*part=evening/);
    await expect(page.getByRole("heading", { name: "1 mentor" })).toBeVisible();
    await expect(page.getByText("Speaks Tamil · free on")).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
    await page.goto("/mentors?language=ta&role=data-analyst");
    await expect(page.getByRole("heading", { name: "Nobody matches all of this" })).toBeVisible();
    await expect(page.getByText("Nearest: without")).toBeVisible();
  });

  await test.step("their page shows who they are, what one gets and when they are free", async () => {
    await page.getByRole("link", { name: "Ishani" }).first().click();
    await expect(page).toHaveTitle(/Ishani, mock interviews for ML engineer/);
    await expect(page.getByRole("heading", { name: "How Ishani interviews" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "What you get" })).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
    await page.getByRole("link", { name: /^Book Ishani: / }).click();
    await expect(page).toHaveURL(/\/pricing\?slot=/);
  });

  await test.step("all of it works without a script", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto("/mentors");
    await plain.getByLabel("Language").selectOption("ta");
    await plain.getByRole("button", { name: "Show mentors" }).click();
    await expect(plain.getByRole("heading", { name: "1 mentor" })).toBeVisible();
    await expect(plain.getByText("Times in India time (IST)")).toBeVisible();
    await plain.getByRole("link", { name: "Ishani", exact: true }).click();
    await expect(plain.getByRole("link", { name: /^Book Ishani: / })).toHaveAttribute(
      "href",
      /\/pricing\?slot=/,
    );
    await context.close();
  });

  await test.step("a candidate has an order of their own, whatever else the address says", async () => {
    await signInPage(page, await signUpByApi("Meera", codeFor));
    const own = page.waitForResponse(/\/api\/mentors\?/);
    await page.goto("/mentors?role=barber&language=ta&after=-3");
    expect((await own).status()).toBe(200);
    await expect(page.getByRole("heading", { name: "1 mentor" })).toBeVisible();
  });

  await test.step("who is no longer listed is gone at once", async () => {
    const own = await callApi<Record<string, unknown>>("GET", "/interviewer/profile", {
      token: mentor.token,
    });
    const { slug, headline, approach, years, roles, levels, topics, languages, showsLastName } = own;
    const fields = { slug, headline, approach, years, roles, levels, topics, languages, showsLastName };
    await postToApi("/interviewer/profile", { ...fields, isListed: false }, mentor.token);
    // Rendered pages are kept for three seconds.
    await expect.poll(async () => (await page.request.get("/mentors/ishani-r")).status()).toBe(404);
  });
});
