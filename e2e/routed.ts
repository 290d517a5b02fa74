import type { User } from "@greenroom/contract/accounts.ts";
import type { Browser, Page } from "@playwright/test";

/** What a call comes to: an answer of the server's, one of something that stands before it, or none at all. */
export type RoutedAnswer =
  | { status?: number; body: unknown }
  | { status: number; html: string }
  | "cut"
  /** It never comes. */
  | "hang";

/** By method and path: `GET /api/user/profile`. */
export type Answers = Record<string, RoutedAnswer>;

/** An interviewee with a plan and two sessions. */
export const routedUser: User = {
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
};

/**
 * Opens a page on which this person is signed in and every call of the API is answered from `answers`, as they stand when
 * it is made. What the site says of itself comes from the server. Nothing is watched: failures are what such a page is for.
 */
export async function openRouted(browser: Browser, user: User, answers: Answers): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript((stored) => {
    localStorage.setItem("greenroom.token", "a token that only this page knows");
    localStorage.setItem("greenroom.user", stored);
  }, JSON.stringify(user));
  await page.route(/\/api\//, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/api/site") return route.continue();
    const answer = answers[`${route.request().method()} ${pathname}`];
    if (answer === "hang") return;
    if (answer === "cut") return route.abort("connectionfailed");
    if (answer === undefined)
      return route.fulfill({ status: 404, json: { msg: "Not in this test.", code: "not_found" } });
    const { status = 200 } = answer;
    if ("html" in answer) return route.fulfill({ status, contentType: "text/html", body: answer.html });
    return route.fulfill({ status, json: answer.body });
  });
  return page;
}

/** A line without the sign in front of it. */
export function bare(line: string): string {
  return line.replace(/^[^\p{L}\p{N}]+/u, "").trim();
}

/** Which of these sentences stand on the page, each on a line of its own, without the sign in front of them. */
export async function sentencesOn(page: Page, catalogue: readonly string[]): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: lines are what is laid out, and what is hidden does not count
  const lines = new Set((await page.locator("body").innerText()).split("\n").map(bare));
  return [...new Set(catalogue.map(bare))].filter((sentence) => lines.has(sentence));
}
