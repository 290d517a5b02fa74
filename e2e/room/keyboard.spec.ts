import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/steps.ts";

/** More than the stops of one screen. */
const maxPresses = 60;

/** Presses a key until the target has the focus. */
async function moveTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${target}`);
}

async function openTab(page: Page, name: RegExp): Promise<void> {
  await moveTo(page, page.getByRole("tab", { selected: true }), "Shift+Tab");
  await moveTo(page, page.getByRole("tab", { name }), "ArrowRight");
}

test("an interview by keyboard alone: question, code, format, board and a marked moment", async ({
  openRoomPages,
}) => {
  const { id, interviewerPage: page, intervieweePage } = await openRoomPages();

  await test.step("both join", async () => {
    for (const each of [page, intervieweePage]) {
      await each.goto(`/room/${id}`);
      await each.getByRole("button", { name: /^Join/ }).waitFor();
      await expectAccessible(each);
      await moveTo(each, each.getByRole("button", { name: /^Join/ }));
      await each.keyboard.press("Enter");
      await expect(each.getByRole("tab", { name: "Interview" })).toBeVisible();
    }
  });

  await test.step("the interviewer finds a question and shows it", async () => {
    await page.keyboard.press("Alt+q");
    await expect(page.getByRole("combobox", { name: "Search questions" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type("read out an a/b test");
    await expect(page.getByRole("listbox", { name: "Questions found" }).getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    const show = page.getByRole("button", { name: "Show to both" });
    await expect(show).toBeVisible();
    await moveTo(page, show);
    await page.keyboard.press("Enter");
    await expect(intervieweePage.getByRole("region", { name: "The question" })).toContainText(
      "Return one row per variant",
    );
    await expectAccessible(page);
    await expectAccessible(intervieweePage);
  });

  await test.step("code is written, formatted and run", async () => {
    await openTab(page, /^Code/);
    const editor = page.getByRole("textbox", { name: "Shared code" });
    await expect(editor).toBeVisible();
    await moveTo(page, editor);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("select 1 as one,2 as two");
    // A suggestion would take the next keys.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+Alt+KeyF");
    await expect(editor.locator(".cm-line")).toHaveText(["select", "  1 as one,", "  2 as two", ""]);
    await page.keyboard.press("Control+Enter");
    // The first run of SQL loads four megabytes.
    await expect(page.getByRole("row", { name: "1 2" })).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect(editor).not.toBeFocused();
  });

  await test.step("two boxes are added and linked on the board", async () => {
    await openTab(page, /^Board/);
    const outlineButton = page.getByRole("button", { name: "Outline and keyboard" });
    await expect(page.locator(".whiteboard canvas").first()).toBeVisible();
    await moveTo(page, outlineButton);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    const outline = page.getByRole("region", { name: "Outline" });
    await expect(outline.getByLabel("New box")).toBeFocused();
    await page.keyboard.type("Feature store");
    await page.keyboard.press("Enter");
    await expect(outline.getByRole("status").getByText("Added Feature store.")).toBeVisible();
    await page.keyboard.type("Trainer");
    await page.keyboard.press("Enter");
    await expect(outline.getByRole("status").getByText("Added Trainer.")).toBeVisible();
    await moveTo(page, outline.getByLabel("Link Feature store to"));
    await page.keyboard.press("ArrowDown");
    await moveTo(page, outline.getByRole("button", { name: "Link Feature store" }));
    await page.keyboard.press("Enter");
    await expect(outline.getByRole("status").getByText("Linked Feature store → Trainer.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a moment is marked", async () => {
    await page.keyboard.press("Alt+m");
    await expect(page.getByRole("textbox", { name: /^A line about this moment/ })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type("Draws before coding");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^Marked .*: /)).toBeVisible();
  });
});
