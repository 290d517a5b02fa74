import { expect, type Page } from "@playwright/test";

export interface NewPerson {
  firstName: string;
  lastName: string;
  email: string;
}

export const password = "brave-Otter-77!";

/** Signs somebody up through the two steps of the screen; they end on their dashboard. */
export async function signUp(
  page: Page,
  person: NewPerson,
  codeFor: (email: string) => Promise<string>,
): Promise<void> {
  await page.goto("/signup");
  await fillSignUp(page, person, codeFor);
  await page.waitForURL(/-dashboard\//);
}

/** The two steps themselves, on the screen that is there. */
export async function fillSignUp(
  page: Page,
  person: NewPerson,
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
  await fillSignIn(page, email);
  await page.waitForURL(/-dashboard\//);
}

/** The form itself, once its screen has come: the one before it may have an "Email" of its own. */
export async function fillSignIn(page: Page, email: string, secret = password): Promise<void> {
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
