import { expect, it } from "vitest";
import { findEndpoints } from "../../../../scripts/generate/lib-endpoints.ts";

/** Calls that change something and declare no limit, each with the rule that bounds it. */
const boundByRule: Record<string, string> = {
  "POST /api/user/bookings": "each booking needs a session, and ending one is limited",
  "POST /api/auth/signup-verify": "guesses at codes",
  "POST /api/auth/signin-password": "password tries",
  "POST /api/auth/signin-otp-start": "codes requested",
  "POST /api/auth/signin-otp-verify": "guesses at codes",
  "POST /api/auth/forgot-password": "codes requested",
  "POST /api/auth/reset-password": "guesses at codes",
  "POST /api/auth/signout": "ends the sign-in that it needs",
  "POST /api/user/account-deletion/start": "codes requested",
  "POST /api/payment/webhook": "needs the provider's signature",
  "POST /api/sandbox/orders/:id/pay": "does not exist in production, and an order is paid once",
  "DELETE /api/operator/access": "ends the opened desk that it needs",
};

it("declares a limit for every call that changes something, or names the rule that bounds it", async () => {
  const endpoints = (await findEndpoints()).flatMap((found) => found.endpoints);
  const withoutLimit = endpoints
    .filter(({ method, limit, conditionalLimit }) => method !== "GET" && !(limit ?? conditionalLimit))
    .map(({ method, path }) => `${method} ${path}`);
  expect(endpoints.length).toBeGreaterThan(200);
  expect(withoutLimit.sort()).toEqual(Object.keys(boundByRule).sort());
});

it("counts by user only in calls that need a sign-in", async () => {
  const endpoints = (await findEndpoints()).flatMap((found) => found.endpoints);
  const impossible = endpoints.filter(
    ({ access, limit, conditionalLimit }) =>
      access === "public" && (limit ?? conditionalLimit?.name)?.endsWith("-by-user"),
  );
  expect(impossible).toEqual([]);
});
