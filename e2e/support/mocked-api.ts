import type { User } from "@greenroom/contract/people/accounts.ts";
import type { Browser, Page } from "@playwright/test";

/** The result of a call: a response of the server, one of a proxy before it, or none at all. */
export type MockedResponse =
  | { status?: number; body: unknown }
  | { status: number; html: string }
  | "cut"
  /** The response never arrives. */
  | "hang";

/** By method and path: `GET /api/user/profile`. */
export type MockedResponses = Record<string, MockedResponse>;

/** An interviewee with a plan and two sessions. */
export const mockedUser: User = {
  _id: "0190a5b8-7c00-7000-8000-0000000000c1",
  role: "interviewee",
  isOperator: false,
  firstName: "Meera",
  lastName: "Iyer",
  email: "meera@routed.example",
  mobileNumber: "+91 98765 43210",
  timeZone: "Asia/Kolkata",
  planType: "Pro",
  sessionCount: 2,
  resumeData: null,
  resumeVersion: 0,
  resumeFileUrl: null,
  resumeFileHeld: false,
};

/**
 * Opens a page on which this person is signed in and every API call is answered from `answers`, as they are
 * at that moment. The site's own settings come from the server. Errors on the page do not fail the test,
 * because they are its purpose.
 */
export async function openMockedPage(
  browser: Browser,
  user: User,
  responses: MockedResponses,
): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript((stored) => {
    localStorage.setItem("greenroom.token", "a token that only this page knows");
    localStorage.setItem("greenroom.user", stored);
  }, JSON.stringify(user));
  await page.route(/\/api\//, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/api/site") return route.continue();
    const response = responses[`${route.request().method()} ${pathname}`];
    if (response === "hang") return;
    if (response === "cut") return route.abort("connectionfailed");
    if (response === undefined)
      return route.fulfill({ status: 404, json: { msg: "Not in this test.", code: "not_found" } });
    const { status = 200 } = response;
    if ("html" in response) return route.fulfill({ status, contentType: "text/html", body: response.html });
    return route.fulfill({ status, json: response.body });
  });
  return page;
}

/** A line without its leading symbol. */
export function stripLeadingSymbol(line: string): string {
  return line.replace(/^[^\p{L}\p{N}]+/u, "").trim();
}

/** The given messages that appear on the page, each on its own line, without their leading symbols. */
export async function findMessagesOn(page: Page, messages: readonly string[]): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: only laid-out, visible lines count
  const lines = new Set((await page.locator("body").innerText()).split("\n").map(stripLeadingSymbol));
  return [...new Set(messages.map(stripLeadingSymbol))].filter((sentence) => lines.has(sentence));
}
