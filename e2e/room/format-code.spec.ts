import { expect, test } from "../support/fixtures.ts";
import { codeOf, editor, expectAccessible, writeProgram } from "../support/steps.ts";

test("the pad's code is formatted for both, in three languages", async ({ openRoomPages }) => {
  const { id, interviewerPage, intervieweePage } = await openRoomPages();
  for (const page of [interviewerPage, intervieweePage]) {
    await page.goto(`/room/${id}`);
    await page.getByRole("button", { name: /^Join/ }).click();
    await page.getByRole("tab", { name: /^Code/ }).click();
    await expect(editor(page)).toBeVisible();
  }

  await test.step("as one step of undo; an error is named by its line", async () => {
    await writeProgram(interviewerPage, "Python", "rates={'a':1}\nprint( rates");
    await interviewerPage.keyboard.press("Shift+Alt+KeyF");
    await expect(
      interviewerPage.getByText("Nothing was formatted, because line 2 has an error: ", { exact: false }),
    ).toBeVisible();
    await expectAccessible(interviewerPage);
    await interviewerPage.keyboard.type(" )");
    await expect.poll(() => codeOf(intervieweePage)).toBe("rates={'a':1}\nprint( rates )");
    await editor(intervieweePage).focus();
    await intervieweePage.keyboard.press("Control+End");
    await interviewerPage.getByRole("button", { name: "Format code" }).click();
    for (const page of [interviewerPage, intervieweePage])
      await expect.poll(() => codeOf(page)).toBe('rates = {"a": 1}\nprint(rates)\n');
    await expect(interviewerPage.getByText("The code is formatted.")).toHaveCount(1);
    // The other's cursor is where it was in the code.
    await intervieweePage.keyboard.type("  # theirs");
    await expect.poll(() => codeOf(interviewerPage)).toBe('rates = {"a": 1}\nprint(rates)  # theirs\n');
    await editor(interviewerPage).focus();
    await interviewerPage.keyboard.press("Control+z");
    for (const page of [interviewerPage, intervieweePage])
      await expect.poll(() => codeOf(page)).toBe("rates={'a':1}\nprint( rates )  # theirs");
    for (const [language, code, formatted] of [
      ["SQL", "select a,b from t", "select\n  a,\n  b\nfrom\n  t\n"],
      ["JavaScript", "const a=1", "const a = 1;\n"],
    ] as const) {
      await writeProgram(interviewerPage, language, code);
      await interviewerPage.keyboard.press("Shift+Alt+KeyF");
      await expect.poll(() => codeOf(intervieweePage)).toBe(formatted);
    }
  });

  await test.step("on a phone, the tools are behind one button, by name", async () => {
    await intervieweePage.setViewportSize({ width: 390, height: 844 });
    await writeProgram(intervieweePage, "Python", "x=1");
    await intervieweePage.getByRole("button", { name: "More tools" }).click();
    for (const name of ["Smaller code", "Larger code", "Copy the code"])
      await expect(intervieweePage.getByRole("button", { name })).toBeVisible();
    await expectAccessible(intervieweePage);
    await intervieweePage.getByRole("button", { name: "Format code" }).click();
    await expect.poll(() => codeOf(interviewerPage)).toBe("x = 1\n");
  });
});
