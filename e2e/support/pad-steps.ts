import type { Locator, Page } from "@playwright/test";

export const editor = (page: Page): Locator => page.getByRole("textbox", { name: "Shared code" });

/** The pad's text as shown on the screen. */
export async function codeOf(page: Page): Promise<string> {
  return await editor(page).evaluate((content) =>
    [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"),
  );
}

/** Replaces the text of the pad with a program. */
export async function writeProgram(page: Page, language: string, program: string): Promise<void> {
  await page.getByLabel("Language").selectOption(language);
  await editor(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(program);
}
