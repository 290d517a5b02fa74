import { completeSignInForm, password, signIn, signOut, signUp } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";

const wrongCode = "This code is wrong or has expired.";

test("visitors, and users of the other role, are redirected to where they belong", async ({
  page,
  openPerson,
  codeFor,
}) => {
  for (const path of ["/dashboard", "/interviewee-dashboard/booking", "/interviewer-dashboard"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/signin/);
  }
  await page.goto("/no/such/page");
  await expect(page).toHaveURL(/\/$/);

  const person = await openPerson();
  await signUp(person, { firstName: "Guard", lastName: "Ed", email: "guard@accounts.example" }, codeFor);
  for (const [path, lands] of [
    ["/dashboard", /\/interviewee-dashboard\/profile$/],
    ["/interviewee-dashboard", /\/interviewee-dashboard\/profile$/],
    ["/interviewer-dashboard/earnings", /\/interviewee-dashboard/],
  ] as const) {
    await person.goto(path);
    await expect(person).toHaveURL(lands);
  }
});

test("sign-up shows each problem at its field and loses nothing that was typed", async ({
  page,
  codeFor,
}) => {
  await page.goto("/signup");
  await page.getByLabel("First name").fill("Ravi");
  await page.getByLabel("Email").fill("ravi@accounts.example");
  await page.getByLabel("Mobile number").fill("98765 43210");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(
    page.getByText(
      "New password must be at least 8 characters long and contain at least one number and one special character.",
    ),
  ).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Ravi");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();

  const code = await codeFor("ravi@accounts.example");
  await page.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
  await expect(page.getByText(wrongCode).first()).toBeVisible();
  await page.reload();
  await page.getByLabel("Code").fill(code);
  await expect(page).toHaveURL(/\/interviewee-dashboard/);
});

test("sign-in by password, by code, and with a forgotten password", async ({ page, codeFor }) => {
  const email = "asha@accounts.example";
  await signUp(page, { firstName: "Asha", lastName: "Nair", email }, codeFor);
  await signOut(page);

  // It looks disabled and announces that, but still responds to a click.
  await page.getByRole("button", { name: "Sign in with OTP" }).click({ force: true });
  await expect(page.getByRole("alertdialog")).toContainText("Please enter your email address first.");
  await page.getByRole("alertdialog").getByRole("button").click();
  // While the dialog closes it still has the focus, and typing elsewhere has no effect.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);

  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("not-the-one-1!");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("The email or the password is wrong.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);

  await page.getByRole("button", { name: "Sign in with OTP" }).click();
  await expect(page.getByLabel("Email")).toBeDisabled();
  await codeFor(email);
  await page.getByRole("button", { name: "Use Password Instead" }).click();
  await expect(page.getByLabel("Email")).toBeEnabled();
  await page.getByRole("button", { name: "Forgot password" }).click();
  await page.getByLabel("Code").fill(await codeFor(email));
  await page.getByLabel("New password").fill("quiet-Heron-41!");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText(/Your new password is set/)).toBeVisible();
  await completeSignInForm(page, email, "quiet-Heron-41!");
  await expect(page).toHaveURL(/\/interviewee-dashboard/);
});

test("a session that ended elsewhere shows a notice on the page, and sign-in leads back", async ({
  openPerson,
  codeFor,
}) => {
  const email = "tara@accounts.example";
  const person = await openPerson();
  await signUp(person, { firstName: "Tara", lastName: "Sen", email }, codeFor);
  const elsewhere = await openPerson();
  await signIn(elsewhere, email);
  await elsewhere.goto("/interviewee-dashboard/profile?tab=account");
  await elsewhere.getByLabel("Current password").fill(password);
  await elsewhere.getByLabel("New password").fill("quiet-Heron-41!");
  await elsewhere.getByRole("button", { name: "Change password" }).click();
  await expect(
    elsewhere.getByText("Password updated successfully. You will be logged out now."),
  ).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/signin/);

  await person.getByRole("link", { name: "My Sessions" }).first().click();
  const notice = person.getByText(/Your session has ended/).first();
  await expect(notice).toBeVisible();
  await expect(person).toHaveURL(/\/my-sessions/);
  await person
    .getByRole("link", { name: /sign in/i })
    .first()
    .click();
  await completeSignInForm(person, email, "quiet-Heron-41!");
  await expect(person).toHaveURL(/\/my-sessions/);
  await signOut(person);
  const stored = await person.evaluate(() =>
    Object.keys(localStorage).filter((key) => key !== "greenroom.advisory"),
  );
  expect(stored.filter((key) => /token|user|draft/.test(key))).toEqual([]);
});
