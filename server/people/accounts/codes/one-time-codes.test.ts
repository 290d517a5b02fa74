import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, testNow, testPassword } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe("codes", () => {
  it("work once when 100 people have the right one", async () => {
    const { user } = await app.signUp();
    await app.call("POST", "/api/auth/signin-otp-start", { body: { email: user.email } });
    const otp = await app.codeMailedTo(user.email);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        app.call("POST", "/api/auth/signin-otp-verify", { body: { email: user.email, otp } }),
      ),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...new Array(99).fill(400)]);
  });

  it("are compared with five guesses at most, even of 60 at once, and after that not even with the right one", async () => {
    const { user } = await app.signUp();
    await app.call("POST", "/api/auth/signin-otp-start", { body: { email: user.email } });
    const otp = await app.codeMailedTo(user.email);
    const wrong = otp === "000000" ? "000001" : "000000";
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        app.call("POST", "/api/auth/signin-otp-verify", { body: { email: user.email, otp: wrong } }),
      ),
    );
    expect(answers.every((answer) => answer.status === 400 && answer.body.code === "code_invalid")).toBe(
      true,
    );
    const { rows } = await app.deps.pool.query(
      "select attempts from codes where email = $1 and purpose = 'signin'",
      [user.email],
    );
    expect(rows[0].attempts).toBe(5);
    const right = await app.call("POST", "/api/auth/signin-otp-verify", { body: { email: user.email, otp } });
    expect(right.status).toBe(400);
  });

  it("allow 20 wrong guesses a day over all resends, and never block the password", async () => {
    const { user } = await app.signUp();
    for (let resend = 0; resend < 5; resend += 1) {
      await app.call("POST", "/api/auth/signin-otp-start", { body: { email: user.email } });
      const otp = await app.codeMailedTo(user.email);
      if (resend === 4) {
        const right = await app.call("POST", "/api/auth/signin-otp-verify", {
          body: { email: user.email, otp },
        });
        expect(right.status).toBe(400);
      }
      const wrong = otp === "000000" ? "000001" : "000000";
      for (let guess = 0; guess < 5; guess += 1) {
        await app.call("POST", "/api/auth/signin-otp-verify", { body: { email: user.email, otp: wrong } });
      }
      app.clock.advance({ minutes: 1 });
    }
    const byPassword = await app.call("POST", "/api/auth/signin-password", {
      body: { email: user.email, password: testPassword },
    });
    expect(byPassword.status).toBe(200);
  });

  it.each([
    { seconds: 599, status: 200 },
    { seconds: 601, status: 400 },
  ])("return $status after $seconds seconds", async ({ seconds, status }) => {
    const { user } = await app.signUp();
    await app.call("POST", "/api/auth/signin-otp-start", { body: { email: user.email } });
    const otp = await app.codeMailedTo(user.email);
    app.clock.advance({ seconds });
    const answer = await app.call("POST", "/api/auth/signin-otp-verify", {
      body: { email: user.email, otp },
    });
    expect(answer.status).toBe(status);
  });

  it("void the older one, work once, and only for their purpose and address", async () => {
    const { user } = await app.signUp();
    const other = await app.signUp();
    const start = () => app.call("POST", "/api/auth/signin-otp-start", { body: { email: user.email } });
    const verify = (otp: string, email = user.email) =>
      app.call("POST", "/api/auth/signin-otp-verify", { body: { email, otp } });
    await start();
    const older = await app.codeMailedTo(user.email);
    app.clock.advance({ minutes: 1 });
    await start();
    const newer = await app.codeMailedTo(user.email);
    if (older !== newer) expect((await verify(older)).status).toBe(400);
    expect((await verify(newer, other.user.email)).status).toBe(400);
    const asReset = await app.call("POST", "/api/auth/reset-password", {
      body: { email: user.email, otp: newer, newPassword: "quiet-Heron-41!" },
    });
    expect(asReset.status).toBe(400);
    expect((await verify(newer)).status).toBe(200);
    expect((await verify(newer)).status).toBe(400);
  });

  it("get the same response for an unknown address, which gets no mail", async () => {
    const { user } = await app.signUp();
    const known = await app.call("POST", "/api/auth/signin-otp-start", { body: { email: user.email } });
    const unknown = await app.call("POST", "/api/auth/signin-otp-start", {
      body: { email: "ghost@test.example" },
    });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await app.runJobs();
    expect(await app.mailsTo("ghost@test.example")).toEqual([]);
  });
});

describe("requesting codes", () => {
  it("is limited to one a minute and five an hour, with Retry-After, for known and unknown addresses", async () => {
    const strict = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "1" } });
    const start = (email: string) => strict.call("POST", "/api/auth/signin-otp-start", { body: { email } });
    try {
      const { user } = await strict.signUp();
      for (const email of [user.email, "ghost@test.example"]) {
        strict.clock.set(testNow);
        expect((await start(email)).status).toBe(200);
        strict.clock.advance({ seconds: 59 });
        const early = await start(email);
        expect(early.status).toBe(429);
        expect(early.headers.get("retry-after")).toBe("1");
        for (let count = 2; count <= 5; count += 1) {
          strict.clock.advance({ seconds: 61 });
          expect((await start(email)).status).toBe(200);
        }
        strict.clock.advance({ seconds: 61 });
        expect((await start(email)).status).toBe(429);
      }
    } finally {
      await strict.close();
    }
  });
});
