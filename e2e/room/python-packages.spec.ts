import type { Page } from "@playwright/test";
import { signInPage } from "../support/accounts-and-rooms.ts";
import { harness } from "../support/addresses.ts";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/steps.ts";

async function run(page: Page, program: string): Promise<void> {
  await page.getByRole("textbox", { name: "Shared code" }).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(program);
  await page.getByRole("button", { name: "Run", exact: true }).click();
}

async function failPackages(fault: string | null): Promise<string[]> {
  const query = fault === null ? "" : `?fault=${fault}`;
  return (await (await fetch(`${harness.url}/python-packages${query}`)).json()) as string[];
}

test("Python loads packages from the operator's address and shows figures to both and in the record", async ({
  openPerson,
  advance,
  problems,
  setUpRoom,
}) => {
  test.slow();
  const { id, interviewer, interviewee } = await setUpRoom();
  const [interviewerPage, intervieweePage] = [await openPerson(), await openPerson()];
  await signInPage(interviewerPage, interviewer, "interviewer");
  await signInPage(intervieweePage, interviewee);
  for (const page of [interviewerPage, intervieweePage]) {
    await page.goto(`/room/${id}`);
    await page.getByRole("button", { name: /^Join/ }).click();
    await page.getByRole("tab", { name: /^Code/ }).click();
    await expect(page.getByRole("textbox", { name: "Shared code" })).toBeVisible();
  }
  const output = intervieweePage.getByRole("region", { name: "Output" });
  const firstRun = { timeout: 120_000 };

  await test.step("the packages that the code imports, and only those", async () => {
    // Clears the requests of earlier journeys.
    await failPackages(null);
    await run(intervieweePage, 'import pandas as pd\nprint(pd.DataFrame({"loss": [1, 2, 6]}).mean())');
    await expect(output).toContainText("{'loss': 3.0}", firstRun);
    const requested = new Set(await failPackages(null));
    expect([...requested].sort()).toEqual([
      "numpy-2.4.6-py3-none-any.whl",
      "pandas-2.3.3-py3-none-any.whl",
      "pyodide-lock.json",
    ]);
  });

  await test.step("figures, for both", async () => {
    await run(
      intervieweePage,
      'import matplotlib.pyplot as plt\nplt.plot([3, 2, 1])\nplt.title("Loss")\nplt.xlabel("epoch")\nplt.show()\nplt.title("left open")',
    );
    for (const page of [intervieweePage, interviewerPage]) {
      const figure = page.getByRole("img", { name: "Figure 1; Loss; x: epoch" });
      await expect(figure).toBeVisible(firstRun);
      await expect(page.getByRole("img", { name: "Figure 1; left open" })).toBeVisible();
      expect(await figure.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    }
    await expectAccessible(interviewerPage);
  });

  await test.step("a package that the distribution does not have", async () => {
    await run(intervieweePage, "import torch");
    await expect(output).toContainText("No module named 'torch'");
    await expect(output).toContainText("This package is not available here.");
  });

  await test.step("a file that is not the one in the index is refused, and the code still runs", async () => {
    await failPackages("altered");
    await run(intervieweePage, 'print("before")\nimport sklearn');
    await expect(output).toContainText("before");
    await expect(output).toContainText("The packages could not be loaded. Check your connection");
    // The browser reports the file that it refused.
    expect(problems.splice(0).join()).toContain("integrity");
    await failPackages(null);
    await run(intervieweePage, "import sklearn\nprint(sklearn.__version__)");
    await expect(output).toContainText("1.8.0");
  });

  await test.step("packages give the code no network", async () => {
    const site = new URL(intervieweePage.url()).origin;
    await run(
      intervieweePage,
      `import numpy\nfrom pyodide.code import run_js\ntry:\n    run_js("fetch('${site}/api/site')")\n    print("asked")\nexcept BaseException as error:\n    print("refused", type(error).__name__)`,
    );
    await expect(output).toContainText("refused");
  });

  await test.step("the record keeps the figures", async () => {
    await advance(60);
    await interviewerPage.goto(`/interviewer-dashboard/session-record/${id}`);
    await expect(interviewerPage.getByRole("img", { name: "Figure 1; left open" }).first()).toBeVisible();
  });
});
