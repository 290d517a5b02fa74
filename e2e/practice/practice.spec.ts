import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { loadQuestions } from "../../questions/load.ts";
import { signInPage, signUpByApi } from "../support/accounts-and-rooms.ts";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible, expectAccessibleOnAnyScreen } from "../support/steps.ts";

const solution = (await loadQuestions()).find(({ id }) => id === "flatten-config");
const network = { offline: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ };

async function writeCode(page: Page, code: string): Promise<void> {
  await page.getByRole("textbox", { name: "Your code" }).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(code);
}

test("drills and a practice round, without a plan", async ({ page, codeFor, problems }) => {
  test.slow();
  await test.step("a visitor reads about practice", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Practice", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Practice alone, free" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Create a free account" })).toHaveAttribute(
      "href",
      /next=%2Fpractice/,
    );
    await expectAccessibleOnAnyScreen(page);
  });

  await signInPage(page, await signUpByApi("Meera", codeFor));

  await test.step("works through drill cards with the keyboard alone", async () => {
    await page.goto("/practice");
    await expect(page.getByText("0 of 10 cards today.")).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
    await page.getByRole("link", { name: "Behavioral questions" }).press("Enter");
    await expect(page.getByText("0 of 12 cards answered")).toBeVisible();
    await page.keyboard.press("Space");
    await expect(page.getByRole("region", { name: "Answer", exact: true })).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
    await page.keyboard.press("4");
    await expect(page.getByText("1 of 12 cards answered")).toBeVisible();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: /^Again/ }).press("Enter");
    await expect(page.getByText("2 of 12 cards answered")).toBeVisible();
  });

  await test.step("loses nothing while the connection is down", async () => {
    await page.route("**/api/practice/cards/**", (route) => route.abort());
    await page.getByRole("button", { name: "Show answer" }).click();
    await expect(page.getByText("Nothing is lost: try again.")).toBeVisible();
    await page.unroute("**/api/practice/cards/**");
    problems.splice(0, problems.length, ...problems.filter((problem) => !network.offline.test(problem)));
    await page.getByRole("button", { name: "Show answer" }).click();
    await expect(page.getByRole("region", { name: "Answer", exact: true })).toBeVisible();
    await page.goto("/practice");
    await expect(page.getByText("2 of 10 cards today.")).toBeVisible();
  });

  await test.step("explains and defends a question", async () => {
    await page.goto("/practice?question=flatten-config");
    await page.getByRole("button", { name: "Start" }).click();
    await expect(page.getByRole("heading", { name: "Flatten an experiment's configuration" })).toBeVisible();
    await expect(page.getByText("Hint 1 opens in")).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
    await page.getByLabel("Explain your approach").fill("I recurse and carry the path down.");
    await page.reload();
    await expect(page.getByLabel("Explain your approach")).toHaveValue("I recurse and carry the path down.");
    await page.getByRole("button", { name: "Send explanation" }).click();
    await page.getByLabel(/^Defend: /).fill("Configuration is shallow, so the depth is no concern.");
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("button", { name: "Skip" }).click();
  });

  await test.step("writes code against visible tests, then hidden ones", async () => {
    await writeCode(page, "def flatten(config):\n    return {}");
    await page.getByRole("button", { name: "Run tests" }).click();
    await expect(page.getByText("0 of 2 visible tests pass")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("'model.layers.0': 64").first()).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
    if (solution?.kind !== "python") throw new Error("flatten-config is no Python question");
    await writeCode(page, solution.referenceSolution);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("2 of 2 visible tests pass")).toBeVisible({ timeout: 60_000 });
    await page.getByRole("button", { name: "Finish question" }).click();
    await expect(page.getByRole("heading", { name: "How did it go?" })).toBeVisible();
    await expect(page.getByText("7 of 7 tests pass")).toBeVisible({ timeout: 60_000 });
  });

  await test.step("ticks the criteria, and finds the answer in the history and in Progress", async () => {
    await page.getByLabel("Correct recursion").check();
    await expect(page.getByText("1 of 2", { exact: true })).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
    await page.getByRole("button", { name: "End round" }).first().click();
    await expect(page.getByRole("heading", { name: "Round ended" })).toBeFocused();
    await expect(page.getByText("1 of 2 criteria, 7 of 7 tests")).toBeVisible();
    await expectAccessibleOnAnyScreen(page);
    await page.getByRole("link", { name: "All answers" }).click();
    await expect(page.getByText("1 of 2 criteria, 7 of 7 tests")).toBeVisible();
    await page.getByRole("link", { name: "Flatten an experiment's configuration" }).click();
    await expect(page.getByText("7 of 7 tests passed when you handed it in.")).toBeVisible();
    await page.goto("/interviewee-dashboard/progress");
    await expect(page.getByRole("heading", { name: "Practice", exact: true })).toBeVisible();
    await expect(page.getByRole("table", { name: "Practice by topic" })).toContainText("7 of 7");
    await expectAccessibleOnAnyScreen(page);
  });
});

