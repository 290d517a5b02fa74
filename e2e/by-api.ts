import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { siteUrl } from "./addresses.ts";
import { password } from "./people.ts";

/* What comes before a journey and is not its business, through the API: in a second instead of a minute. */

export interface ApiPerson {
  token: string;
  user: { _id: string; email: string };
}

/** A POST of the API; throws what it answered when that was a refusal. */
export async function ask<T>(path: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(`${siteUrl}/api${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  return JSON.parse(text) as T;
}

export async function signUpByApi(
  firstName: string,
  codeFor: (email: string) => Promise<string>,
): Promise<ApiPerson> {
  const email = `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@api.example`;
  const person = { firstName, lastName: "Rao", email, mobileNumber: "+91 98765 43210", password };
  await ask("/auth/signup-start", person);
  return await ask("/auth/signup-verify", { email, otp: await codeFor(email) });
}

/** Offers a slot of the host's, and has the guest buy a session and book it; answers the booking's id. */
export async function bookByApi(host: ApiPerson, guest: ApiPerson, startTime: string): Promise<string> {
  const quote = await ask<{ planType: string; newPrice: number }>(
    "/user/purchase-plan",
    { planType: "Basic" },
    guest.token,
  );
  const { planType, newPrice } = quote;
  const order = await ask<{ id: string }>(
    "/payment/create-order",
    { planType, newPrice, amount: newPrice },
    guest.token,
  );
  const paid = await ask<object>(`/sandbox/orders/${order.id}/pay`, { outcome: "success" });
  await ask("/payment/verify-payment", { ...paid, planType, newPrice }, guest.token);
  await ask("/interviewer/availability", { slotTime: startTime }, host.token);
  const booking = await ask<{ _id: string }>(
    "/user/bookings",
    { startTime, interviewerId: host.user._id },
    guest.token,
  );
  return booking._id;
}

/** Has every page that is opened in this one's place be signed in. */
export async function enterAs(page: Page, { token, user }: ApiPerson, role = "interviewee"): Promise<void> {
  await page.addInitScript(
    ([key, person]) => {
      // A frame that has no storage of its own has nobody to be.
      if (window.top !== window) return;
      localStorage.setItem("greenroom.token", key as string);
      localStorage.setItem("greenroom.user", person as string);
    },
    [token, JSON.stringify({ ...user, role })],
  );
}
