import type { Access } from "@greenroom/contract/kernel/endpoint.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  allOperators,
  endpointsByRoute,
  everybody,
  accessTable as table,
  type Who,
} from "../../../testing/access-table.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Returns a separate token, because signing out with a shared one would break the next rows of the table. */
async function tokenOf(who: Who): Promise<string | undefined> {
  if (who === "nobody") return undefined;
  if (who === "interviewer") return (await app.signUpInterviewer()).token;
  if (who === "interviewee") return (await app.signUp()).token;
  const level = who === "support" ? "support" : "owner";
  const isDeskOpen = who !== "operator with a closed desk";
  return (await app.signUpOperator({ level, isDeskOpen })).token;
}

function refusalOf(who: Who, allowed: Who[]): string {
  if (who === "nobody") return "not_signed_in";
  // An operator with this role could call it once the desk is open.
  return who === "operator with a closed desk" && allowed.includes("operator")
    ? "second_factor_required"
    : "forbidden";
}

describe("access to the API", () => {
  it("is declared in the contract for every route", async () => {
    const { body } = await app.call("GET", "/api/openapi.json");
    const routes = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== "head")
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.sort()).toEqual(Object.keys(table).sort());
  });

  it("needs a sign-in, except where anybody may call", () => {
    const open = [...endpointsByRoute].filter(([, { access }]) => access === "public");
    expect(open.map(([route]) => route.replace(/^GET |^POST /, "")).sort()).toEqual([
      "/api/applications",
      "/api/auth/forgot-password",
      "/api/auth/recognize-browser",
      "/api/auth/reset-password",
      "/api/auth/signin-otp-start",
      "/api/auth/signin-otp-verify",
      "/api/auth/signin-password",
      "/api/auth/signup-start",
      "/api/auth/signup-verify",
      "/api/calendar-feed/{file}",
      "/api/contact",
      "/api/interviewer-photos/{file}",
      "/api/payment/webhook",
      "/api/plans",
      "/api/policy-reports",
      "/api/sandbox/orders/{id}/pay",
      "/api/site",
    ]);
  });

  it.each<[RegExp, Access[]]>([
    [/ \/api\/operator\/(?:access|second-factor)(?:$|\/)/, ["operator-entry"]],
    [/^(?!GET).* \/api\/operator\/(?:refunds|payout|prices|founding|coupons|settlements|words)/, ["owner"]],
    [
      / \/api\/operator\/.*(?:\/role|\/delete|\/erase|\/data|audit\.csv|-reversal|no-show-decision|settings)/,
      ["owner"],
    ],
    [/ \/api\/operator\/(?!access|second-factor)/, ["operator", "owner"]],
    [/ \/api\/user\//, ["signed-in", "interviewee"]],
    [/ \/api\/interviewer\/(?!feedback-file)/, ["interviewer"]],
    [/ \/api\/(?:rooms|bookings|practice|meeting)\//, ["signed-in", "interviewer"]],
  ])("of routes like %s is that of their area", (pattern, allowed) => {
    const found = [...endpointsByRoute].filter(([route]) => pattern.test(route));
    expect(found.length).toBeGreaterThan(0);
    for (const [route, { access }] of found) expect(allowed, route).toContain(access);
  });

  it.each(everybody)(
    "holds for %s on every route",
    async (who) => {
      const token = await tokenOf(who);
      for (const [route, allowed] of Object.entries(table)) {
        // These run last, below, because they end what the other routes need.
        if (route === "POST /api/auth/signout" || route === "DELETE /api/operator/access") continue;
        const [method, path] = route.split(" ") as [string, string];
        const answer = await app.call(
          method,
          path.replace(/\{\w+\}/g, "0190a5b8-7c00-7000-8000-00000000000f"),
          {
            token,
            ...(method === "POST" ? { body: {} } : {}),
          },
        );
        const refusal = answer.status === 401 || answer.status === 403 ? answer.body.code : "none";
        const expected = allowed.includes(who) ? "none" : refusalOf(who, allowed);
        expect(`${route} ${refusal}`).toBe(`${route} ${expected}`);
        expect(`${route} ${answer.status}`).not.toMatch(/ 5\d\d$/);
      }
      const closed = await app.call("DELETE", "/api/operator/access", { token });
      expect(closed.status).toBe(allOperators.includes(who) ? 204 : who === "nobody" ? 401 : 403);
      const out = await app.call("POST", "/api/auth/signout", { token });
      expect(out.status).toBe(who === "nobody" ? 401 : 204);
    },
    60_000,
  );
});
