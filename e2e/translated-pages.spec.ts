import type { Page } from "@playwright/test";
import { signInPage } from "./support/accounts-and-rooms.ts";
import { expect, test, translate } from "./support/fixtures.ts";
import { screens } from "./support/steps.ts";

/** The link of the page that is open has a mark that the others lack. */
async function openEveryPage(page: Page): Promise<void> {
  const links = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  await expect(links).toHaveCount(5);
  for (const turn of [0, 1])
    for (let index = 0; index < 5; index += 1) {
      await links.nth(index).click();
      await expect(links.nth(index), `link ${index + 1}, turn ${turn + 1}`).toHaveAttribute(
        "aria-current",
        "page",
      );
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("main font").first()).toBeAttached();
    }
}

test("an interviewee's dashboard goes on working while Chrome translates it, on a phone", async ({
  page,
  setUpRoom,
}) => {
  await page.setViewportSize(screens.phone);
  const { interviewee } = await setUpRoom();
  await translate(page);
  await signInPage(page, interviewee);
  await page.goto("/interviewee-dashboard/my-sessions");
  await openEveryPage(page);
  await page.goto("/interviewee-dashboard/profile");
  await page.getByLabel("Job title").pressSequentially("ML Engineer");
  await page.getByRole("button", { name: "Add skill" }).click();
  await page.getByLabel("Skill", { exact: true }).fill("Python");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Resume saved")).toBeVisible();
  await page.getByLabel("Job title").press("End");
  await page.getByLabel("Job title").pressSequentially(", speech");
  await expect(page.getByLabel("Job title")).toHaveValue("ML Engineer, speech");
});

test("an interviewer's dashboard goes on working while Chrome translates it", async ({
  page,
  setUpRoom,
  advance,
  holdInterviews,
}) => {
  const { interviewer } = await setUpRoom();
  await translate(page);
  await signInPage(page, interviewer, "interviewer");
  await page.goto("/interviewer-dashboard/calendar");
  await openEveryPage(page);
  await holdInterviews();
  await advance(60);
  await page.goto("/interviewer-dashboard/history");
  await page
    .getByRole("button", { name: /feedback/i })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("radio", { name: "4" }).first().check({ force: true });
  await page.keyboard.press("Escape");
});
