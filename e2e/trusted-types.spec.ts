import type { Page } from "@playwright/test";
import { signInPage, signUpByApi } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";

/** The outcome of each way to turn a string into an element or a script. */
function tryStrings(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const outcome = (write: () => void) => {
      try {
        write();
        return "taken";
      } catch (error) {
        return (error as Error).name;
      }
    };
    const place = document.createElement("div");
    const frame = document.createElement("iframe");
    const script = document.createElement("script");
    const factory = (
      globalThis as unknown as { trustedTypes: { createPolicy(name: string, o: object): void } }
    ).trustedTypes;
    return {
      innerHTML: outcome(() => (place.innerHTML = "<img src=x onerror=alert(1)>")),
      outerHTML: outcome(() => (document.createElement("p").outerHTML = "<b>")),
      insertAdjacentHTML: outcome(() => place.insertAdjacentHTML("beforeend", "<b>bold</b>")),
      srcdoc: outcome(() => (frame.srcdoc = "<script>alert(1)</script>")),
      "document.write": outcome(() => document.write("<b>bold</b>")),
      "the text of a script": outcome(() => (script.text = "alert(1)")),
      "the address of a script": outcome(() => (script.src = "/assets/other.js")),
      "the address of a worker": outcome(() => new Worker("/assets/other.js")),
      "text without a tag": outcome(() => (place.innerHTML = "only text")),
      "a policy of another name": outcome(() => factory.createPolicy("another", {})),
      "a second policy of a name": outcome(() => factory.createPolicy("default", {})),
    };
  });
}

const refused = {
  innerHTML: "TypeError",
  outerHTML: "TypeError",
  insertAdjacentHTML: "TypeError",
  srcdoc: "TypeError",
  "document.write": "TypeError",
  "the text of a script": "TypeError",
  "the address of a script": "TypeError",
  "the address of a worker": "TypeError",
  "text without a tag": "taken",
  "a policy of another name": "TypeError",
  "a second policy of a name": "TypeError",
};

test("no page makes an element or a script of a string", async ({ page, problems, setUpRoom }) => {
  const { id, interviewee } = await setUpRoom();
  const visit = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // Opening the page broke no rule; what follows does so on purpose.
    expect(problems, path).toEqual([]);
    expect(await tryStrings(page), path).toEqual(refused);
    problems.splice(0);
  };
  for (const path of ["/", "/pricing", "/signin", "/no-such-page"]) await visit(path);
  await signInPage(page, interviewee);
  for (const path of ["/interviewee-dashboard", `/room/${id}`]) await visit(path);
});

test("a page that cannot be rendered is replaced with the error page", async ({
  page,
  problems,
  codeFor,
}) => {
  await signInPage(page, await signUpByApi("Asha", codeFor));
  await page.route("**/api/practice/drills", (route) => route.fulfill({ json: { sets: null } }));
  await page.goto("/practice");
  await expect(page.getByRole("heading", { name: "Something on this page went wrong." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to home" })).toBeVisible();
  // React logs the error, and nothing else goes wrong.
  expect(problems.filter((problem) => !/TypeError: Cannot read prop/.test(problem))).toEqual([]);
  problems.splice(0);
});
