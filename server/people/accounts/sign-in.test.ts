import { beforeEach, describe, expect, it } from "vitest";
import type { Tx } from "../../kernel/db/database.ts";
import {
  createTestApp,
  deleteOwnAccount,
  openBrowser,
  type SignedUpUser,
  signInAs,
  type TestBrowser,
  testNow,
  testPassword,
  useTestApp,
} from "../../testing/app.ts";
import { callDuring } from "../../testing/lock-waits.ts";
import { blockAccount, closeAccount } from "./account.ts";
import { purgeCodes } from "./one-time-codes.ts";
import { hashPassword, hashRandomPassword, replacePassword } from "./passwords.ts";
import { hashToken, type Requester } from "./requester.ts";

const app = useTestApp({ environment: { GREENROOM_TRUSTED_PROXIES: "1" } });

beforeEach(() => app.clock.set(testNow));

describe("account state", () => {
  const post = (path: string, body: object) => app.call("POST", `/api/auth/${path}`, { body });

  /** Each way that leads into an account, up to its answer. */
  const ways: Record<string, (person: SignedUpUser) => Promise<{ status: number; body: object }>> = {
    "with the password": ({ user }) => post("signin-password", { email: user.email, password: testPassword }),
    async "with a mailed code"({ user }) {
      await post("signin-otp-start", { email: user.email });
      const otp = await app.codeMailedTo(user.email);
      return await post("signin-otp-verify", { email: user.email, otp });
    },
    async "with a new password"({ user }) {
      await post("forgot-password", { email: user.email });
      const otp = await app.codeMailedTo(user.email);
      const newPassword = "quiet-Heron-41!";
      await post("reset-password", { email: user.email, otp, newPassword });
      return await post("signin-password", { email: user.email, password: newPassword });
    },
  };

  describe.each(Object.entries(ways))("a sign-in %s", (_way, signIn) => {
    it("opens an account that is in order, and none that is blocked", async () => {
      const person = await app.signUp();
      app.clock.advance({ hours: 2 });
      expect((await signIn(person)).body).toHaveProperty("token");
      app.clock.advance({ hours: 2 });
      await app.deps.pool.query("update users set blocked_at = $2 where id = $1", [
        person.user._id,
        app.clock.now(),
      ]);
      // A blocked person may get no new code. The newest one is then from before the block, and is refused as
      // well.
      const refused = await signIn(person);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused.body).not.toHaveProperty("token");
    });
  });
});

describe("sessions", () => {
  describe("sessions", () => {
    it("end at sign-out, while the others continue", async () => {
      const { user, token } = await app.signUp();
      const other = await signInAs(app, user.email);
      const out = await app.post({ token }, "/api/auth/signout");
      expect([out.status, out.body]).toEqual([204, ""]);
      expect((await app.get({ token }, "/api/user/profile")).status).toBe(401);
      expect((await app.get(other.body, "/api/user/profile")).status).toBe(200);
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
        answer = (await app.get({ token }, "/api/user/profile")).status;
      }
      expect(answer).toBe(status);
    });

    it("of a blocked account end at once", async () => {
      const { user, token } = await app.signUp();
      await app.deps.pool.query("update users set blocked_at = now() where id = $1", [user._id]);
      expect((await app.get({ token }, "/api/user/profile")).status).toBe(401);
      const again = await signInAs(app, user.email);
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

  it("a time zone is stored when it is valid, refused when it is not", async () => {
    const { token, user } = await app.signUp();
    // The user has not chosen a zone yet; the browser that signs in stores its own.
    expect(user.timeZone).toBeNull();
    const set = (timeZone: string) => app.post({ token }, "/api/user/time-zone", { timeZone });
    expect((await set("Europe/London")).body.timeZone).toBe("Europe/London");
    expect((await set("Mars/Olympus")).status).toBe(400);
  });
});

describe("sign in race", () => {
  const newPassword = "quiet-Heron-41!";

  async function replaceWith(tx: Tx, userId: string, password: string): Promise<void> {
    const requester: Requester = {
      browserHash: hashToken("the owner's browser"),
      networkHash: hashToken("the owner's network"),
      network: "198.51.100.7",
      timeZone: null,
      browserName: null,
      userAgent: null,
    };
    const passwordHash = await hashPassword(password);
    await replacePassword(app.deps, tx, {
      requester,
      userId,
      passwordHash,
      how: "reset",
      now: app.clock.now(),
    });
  }

  describe("a sign-in that overlaps", () => {
    const signIn = (email: string) => () => signInAs(app, email);

    it("a reset of the password is refused, because its password is no longer the current one", async () => {
      const { user } = await app.signUp();
      const answer = await callDuring(app, signIn(user.email), (tx) =>
        replaceWith(tx, user._id, newPassword),
      );
      expect([answer.status, answer.body.code]).toEqual([401, "wrong_credentials"]);
    });

    it("a block of the account is refused", async () => {
      const { user } = await app.signUp();
      const change = { email: user.email, isBlocked: true, now: app.clock.now() };
      expect((await callDuring(app, signIn(user.email), (tx) => blockAccount(tx, change))).status).toBe(403);
    });

    it("the deletion of the account is refused", async () => {
      const { user } = await app.signUp();
      const passwordHash = await hashRandomPassword();
      const closing = { userId: user._id, email: user.email, passwordHash, now: app.clock.now() };
      const answer = await callDuring(app, signIn(user.email), (tx) => closeAccount(tx, closing));
      expect([answer.status, answer.body.code]).toEqual([401, "wrong_credentials"]);
    });
  });

  it("refuses a change of the password that overlaps another one", async () => {
    const { user, token } = await app.signUp();
    const change = () =>
      app.post({ token }, "/api/user/change-password", {
        currentPassword: testPassword,
        newPassword: "calm-Falcon-58!",
      });
    const answer = await callDuring(app, change, (tx) => replaceWith(tx, user._id, newPassword));
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, "currentPassword"]);
  });
});

describe("known devices", () => {
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
    return await app.mailsTo(email, /^New sign-in to your account$/);
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
      await app.post({ token }, "/api/user/time-zone", { timeZone: "Europe/London" });
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
      await deleteOwnAccount(app, leaving);
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
});
