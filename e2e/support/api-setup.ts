import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { password } from "./account-steps.ts";
import { siteUrl } from "./addresses.ts";

/* Prepares what a journey needs but does not test, through the API: in a second instead of a minute. */

export interface ApiUser {
  token: string;
  user: { _id: string; email: string };
}

/** A call of the API; throws the response when it was a refusal. */
export async function callApi<T>(
  method: "GET" | "POST" | "PUT",
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
  return JSON.parse(text) as T;
}

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

/** Offers a slot of the interviewer's, and lets the interviewee buy a credit and book it; returns the booking's id. */
export async function bookByApi(
  interviewer: ApiUser,
  interviewee: ApiUser,
  startTime: string,
): Promise<string> {
  const quote = await postToApi<{ planType: string; newPrice: number }>(
    "/user/purchase-plan",
    { planType: "Basic" },
    interviewee.token,
  );
  const { planType, newPrice } = quote;
  const order = await postToApi<{ id: string }>(
    "/payment/create-order",
    { planType, newPrice, amount: newPrice },
    interviewee.token,
  );
  const paid = await postToApi<object>(`/sandbox/orders/${order.id}/pay`, { outcome: "success" });
  await postToApi("/payment/verify-payment", { ...paid, planType, newPrice }, interviewee.token);
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
