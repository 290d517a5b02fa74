import { expect, type Page } from "@playwright/test";

export interface NewUser {
  firstName: string;
  lastName: string;
  email: string;
}

export const password = "brave-Otter-77!";

/** Signs up through both steps of the screen; ends on the dashboard. */
export async function signUp(
  page: Page,
  person: NewUser,
  codeFor: (email: string) => Promise<string>,
): Promise<void> {
  await page.goto("/signup");
  await completeSignUpForm(page, person, codeFor);
  await page.waitForURL(/-dashboard\//);
}

/** Both steps, on the screen that is already open. */
export async function completeSignUpForm(
  page: Page,
  person: NewUser,
  codeFor: (email: string) => Promise<string>,
): Promise<void> {
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Mobile number").fill("+91 98765 43210");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  const code = page.getByLabel("Code");
  await expect(code).toBeVisible();
  await code.fill(await codeFor(person.email));
  await page.getByRole("button", { name: "Verify OTP" }).click();
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/signin");
  await completeSignInForm(page, email);
  await page.waitForURL(/-dashboard\//);
}

/** Waits for this screen, because the previous one may have an "Email" field too. */
export async function completeSignInForm(page: Page, email: string, secret = password): Promise<void> {
  await page.waitForURL(/\/signin/);
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).first().click();
  await page.waitForURL(/\/signin/);
}
