import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/steps.ts";

const board = (page: Page): Locator => page.locator(".whiteboard");
const outline = (page: Page): Locator => page.getByRole("region", { name: "Outline" });

/** Focuses an empty place of the drawing, chooses a tool by its key and drags from one point to another. */
async function drag(
  page: Page,
  key: string,
  from: [number, number],
  to: [number, number],
  empty: [number, number] = [0.5, 0.9],
): Promise<void> {
  const area = await board(page).boundingBox();
  if (area === null) throw new Error("there is no whiteboard");
  const at = ([x, y]: [number, number]) => [area.x + area.width * x, area.y + area.height * y] as const;
  await page.mouse.click(...at(empty));
  await page.keyboard.press(key);
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 8 });
  await page.mouse.up();
}

async function addBox(page: Page, name: string): Promise<void> {
  await outline(page).getByLabel("New box").fill(name);
  await page.keyboard.press("Enter");
  await expect(outline(page).getByLabel(`Name of ${name}`)).toBeVisible();
}

test("one whiteboard for two: by mouse and by keyboard, undone by its author, and kept in the record", async ({
  openRoomPages,
}) => {
  const { id, interviewerPage, intervieweePage } = await openRoomPages();

  await test.step("both join, and one opens the board", async () => {
    for (const page of [interviewerPage, intervieweePage]) {
      await page.goto(`/room/${id}`);
      await page.getByRole("button", { name: /^Join/ }).click();
    }
    await interviewerPage.getByRole("tab", { name: "Board" }).click();
    await interviewerPage.getByRole("button", { name: "Outline and keyboard" }).click();
    await expect(outline(interviewerPage).getByText("There are no boxes yet.")).toBeVisible();
  });

  await test.step("a diagram is drawn by keyboard alone, and the other's tab says that there is something new", async () => {
    await addBox(interviewerPage, "Feature store");
    await addBox(interviewerPage, "Trainer");
    await outline(interviewerPage).getByLabel("Link Feature store to").selectOption("Trainer");
    await outline(interviewerPage).getByRole("button", { name: "Link Feature store" }).press("Enter");
    await expect(
      outline(interviewerPage).getByText("Feature store → Trainer", { exact: true }),
    ).toBeVisible();
    await intervieweePage.getByRole("tab", { name: "Board · new" }).click();
    await intervieweePage.getByRole("button", { name: "Outline and keyboard" }).click();
    await expect(
      outline(intervieweePage).getByText("Feature store → Trainer", { exact: true }),
    ).toBeVisible();
    await expectAccessible(intervieweePage);
  });

  await test.step("what one draws by mouse appears at the other's, and undo takes back only one's own", async () => {
    await drag(intervieweePage, "r", [0.3, 0.6], [0.45, 0.75]);
    await expect(outline(interviewerPage).getByLabel("Name of Box 3, without a name")).toBeVisible();
    await addBox(interviewerPage, "Serving");
    await expect(outline(intervieweePage).getByLabel("Name of Serving")).toBeVisible();
    await board(intervieweePage).getByRole("button", { name: "Undo" }).click();
    await expect(outline(interviewerPage).getByLabel(/without a name/)).toHaveCount(0);
    await expect(outline(interviewerPage).getByLabel("Name of Serving")).toBeVisible();
  });

  await test.step("a box is renamed and removed, for both", async () => {
    const name = outline(intervieweePage).getByLabel("Name of Serving");
    await name.fill("Serving, p99 < 50 ms");
    await name.press("Enter");
    await expect(outline(interviewerPage).getByLabel("Name of Serving, p99 < 50 ms")).toBeVisible();
    await outline(interviewerPage).getByRole("button", { name: "Remove Trainer" }).click();
    await expect(outline(intervieweePage).getByText("Feature store → Trainer", { exact: true })).toHaveCount(
      0,
    );
    await expect(outline(intervieweePage).getByLabel("Name of Trainer")).toHaveCount(0);
  });

  await test.step("it is there after a reload", async () => {
    await intervieweePage.reload();
    await intervieweePage.getByRole("button", { name: /^Join/ }).click();
    await intervieweePage.getByRole("tab", { name: "Board" }).click();
    await intervieweePage.getByRole("button", { name: "Outline and keyboard" }).click();
    await expect(outline(intervieweePage).getByLabel("Name of Feature store")).toBeVisible();
  });

  await test.step("the record shows it as a picture and in words", async () => {
    await intervieweePage.goto(`/interviewee-dashboard/session-record/${id}`);
    await intervieweePage.getByRole("button", { name: "Show the whiteboard" }).click();
    await expect(intervieweePage.getByRole("img", { name: "The whiteboard as it was left" })).toBeVisible();
    await intervieweePage.getByText("The board in words").click();
    await expect(intervieweePage.getByRole("listitem").filter({ hasText: /^Feature store$/ })).toBeVisible();
  });
});

test("a board that was in another tab while the other drew a straight line can be drawn on", async ({
  openRoomPages,
}) => {
  const { id, interviewerPage, intervieweePage } = await openRoomPages();
  await intervieweePage.setViewportSize({ width: 390, height: 844 });
  for (const page of [interviewerPage, intervieweePage]) {
    await page.goto(`/room/${id}`);
    await page.getByRole("button", { name: /^Join/ }).click();
    await page.getByRole("tab", { name: "Board" }).click();
    await expect(board(page).getByRole("button", { name: "Undo" })).toBeVisible();
  }
  await intervieweePage.getByRole("tab", { name: "Code" }).click();

  await drag(interviewerPage, "l", [0.5, 0.5], [0.5, 0.7]);
  await intervieweePage.getByRole("tab", { name: "Board · new" }).click();
  await drag(intervieweePage, "r", [0.2, 0.6], [0.4, 0.7], [0.3, 0.5]);

  await interviewerPage.getByRole("button", { name: "Outline and keyboard" }).click();
  await expect(outline(interviewerPage).getByLabel("Name of Box 1, without a name")).toBeVisible();
});

test("each sees where the other points, with their name, until the pointer leaves the board", async ({
  openRoomPages,
}) => {
  const { id, interviewerPage, intervieweePage } = await openRoomPages();
  for (const page of [interviewerPage, intervieweePage]) {
    await page.goto(`/room/${id}`);
    await page.getByRole("button", { name: /^Join/ }).click();
    await page.getByRole("tab", { name: "Board" }).click();
    await expect(board(page).getByRole("button", { name: "Undo" })).toBeVisible();
  }
  const area = await board(interviewerPage).boundingBox();
  if (area === null) throw new Error("there is no whiteboard");
  const name = board(intervieweePage).getByText("Arjun Rao", { exact: true });
  for (const [x, y] of [
    [200, 150],
    [260, 180],
  ] as const) {
    await interviewerPage.mouse.move(area.x + x, area.y + y);
    // The name is beside the arrow, whose tip is where they point.
    await expect
      .poll(async () => {
        const [at, own] = [await name.boundingBox(), await board(intervieweePage).boundingBox()];
        return at && own && [Math.abs(at.x - own.x - x) < 15, Math.abs(at.y - own.y - y) < 25];
      })
      .toEqual([true, true]);
  }
  await expectAccessible(intervieweePage);
  await interviewerPage.mouse.move(area.x + 200, area.y - 20);
  await expect(name).toHaveCount(0);
});
