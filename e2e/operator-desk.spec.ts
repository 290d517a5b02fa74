import { signUp } from "./support/accounts-and-rooms.ts";
import { callHarness, expect, test } from "./support/fixtures.ts";
import { expectAccessible, setUpSecondFactor } from "./support/steps.ts";

const desk = [
  ["/operator", "Today"],
  ["/operator/people", "People"],
  ["/operator/bookings", "Bookings"],
  ["/operator/money", "Payments"],
  ["/operator/money/payouts", "Payouts"],
  ["/operator/money/figures", "Figures"],
  ["/operator/interviewers", "Interviewers"],
  ["/operator/health", "Health"],
  ["/operator/words", "Site texts"],
  ["/operator/audit", "Audit"],
] as const;

test("an operator opens the desk, helps a person, and finds both in the audit log", async ({
  page,
  openPerson,
  codeFor,
}) => {
  const meera = { firstName: "Meera", lastName: "Desk", email: "meera@desk.example" };
  const meerasPage = await openPerson();
  await signUp(meerasPage, meera, codeFor);
  const operator = { firstName: "Asha", lastName: "Desk", email: "asha@desk.example" };
  await signUp(page, operator, codeFor);

  // Before the flag is given, the desk is an address like any unknown one.
  await page.goto("/operator");
  await expect(page).toHaveURL(/\/$/);
  await callHarness(`/grant-owner?email=${operator.email}`);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Operator's desk" }).click();
  await setUpSecondFactor(page);

  await page.keyboard.press("/");
  await page.keyboard.type("meera@desk");
  await page.keyboard.press("Enter");
  await page
    .getByRole("link", { name: /Meera Desk/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Grant sessions" }).click();
  const personUrl = page.url();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel(/sessions/i)
    .first()
    .fill("2");
  await dialog.getByLabel("Reason").fill("The room froze twice");
  await dialog.getByRole("button", { name: /Grant|Give/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("The room froze twice").first()).toBeVisible();

  await page.goto("/operator/audit?action=credits.granted");
  await expect(page.getByText("Reason: The room froze twice")).toBeVisible();
  await expect(page.getByText(`Asha Desk (${operator.email})`).first()).toBeVisible();

  // One word that is wider than a phone.
  const longName = "Wolfeschlegelsteinhausenbergerdorff";
  await meerasPage.evaluate(async (firstName) => {
    await fetch("/api/user/account", {
      method: "POST",
      headers: {
        authorization: `Bearer ${localStorage.getItem("greenroom.token")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ firstName, lastName: "", mobileNumber: "+91 98765 43210" }),
    });
  }, longName);
  for (const [width, colorScheme] of [
    [1440, "light"],
    [390, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    for (const [path, title] of [...desk, [personUrl, longName] as const]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  }
});
