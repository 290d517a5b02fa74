import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";

type Who = "nobody" | "interviewee" | "interviewer" | "operator";

const everybody: Who[] = ["nobody", "interviewee", "interviewer", "operator"];
const signedIn: Who[] = ["interviewee", "interviewer", "operator"];
// The operator of this test is an interviewee by role, as everybody is who is no interviewer.
const interviewees: Who[] = ["interviewee", "operator"];
const interviewers: Who[] = ["interviewer"];

/** Every route of the API and who may call it. A route that is not here fails the test below. */
const table: Record<string, Who[]> = {
  "GET /health/live": everybody,
  "GET /health/ready": everybody,
  "GET /api/site": everybody,
  "GET /api/plans": everybody,
  "POST /api/auth/signup-start": everybody,
  "POST /api/auth/signup-verify": everybody,
  "POST /api/auth/signin-password": everybody,
  "POST /api/auth/signin-otp-start": everybody,
  "POST /api/auth/signin-otp-verify": everybody,
  "POST /api/auth/forgot-password": everybody,
  "POST /api/auth/reset-password": everybody,
  "POST /api/contact": everybody,
  "POST /api/payment/webhook": everybody,
  "POST /api/sandbox/orders/{id}/pay": everybody,
  "GET /api/calendar-feed/{file}": everybody,
  "GET /api/interviewer-photos/{file}": everybody,
  "POST /api/auth/signout": signedIn,
  "GET /api/user/my-data": signedIn,
  "GET /api/user/account-deletion": signedIn,
  "POST /api/user/account-deletion/start": signedIn,
  "POST /api/user/account-deletion/confirm": signedIn,
  "GET /api/user/profile": signedIn,
  "POST /api/user/time-zone": signedIn,
  "POST /api/user/change-password": signedIn,
  "POST /api/meeting/create": signedIn,
  "POST /api/meeting/{bookingId}/start-link": interviewers,
  "GET /api/rooms/{id}": signedIn,
  "POST /api/rooms/{id}/presence": signedIn,
  "DELETE /api/rooms/{id}/presence": signedIn,
  "POST /api/rooms/{id}/ticket": signedIn,
  "GET /api/rooms/{id}/record": signedIn,
  "GET /api/rooms/{id}/notes": interviewers,
  "PUT /api/rooms/{id}/notes": interviewers,
  "GET /api/interviewer/feedback-file/{bookingId}": signedIn,
  "POST /api/user/purchase-plan": interviewees,
  "POST /api/payment/create-order": interviewees,
  "POST /api/payment/verify-payment": interviewees,
  "GET /api/user/purchases": interviewees,
  "GET /api/user/purchases/{id}": interviewees,
  "GET /api/user/credits": interviewees,
  "GET /api/user/slots": interviewees,
  "GET /api/user/bookings": interviewees,
  "POST /api/user/bookings": interviewees,
  "POST /api/user/bookings/{id}/cancel": interviewees,
  "POST /api/user/bookings/{id}/reschedule": interviewees,
  "POST /api/interviewer/bookings/{id}/cancel": interviewers,
  "POST /api/interviewer/bookings/{id}/complete": interviewers,
  "GET /api/bookings/{id}/attendance": signedIn,
  "POST /api/bookings/{id}/no-show": signedIn,
  "GET /api/user/sessions": interviewees,
  "GET /api/user/feedback": interviewees,
  "POST /api/user/feedback": interviewees,
  "POST /api/user/resume-data": interviewees,
  "POST /api/user/resume-upload": interviewees,
  "GET /api/user/resume-pdf": interviewees,
  "GET /api/interviewer/candidate-profile/{userId}": interviewers,
  "GET /api/interviewer/resume-pdf/{userId}": interviewers,
  "GET /api/interviewer/resume-structured-pdf/{userId}": interviewers,
  "GET /api/interviewer/availability": interviewers,
  "POST /api/interviewer/availability": interviewers,
  "DELETE /api/interviewer/availability/{id}": interviewers,
  "GET /api/interviewer/weekly-rules": interviewers,
  "POST /api/interviewer/weekly-rules": interviewers,
  "PUT /api/interviewer/weekly-rules/{id}": interviewers,
  "DELETE /api/interviewer/weekly-rules/{id}": interviewers,
  "GET /api/interviewer/time-off": interviewers,
  "POST /api/interviewer/time-off": interviewers,
  "DELETE /api/interviewer/time-off/{id}": interviewers,
  "GET /api/interviewer/calendar-feed": interviewers,
  "POST /api/interviewer/calendar-feed": interviewers,
  "DELETE /api/interviewer/calendar-feed": interviewers,
  "GET /api/interviewer/profile": interviewers,
  "POST /api/interviewer/profile": interviewers,
  "POST /api/interviewer/profile-photo": interviewers,
  "DELETE /api/interviewer/profile-photo": interviewers,
  "GET /api/user/interviewers": interviewees,
  "GET /api/interviewer/earnings.csv": interviewers,
  "GET /api/interviewer/bookings": interviewers,
  "GET /api/interviewer/history": interviewers,
  "GET /api/interviewer/earnings": interviewers,
  "GET /api/interviewer/dashboard-stats": interviewers,
  "POST /api/interviewer/feedback-upload/{bookingId}": interviewers,
  "POST /api/interviewer/feedback-report/{bookingId}": interviewers,
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A token that nothing else uses: signing out must not spoil the next line of the table. */
async function tokenOf(who: Who): Promise<string | undefined> {
  if (who === "nobody") return undefined;
  if (who === "interviewer") return (await app.signUpInterviewer()).token;
  const { token, user } = await app.signUp();
  if (who === "operator")
    await app.deps.pool.query("update users set is_operator = true where id = $1", [user._id]);
  return token;
}

describe("who may call what", () => {
  it("is written down for every route", async () => {
    const { body } = await app.call("GET", "/api/openapi.json");
    const routes = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== "head")
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.sort()).toEqual(Object.keys(table).sort());
  });

  it.each(everybody)("holds for %s on every route", async (who) => {
    const token = await tokenOf(who);
    for (const [route, allowed] of Object.entries(table)) {
      // Last, below: it would end the session that the other lines need.
      if (route === "POST /api/auth/signout") continue;
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
      const expected = allowed.includes(who) ? "none" : who === "nobody" ? "not_signed_in" : "forbidden";
      expect(`${route} ${refusal}`).toBe(`${route} ${expected}`);
      expect(`${route} ${answer.status}`).not.toMatch(/ 5\d\d$/);
    }
    const out = await app.call("POST", "/api/auth/signout", { token });
    expect(out.status).toBe(who === "nobody" ? 401 : 204);
  });
});
