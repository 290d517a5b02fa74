import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Page } from "@playwright/test";
import { buyByApi, callApi, postToApi, signUp, tokenOf } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";
import { openDesk } from "./support/steps.ts";

/** Only for answers whose parts are read below. */
// biome-ignore lint/suspicious/noExplicitAny: any answer of the API
const get = (token: string, path: string) => callApi<any>("GET", path, { token });

/** Previews and confirms by the API what the other operator's screen does not know of. */
async function act(token: string, path: string, body: object): Promise<void> {
  const { version, typedConfirmation } = await postToApi<{
    version: string;
    typedConfirmation: string | null;
  }>(`${path}/preview`, body, token);
  const typed = typedConfirmation === null ? {} : { typed: typedConfirmation };
  await postToApi(path, { ...body, version, reason: "Agreed by phone", ...typed }, token);
}

const dialogOf = (page: Page) => page.getByRole("dialog");

async function open(page: Page, path: string, button: string | RegExp): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: button }).click();
  await expect(dialogOf(page).getByLabel(/^Reason/)).toBeVisible();
}

async function confirm(page: Page, label: string): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByLabel(/^Reason/).fill("Agreed by phone");
  const typed = dialog.getByLabel(/^Type .+ to confirm/);
  if ((await typed.count()) > 0) {
    const text =
      (await dialog
        .getByText(/^Type .+ to confirm/)
        .first()
        .textContent()) ?? "";
    await typed.fill(/^Type (.+) to confirm/.exec(text)?.[1] ?? "");
  }
  await dialog.getByRole("button", { name: label, exact: true }).click();
}

test("two operators work on the same day, refund and account, and the second one is told", async ({
  page,
  openPerson,
  codeFor,
  grantInterviewer,
}) => {
  const [other, buyer, interviewer] = [await openPerson(), await openPerson(), await openPerson()];
  await openDesk(page, { firstName: "Asha", lastName: "First", email: "asha@two.example" }, codeFor);
  await openDesk(other, { firstName: "Bela", lastName: "Second", email: "bela@two.example" }, codeFor);
  await signUp(buyer, { firstName: "Meera", lastName: "Two", email: "meera@two.example" }, codeFor);
  await signUp(interviewer, { firstName: "Ira", lastName: "Two", email: "ira@two.example" }, codeFor);
  await grantInterviewer("ira@two.example");
  const [asha, buyerToken, interviewerToken] = [
    await tokenOf(page),
    await tokenOf(buyer),
    await tokenOf(interviewer),
  ];
  await buyByApi(buyerToken, "Pro");
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  for (const slotTime of ["05", "06", "07"].map((hour) => `${day}T${hour}:00:00.000Z`)) {
    await postToApi("/interviewer/availability", { slotTime }, interviewerToken);
  }
  // Interviewers of other journeys may offer slots, too.
  const slots = async () => {
    const all: Slot[] = await get(
      buyerToken,
      `/user/slots?from=${day}T00:00:00.000Z&to=${day}T23:00:00.000Z`,
    );
    return all.filter(
      ({ interviewerId }) => interviewerId.firstName === "Ira" && interviewerId.lastName === "Two",
    );
  };
  for (const { slotTime, interviewerId } of (await slots()).slice(0, 2)) {
    await postToApi("/user/bookings", { startTime: slotTime, interviewerId: interviewerId._id }, buyerToken);
  }

  // The interviewer fell ill: one operator cancels the day with its free time, and the other comes too late.
  for (const desk of [page, other]) {
    await desk.goto(`/operator/bookings?day=${day}&person=ira@two.example`);
    await desk.getByRole("button", { name: "Select all 2" }).click();
    await desk.getByRole("button", { name: "Cancel them" }).click();
    await expect(dialogOf(desk).getByLabel(/^Reason/)).toBeVisible();
  }
  await expect(dialogOf(page).getByRole("checkbox", { name: /^Also close the free times/ })).toBeChecked();
  await expect(dialogOf(page).getByText(/gets a day off on/)).toBeVisible();
  await confirm(page, "Cancel them all");
  await expect(page.getByText(/Nobody can book the other times of the day/)).toBeVisible();
  expect(await slots()).toEqual([]);
  await confirm(other, "Cancel them all");
  await expect(dialogOf(other).getByText("This interview was canceled already.").first()).toBeVisible();
  // The page behind the dialog is loaded again when the dialog closes.
  await dialogOf(other).getByRole("button", { name: "Go back" }).first().click();
  await expect(other.getByRole("button", { name: "Select all 2" })).toBeHidden();

  // A refund that both see: the money goes out once.
  const [payment] = await get(asha, "/operator/payments?person=meera@two.example");
  const path = `/operator/money/payments/${payment._id}`;
  await open(page, path, "Refund sessions");
  await open(other, path, "Refund sessions");
  await confirm(page, "Refund");
  await expect(page.getByText(/The refund is on the way/)).toBeVisible();
  await confirm(other, "Refund");
  await expect(
    dialogOf(other)
      .getByText(/are refunded already/)
      .first(),
  ).toBeVisible();
  await dialogOf(other).getByRole("button", { name: "Go back" }).first().click();
  await expect(other.getByRole("button", { name: "Refund sessions" })).toBeHidden();

  // The flag is taken away while a dialog is open: what it would do is refused, and the desk closes.
  const [person] = await get(asha, "/operator/people?q=meera@two");
  const [second] = await get(asha, "/operator/people?q=bela@two");
  await open(other, `/operator/people/${person._id}`, "Grant sessions");
  await act(asha, `/operator/people/${second._id}/role`, { role: "none" });
  await confirm(other, "Grant sessions");
  await expect(other.getByRole("heading", { name: "You're no longer an operator" })).toBeVisible();
  await expect(dialogOf(other)).toBeHidden();
});