test("SQL of a practice round and of a drill runs against the tests of its question", async ({
  page,
  codeFor,
}) => {
  test.slow();
  const question = (await loadQuestions()).find(({ id }) => id === "second-highest-salary");
  if (question?.kind !== "sql") throw new Error("second-highest-salary is no SQL question");
  await signInPage(page, await signUpByApi("Meera", codeFor));
  await page.goto(`/practice?question=${question.id}`);
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("table").first()).toBeVisible();
  await page.getByLabel("Explain your approach").fill("I rank the distinct salaries.");
  await page.getByRole("button", { name: "Send explanation" }).click();
  for (let skipped = 0; skipped < 2; skipped += 1) {
    await page.getByRole("button", { name: "Skip" }).click();
  }
  const visible = question.visibleTests.length;
  await writeCode(page, "select nothing");
  await page.getByRole("button", { name: "Run tests" }).click();
  await expect(page.getByText(`0 of ${visible} visible tests pass`)).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText('column "nothing" does not exist').first()).toBeVisible();
  await writeCode(page, question.referenceSolution);
  await page.getByRole("button", { name: "Run tests" }).click();
  await expect(page.getByText(`${visible} of ${visible} visible tests pass`)).toBeVisible({
    timeout: 120_000,
  });
  await expectAccessible(page);
  const engine = page.locator('iframe[title="Where code runs"]');
  await engine.evaluate((frame) => frame.setAttribute("data-first", ""));
  await page.getByRole("button", { name: "Finish question" }).click();
  const all = visible + question.hiddenTests.length;
  await expect(page.getByText(`${all} of ${all} tests pass`)).toBeVisible({ timeout: 120_000 });
  // The comparison's tests ran in the database that had started for the visible tests.
  await expect(page.locator("iframe[data-first]")).toHaveCount(1);
  await expect(engine).toHaveCount(1);
});

test("no file of the built site contains a model answer, a hidden test or a reference solution", async () => {
  const folder = path.resolve("dist/web");
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(css|html|js|json|map|mjs|txt|webmanifest|xml)$/.test(name),
  );
  const site = (await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")))).join("\n");
  expect(site).toContain("Explain your approach");
  for (const question of await loadQuestions()) {
    const { modelAnswer, criteria, hints, commonErrors, followUps } = question;
    const secrets = [
      modelAnswer,
      ...criteria.flatMap(({ one, three, five }) => [one, three, five]),
      ...hints,
      ...commonErrors,
      ...followUps.flatMap(({ when, ask }) => [when, ask]),
    ];
    const code =
      question.kind === "talk"
        ? []
        : [
            question.referenceSolution,
            ...question.plantedBugs.map((bug) => bug.code),
            ...(question.kind === "python" ? question.hiddenTests.map((hidden) => hidden.code) : []),
          ];
    for (const secret of [...secrets, ...code]) {
      const [line = ""] = secret.split("\n").sort((a, b) => b.length - a.length);
      expect(line.length > 30 && site.includes(line), `${question.id}: ${line}`).toBe(false);
    }
  }
});
