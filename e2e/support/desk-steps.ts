import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { password, signUp } from "./account-steps.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { callHarness } from "./fixtures.ts";

/** Signs up an owner and opens the desk with a new second factor; ends on Today. */
export async function openDesk(
  page: Page,
  owner: { firstName: string; lastName: string; email: string },
  codeFor: (email: string) => Promise<string>,
): Promise<void> {
  await signUp(page, owner, codeFor);
  await callHarness(`/grant-owner?email=${owner.email}`);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Operator's desk" }).click();
  await setUpSecondFactor(page);
}

/** From the first screen of the desk to Today. */
export async function setUpSecondFactor(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  const key = page.locator("p.font-mono");
  const secret = Secret.fromBase32(((await key.textContent()) ?? "").replaceAll(" ", ""));
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Code" }).fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I have saved them. Open the desk" }).click();
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
}
