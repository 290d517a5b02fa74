import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, testPassword } from "../../../testing/app.ts";
import { openBrowser, type TestBrowser } from "../../../testing/browser.ts";
import { purgeCodes } from "../codes/purge-codes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ environment: { GREENROOM_TRUSTED_PROXIES: "1" } });
});
afterAll(() => app.close());

const signIn = (browser: TestBrowser, email: string, password = testPassword) =>
  browser.post("/api/auth/signin-password", { email, password });

async function countDevices(userId: string): Promise<number> {
  const { rows } = await app.deps.pool.query(
    "select count(*)::integer as count from known_devices where user_id = $1",
    [userId],
  );
  return rows[0].count;
}

async function newSigninMails(email: string) {
  await app.runJobs();
  return (await app.mailsTo(email)).filter(({ subject }) => subject === "New sign-in to your account");
}

describe("the browser's cookie", () => {
  it("cannot be read by scripts, stays on this site, lasts 180 days, and is stored only as a hash", async () => {
    const { user } = await app.signUp();
    const browser = openBrowser(app);
    await signIn(browser, user.email);
    const [pair = "", ...attributes] = browser.setCookie().split("; ");
    expect(attributes).toEqual(["Path=/", "Max-Age=15552000", "HttpOnly", "SameSite=Lax"]);
    const [name, token = ""] = pair.split("=");
    expect(name).toBe("greenroom-browser");
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const { rows } = await app.deps.pool.query("select * from known_devices");
    expect(JSON.stringify(rows)).not.toContain(token);
    await signIn(browser, user.email);
    expect(browser.setCookie().split("; ")[0]).toBe(pair);
  });

  it("is sent over https only, and never to or from a subdomain, when we are served over https", async () => {
    const secure = await createTestApp({
      environment: { GREENROOM_PUBLIC_URL: "https://greenroom.example" },
    });
    const browser = openBrowser(secure);
    await signIn(browser, "ghost@test.example");
    expect(browser.setCookie()).toMatch(/^__Host-greenroom-browser=.+; Path=\/; .*; Secure$/);
    await secure.close();
  });

  it.each(["x", "", `${"A".repeat(43)}; greenroom-browser=x`, "%00", "A".repeat(4000)])(
    "is replaced or read without an error when it is %j",
    async (value) => {
      const answer = await app.call("POST", "/api/auth/signin-password", {
        body: { email: "ghost@test.example", password: "guess-1!" },
        headers: { cookie: `greenroom-browser=${value}` },
      });
      expect(answer.status).toBe(401);
    },
  );
});

describe("a sign-in from a browser that an account does not know", () => {
  it("is reported by mail once, with browser and time in the person's zone; the one at sign-up is not", async () => {
    const { user, token } = await app.signUpThroughApi("new-here@test.example");
    expect(await newSigninMails(user.email)).toEqual([]);
    await app.call("POST", "/api/user/time-zone", { token, body: { timeZone: "Europe/London" } });
    const browser = openBrowser(app);
    for (let count = 0; count < 3; count += 1) expect((await signIn(browser, user.email)).status).toBe(200);
    const mails = await newSigninMails(user.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Chrome on Windows, Fri 20 Nov 2026, 06:30 GMT.");
    expect(mails[0]?.text).toContain("Forgot password");
  });

  it("is reported after a sign-in by code too", async () => {
    const { user } = await app.signUp();
    const browser = openBrowser(app);
    await browser.post("/api/auth/signin-otp-start", { email: user.email });
    const otp = await app.codeMailedTo(user.email);
    await browser.post("/api/auth/signin-otp-verify", { email: user.email, otp });
    expect(await newSigninMails(user.email)).toHaveLength(1);
  });

  it("is not reported when the password was wrong", async () => {
    const { user } = await app.signUp();
    await signIn(openBrowser(app), user.email, "guess-1!");
    expect(await newSigninMails(user.email)).toEqual([]);
  });
});

describe("the browsers that an account knows", () => {
  it("are the last ten", async () => {
    const { user } = await app.signUp();
    for (let count = 0; count < 12; count += 1) {
      app.clock.advance({ seconds: 1 });
      await signIn(openBrowser(app), user.email);
    }
    expect(await countDevices(user._id)).toBe(10);
  });

  it("are forgotten with a new password, except the one that sets it", async () => {
    const { user } = await app.signUp();
    const browser = openBrowser(app);
    const { token } = (await signIn(browser, user.email)).body;
    await signIn(openBrowser(app), user.email);
    expect(await countDevices(user._id)).toBe(3);
    const changed = await browser.post(
      "/api/user/change-password",
      { currentPassword: testPassword, newPassword: "quiet-Heron-41!" },
      token,
    );
    expect(changed.status).toBe(200);
    expect(await countDevices(user._id)).toBe(1);

    await openBrowser(app).post("/api/auth/forgot-password", { email: user.email });
    const otp = await app.codeMailedTo(user.email);
    await openBrowser(app).post("/api/auth/reset-password", {
      email: user.email,
      otp,
      newPassword: testPassword,
    });
    expect(await countDevices(user._id)).toBe(0);
  });

  it("are forgotten with the account, and 180 days after their last sign-in", async () => {
    const leaving = await app.signUp();
    await app.call("POST", "/api/user/account-deletion/start", { token: leaving.token });
    const otp = await app.codeMailedTo(leaving.user.email);
    await app.call("POST", "/api/user/account-deletion/confirm", { token: leaving.token, body: { otp } });
    expect(await countDevices(leaving.user._id)).toBe(0);

    const { user } = await app.signUp();
    app.clock.advance({ days: 179 });
    await purgeCodes(app.deps);
    expect(await countDevices(user._id)).toBe(1);
    app.clock.advance({ days: 1 });
    await purgeCodes(app.deps);
    expect(await countDevices(user._id)).toBe(0);
  });
});
