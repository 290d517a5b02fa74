import { postToApi, signInPage, signOut, signUp } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";

// A name that a form accepts: without the marks of an address.
const hostile = "<img src=x onerror=broken=1>";

test("what people write is shown as text", async ({ page, setUpRoom }) => {
  const { id, interviewer, interviewee } = await setUpRoom();
  const named = { firstName: hostile, lastName: "<b>Rao", mobileNumber: "+91 98765 43210" };
  await postToApi("/user/account", named, interviewee.token);
  await signInPage(page, interviewer, "interviewer");
  for (const path of ["/interviewer-dashboard", `/room/${id}`]) {
    await page.goto(path);
    // The calendar hides the name of an interview that is outside the hours in view.
    await expect(page.getByText(hostile).first()).toBeAttached();
    expect(await page.evaluate(() => "broken" in window)).toBe(false);
  }
});

test("a name of one long word does not make a phone's pages wider", async ({ page, setUpRoom }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { interviewer, interviewee } = await setUpRoom();
  const firstName = "Wolfeschlegelsteinhausenbergerdorff";
  const named = { firstName, lastName: "", mobileNumber: "+91 98765 43210" };
  await postToApi("/user/account", named, interviewer.token);
  await signInPage(page, interviewee);
  for (const path of ["booking", "my-sessions"]) {
    await page.goto(`/interviewee-dashboard/${path}`);
    await expect(page.getByRole("heading", { name: firstName })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
});

test("the browser keeps the token, the user and drafts, and nothing after a sign-out", async ({
  page,
  codeFor,
}) => {
  const kept = async () => {
    const keys = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }).sort());
    // How far each page was scrolled, under random keys.
    return keys.filter((key) => key !== "react-router-scroll-positions");
  };
  const email = "kept@storage.example";
  await signUp(page, { firstName: "Asha", lastName: "Rao", email }, codeFor);
  await page.goto("/interviewee-dashboard/booking");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await kept()).toEqual(["greenroom.token", "greenroom.user"]);
  await signOut(page);
  expect(await kept()).toEqual([]);
});
