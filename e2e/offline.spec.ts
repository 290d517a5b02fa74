import { signUp } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";

// Chromium and React Router log what could not be fetched.
test.afterEach(({ problems }) => {
  const isExpected = /net::ERR_INTERNET_DISCONNECTED|Error loading route module|dynamically imported module/;
  const others = problems.filter((problem) => !isExpected.test(problem));
  problems.splice(0, problems.length, ...others);
});

test("a link keeps the page while the connection is gone, and works when it is back", async ({
  openPerson,
  codeFor,
}) => {
  const page = await openPerson();
  await signUp(page, { firstName: "Lila", lastName: "Bose", email: "lila@offline.example" }, codeFor);
  const link = page.getByRole("link", { name: "Progress" }).first();
  const notice = page.getByText(/The page couldn't be opened because the connection is gone/);
  const heading = page.getByRole("heading", { level: 1 });
  const shown = (await heading.textContent()) ?? "";

  await test.step("offline, the page stays and says why", async () => {
    await page.context().setOffline(true);
    await link.click();
    await expect(notice).toBeVisible();
    await expect(heading).toHaveText(shown);
    await expect(page).toHaveURL(/\/profile$/);
  });

  await test.step("the link works once the connection is back", async () => {
    await page.context().setOffline(false);
    await expect(notice).toHaveCount(0);
    await link.click();
    await expect(page).toHaveURL(/\/progress$/);
    await expect(heading).toHaveText("Progress");
  });

  await test.step("offline, Back and a link that loads a document keep the page", async () => {
    // Now the code of the page before it is not loaded. The connection ends once the page is complete.
    await page.reload({ waitUntil: "networkidle" });
    await expect(heading).toHaveText("Progress");
    await page.context().setOffline(true);
    await page.evaluate(() => window.history.back());
    await expect(notice).toBeVisible();
    await expect(page).toHaveURL(/\/progress$/);
    await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
    await page.getByRole("contentinfo").getByRole("link", { name: "Pricing" }).click();
    await expect(notice).toBeVisible();
    await expect(heading).toHaveText("Progress");
    await page.context().setOffline(false);
    await page.evaluate(() => window.history.back());
    await expect(page).toHaveURL(/\/profile$/);
    await expect(heading).toHaveText(shown);
  });
});

test("a page whose code a new version has replaced is loaded anew", async ({ openPerson, codeFor }) => {
  const page = await openPerson();
  await signUp(page, { firstName: "Ravi", lastName: "Bose", email: "ravi@offline.example" }, codeFor);
  await page.evaluate(() => {
    document.documentElement.dataset.version = "old";
  });
  const old = "**/assets/progress-*.js";
  await page.route(old, (route) => route.fulfill({ status: 404, body: "" }));
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole("link", { name: "Progress" }).first().click();
  await reloaded;
  await page.unroute(old);
  await expect(page.locator("html")).not.toHaveAttribute("data-version", "old");
});
