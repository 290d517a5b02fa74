import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { harness, siteUrl } from "./addresses.ts";

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
  // The sixth digit sends it.
  await code.fill(await codeFor(person.email));
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

/* Prepares what a journey needs but does not test, through the API: in a second instead of a minute. */

export interface ApiUser {
  token: string;
  user: { _id: string; email: string };
}

/** A call of the API; throws the response when it was a refusal. */
export async function callApi<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  { token, body }: { token?: string | undefined; body?: unknown } = {},
): Promise<T> {
  const response = await fetch(`${siteUrl}/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  return (text === "" ? null : JSON.parse(text)) as T;
}

/** The token of the person who is signed in on a page. */
export const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem("greenroom.token") ?? "");

export function postToApi<T>(path: string, body: unknown, token?: string): Promise<T> {
  return callApi("POST", path, { body, token });
}

export async function signUpByApi(
  firstName: string,
  codeFor: (email: string) => Promise<string>,
): Promise<ApiUser> {
  const email = `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@api.example`;
  const person = { firstName, lastName: "Rao", email, mobileNumber: "+91 98765 43210", password };
  await postToApi("/auth/signup-start", person);
  return await postToApi("/auth/signup-verify", { email, otp: await codeFor(email) });
}

/** Buys a plan in the sandbox, as its pages do. */
export async function buyByApi(token: string, plan = "Basic"): Promise<void> {
  const quote = await postToApi<{ planType: string; newPrice: number }>(
    "/user/purchase-plan",
    { planType: plan },
    token,
  );
  const { planType, newPrice } = quote;
  const wanted = { planType, newPrice, amount: newPrice };
  const order = await postToApi<{ id: string }>("/payment/create-order", wanted, token);
  const paid = await postToApi<object>(`/sandbox/orders/${order.id}/pay`, { outcome: "success" });
  await postToApi("/payment/verify-payment", { ...paid, planType, newPrice }, token);
}

/** Offers a slot of the interviewer's, and lets the interviewee buy a credit and book it; returns the booking's id. */
export async function bookByApi(
  interviewer: ApiUser,
  interviewee: Pick<ApiUser, "token">,
  startTime: string,
): Promise<string> {
  await buyByApi(interviewee.token);
  await postToApi("/interviewer/availability", { slotTime: startTime }, interviewer.token);
  const booking = await postToApi<{ _id: string }>(
    "/user/bookings",
    { startTime, interviewerId: interviewer.user._id },
    interviewee.token,
  );
  return booking._id;
}

/** Signs in every page that is opened in the place of this one. */
export async function signInPage(page: Page, { token, user }: ApiUser, role = "interviewee"): Promise<void> {
  await page.addInitScript(
    ([key, storedUser]) => {
      // A sandboxed frame has no storage, so it cannot be signed in.
      if (window.top !== window) return;
      localStorage.setItem("greenroom.token", key as string);
      localStorage.setItem("greenroom.user", storedUser as string);
    },
    [token, JSON.stringify({ ...user, role })],
  );
}

interface RoomSetup {
  codeFor(email: string): Promise<string>;
  grantInterviewer(email: string): Promise<void>;
  advance(minutes: number): Promise<void>;
}

export interface RoomPeople {
  id: string;
  interviewer: ApiUser;
  interviewee: ApiUser;
}

export async function setUpRoom({ codeFor, grantInterviewer, advance }: RoomSetup): Promise<RoomPeople> {
  const [interviewer, interviewee] = [
    await signUpByApi("Arjun", codeFor),
    await signUpByApi("Meera", codeFor),
  ];
  await grantInterviewer(interviewer.user.email);
  // The server's clock, which earlier journeys may have moved.
  const { now } = (await (await fetch(`${harness.url}/ready`)).json()) as { now: string };
  const start = new Date(Date.parse(now) + 26 * 3_600_000);
  start.setUTCMinutes(30, 0, 0);
  const id = await bookByApi(interviewer, interviewee, start.toISOString());
  await advance(Math.ceil((start.getTime() - Date.parse(now)) / 60_000) - 3);
  return { id, interviewer, interviewee };
}

export interface RoomPages {
  id: string;
  interviewerPage: Page;
  intervieweePage: Page;
}

export async function openRoomPages(
  { id, interviewer, interviewee }: RoomPeople,
  openPerson: () => Promise<Page>,
): Promise<RoomPages> {
  const [interviewerPage, intervieweePage] = [await openPerson(), await openPerson()];
  await signInPage(interviewerPage, interviewer, "interviewer");
  await signInPage(intervieweePage, interviewee);
  return { id, interviewerPage, intervieweePage };
}
