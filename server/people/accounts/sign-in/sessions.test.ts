import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, testPassword } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe("sessions", () => {
  it("end at sign-out, while the others continue", async () => {
    const { user, token } = await app.signUp();
    const other = await app.call("POST", "/api/auth/signin-password", {
      body: { email: user.email, password: testPassword },
    });
    const out = await app.call("POST", "/api/auth/signout", { token });
    expect([out.status, out.body]).toEqual([204, ""]);
    expect((await app.call("GET", "/api/user/profile", { token })).status).toBe(401);
    expect((await app.call("GET", "/api/user/profile", { token: other.body.token })).status).toBe(200);
  });

  it.each([
    { title: "used every 29 days, on day 87", steps: [29, 29, 29], status: 200 },
    { title: "idle for 30 days", steps: [30], status: 401 },
    { title: "in regular use, on day 90", steps: [29, 29, 29, 3], status: 401 },
  ])("$title: $status", async ({ steps, status }) => {
    const { token } = await app.signUp();
    let answer = 0;
    for (const days of steps) {
      app.clock.advance({ days });
      answer = (await app.call("GET", "/api/user/profile", { token })).status;
    }
    expect(answer).toBe(status);
  });

  it("of a blocked account end at once", async () => {
    const { user, token } = await app.signUp();
    await app.deps.pool.query("update users set blocked_at = now() where id = $1", [user._id]);
    expect((await app.call("GET", "/api/user/profile", { token })).status).toBe(401);
    const again = await app.call("POST", "/api/auth/signin-password", {
      body: { email: user.email, password: testPassword },
    });
    expect(again.status).toBe(403);
  });

  it.each(["", "Bearer", "Bearer x", "Basic abc", `Bearer ${"a".repeat(500)}`, "Bearer 'or 1=1--"])(
    "are not opened by %j",
    async (authorization) => {
      const answer = await app.call("GET", "/api/user/profile", { headers: { authorization } });
      expect(answer.status).toBe(401);
      expect(answer.body.code).toBe("not_signed_in");
    },
  );
});

describe("time zone", () => {
  it("is stored when it is valid, refused when it is not", async () => {
    const { token, user } = await app.signUp();
    // The user has not chosen a zone yet; the browser that signs in stores its own.
    expect(user.timeZone).toBeNull();
    const set = (timeZone: string) => app.call("POST", "/api/user/time-zone", { token, body: { timeZone } });
    expect((await set("Europe/London")).body.timeZone).toBe("Europe/London");
    expect((await set("Mars/Olympus")).status).toBe(400);
  });
});
