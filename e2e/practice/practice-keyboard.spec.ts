import type { Locator, Page } from "@playwright/test";
import { loadQuestions } from "../../questions/load.ts";
import { signInPage, signUpByApi } from "../support/accounts-and-rooms.ts";
import { callHarness, expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/steps.ts";

/* Practice on a phone over a mobile network, with the keyboard alone and without motion: a round with a language model,
   its report, and a drill. */

test.use({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });

test.beforeEach(async () => void (await callHarness("/use-model?on=true")));
test.afterEach(async () => {
  await callHarness("/model");
  await callHarness("/use-model?on=false");
});

/** The network of a phone in fair reception. */
async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_000_000,
    uploadThroughput: 400_000,
  });
}

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${control}`);
}

async function press(page: Page, name: string | RegExp, key = "Enter"): Promise<void> {
  await tabTo(page, page.getByRole("button", { name }));
  await page.keyboard.press(key);
}

async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.insertText(text);
}

test("a round with a model, its report and a drill, by keyboard on a phone", async ({ page, codeFor }) => {
  test.slow();
  const question = (await loadQuestions()).find(({ id }) => id === "flatten-config");
  if (question?.kind !== "python") throw new Error("flatten-config is no Python question");
  await signInPage(page, await signUpByApi("Meera", codeFor));
  await slowDown(page);

  await test.step("starts the round, after reading what the provider gets", async () => {
    await page.goto(`/practice?question=${question.id}`);
    await expect(page.getByRole("checkbox", { name: /Its provider gets your answers/ })).toBeChecked();
    await expectAccessible(page);
    await press(page, "Start");
    await expect(page.getByRole("heading", { name: question.title })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("gets the follow-up, also after a reload while it is written", async () => {
    await callHarness("/model?followUpMilliseconds=3000");
    await type(page, "Explain your approach", "I recurse over the keys and carry the path of each value.");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("The language model is writing a follow-up…")).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText("A language model wrote this follow-up")).toBeVisible();
    await expect(page.getByLabel(/^Defend: You mentioned "I recurse over the keys and/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("gets the bank's follow-up when the model cannot be reached", async () => {
    await callHarness("/model?fault=cut");
    await type(page, /^Defend: /, "A list keeps its index as a part of the path.");
    await press(page, "Send answer");
    await expect(page.getByText("From the question bank, because")).toBeVisible();
    await expectAccessible(page);
    await callHarness("/model");
    await press(page, "Skip");
  });

  await test.step("writes code, leaves the editor by keyboard, and hands it in", async () => {
    const code = page.getByRole("textbox", { name: "Your code" });
    await tabTo(page, code);
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(question.referenceSolution);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("2 of 2 visible tests pass")).toBeVisible({ timeout: 120_000 });
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await press(page, "Finish question");
    await expect(page.getByText("7 of 7 tests pass")).toBeVisible({ timeout: 120_000 });
    await tabTo(page, page.getByLabel("Correct recursion"));
    await page.keyboard.press("Space");
    await expect(page.getByText("1 of 2", { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("ends the round, and reads, disputes and rates its report", async () => {
    await press(page, /^End round$/);
    await expect(page.getByRole("heading", { name: "Round ended" })).toBeFocused();
    await expect(page.getByText(/every quote was checked/)).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    const dispute = page.getByRole("button", { name: "Report a mistake" }).first();
    await tabTo(page, dispute);
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("This was about another line.");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page.getByText("You reported a mistake: This was about another line.")).toBeVisible();
    await press(page, "Yes");
    await expect(page.getByText("Thank you for telling us.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("finds the report and its dispute again in the history", async () => {
    await page.goto("/practice/history");
    await tabTo(page, page.getByRole("link", { name: /^Report/ }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("You reported a mistake: This was about another line.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Yes" })).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page);
  });

  await test.step("does a drill to its end", async () => {
    await page.goto("/practice");
    await tabTo(page, page.getByRole("link", { name: "Behavioral questions" }));
    await page.keyboard.press("Enter");
    const done = page.getByText(/^\d+ of \d+ cards answered$/);
    await expect(done).toBeVisible();
    for (let cards = 0; cards < 12; cards += 1) {
      await expect(page.getByText(`${cards} of 12 cards answered`)).toBeVisible();
      await page.keyboard.press("Space");
      await expect(page.getByRole("region", { name: "Answer", exact: true })).toBeFocused();
      if (cards === 0) await expectAccessible(page);
      await page.keyboard.press("4");
    }
    await expect(page.getByRole("heading", { name: "Review finished: 12 cards" })).toBeVisible();
    await expect(page.getByText("Goal met.", { exact: false })).toBeVisible();
    await expectAccessible(page);
  });
});

test("a report that failed says so and is requested again", async ({ page, codeFor }) => {
  await signInPage(page, await signUpByApi("Meera", codeFor));
  await page.goto("/practice?question=boosting-versus-forest");
  // A round that starts before the settings of the site are there is one without a model.
  await expect(page.getByRole("checkbox", { name: /Its provider gets your answers/ })).toBeChecked();
  await press(page, "Start");
  await type(
    page,
    "Explain your approach",
    "A forest trains its trees on samples, because their average has less variance.",
  );
  await press(page, "Send explanation");
  await expect(page.getByLabel(/^Defend: /)).toBeVisible();
  await callHarness("/model?fault=refuse");
  await press(page, "End round");
  await page.getByRole("alertdialog").getByRole("button", { name: "End round" }).press("Enter");
  await expect(page.getByText("could not draft a report")).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await press(page, "Try again");
  await expect(page.getByText(/every quote was checked/)).toBeVisible({ timeout: 60_000 });
});
