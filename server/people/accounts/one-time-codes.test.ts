import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser, signInAs, testNow, testPassword, useTestApp } from "../../testing/app.ts";

describe("one time codes", () => {
  const app = useTestApp();

  const start = (email: string) => app.call("POST", "/api/auth/signin-otp-start", { body: { email } });
  const verify = (email: string, otp: string) =>
    app.call("POST", "/api/auth/signin-otp-verify", { body: { email, otp } });
  const wrongOf = (otp: string) => (otp === "000000" ? "000001" : "000000");

  describe("codes", () => {
    it("work once when 100 people have the right one", async () => {
      const { user } = await app.signUp();
      await start(user.email);
      const otp = await app.codeMailedTo(user.email);
      const answers = await Promise.all(Array.from({ length: 100 }, () => verify(user.email, otp)));
      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([200, ...new Array(99).fill(400)]);
    });

    it("allow 20 wrong guesses a day over all resends, and never block the password", async () => {
      const { user } = await app.signUp();
      for (let resend = 0; resend < 5; resend += 1) {
        await start(user.email);
        const otp = await app.codeMailedTo(user.email);
        if (resend === 4) {
          const right = await verify(user.email, otp);
          expect(right.status).toBe(400);
        }
        for (let guess = 0; guess < 5; guess += 1) {
          await verify(user.email, wrongOf(otp));
        }
        app.clock.advance({ minutes: 1 });
      }
      const byPassword = await signInAs(app, user.email);
      expect(byPassword.status).toBe(200);
    });

    it.each([
      { seconds: 599, status: 200 },
      { seconds: 601, status: 400 },
    ])("return $status after $seconds seconds", async ({ seconds, status }) => {
      const { user } = await app.signUp();
      await start(user.email);
      const otp = await app.codeMailedTo(user.email);
      app.clock.advance({ seconds });
      const answer = await verify(user.email, otp);
      expect(answer.status).toBe(status);
    });

    it("void the older one, work once, and only for their purpose and address", async () => {
      const { user } = await app.signUp();
      const other = await app.signUp();
      await start(user.email);
      const older = await app.codeMailedTo(user.email);
      app.clock.advance({ minutes: 1 });
      await start(user.email);
      const newer = await app.codeMailedTo(user.email);
      if (older !== newer) expect((await verify(user.email, older)).status).toBe(400);
      expect((await verify(other.user.email, newer)).status).toBe(400);
      const asReset = await app.call("POST", "/api/auth/reset-password", {
        body: { email: user.email, otp: newer, newPassword: "quiet-Heron-41!" },
      });
      expect(asReset.status).toBe(400);
      expect((await verify(user.email, newer)).status).toBe(200);
      expect((await verify(user.email, newer)).status).toBe(400);
    });

    it("get the same response for an unknown address, which gets no mail", async () => {
      const { user } = await app.signUp();
      const known = await start(user.email);
      const unknown = await start("ghost@test.example");
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
      await app.runJobs();
      expect(await app.mailsTo("ghost@test.example")).toEqual([]);
    });
  });
});

describe("lockout", () => {
  // Fifty wrong passwords need fifty slow hashes, which take long on a busy machine.
  vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

  // The limits are those of production, so each test has days and strangers of its own.
  const app = useTestApp({
    environment: { GREENROOM_TRUSTED_PROXIES: "1", GREENROOM_RATE_LIMIT_FACTOR: "1" },
  });
  let day = 0;
  beforeEach(() => {
    day += 3;
    app.clock.set(addMinutes(new Date(testNow), day * 24 * 60));
  });

  const strangers = (count: number) =>
    Array.from({ length: count }, (_, index) => openBrowser(app, { address: `203.0.${day}.${index + 1}` }));
  const wrongOf = (otp: string) => (otp === "000000" ? "000001" : "000000");

  /**
   * Fifty wrong passwords from five addresses: the hourly budget of browsers that the account does not know.
   */
  async function useUpPasswordTries(email: string) {
    for (const stranger of strangers(5)) {
      for (let count = 0; count < 10; count += 1)
        await stranger.post("/api/auth/signin-password", { email, password: "guess-1!" });
    }
  }

  const subjectsTo = async (email: string) => {
    await app.runJobs();
    return (await app.mailsTo(email)).map(({ subject }) => subject);
  };
  const told = "Too many attempts to sign in to your account";

  describe("fifty wrong passwords from five addresses", () => {
    it("do not stop the owner in a browser that signed in before", async () => {
      const { user } = await app.signUp();
      const known = openBrowser(app, { address: "198.51.100.7" });
      const signIn = () =>
        known.post("/api/auth/signin-password", { email: user.email, password: testPassword });
      expect((await signIn()).status).toBe(200);
      await useUpPasswordTries(user.email);
      expect((await signIn()).status).toBe(200);
    });

    it("do not stop the owner there when a stranger shares the network", async () => {
      const { user } = await app.signUp();
      const known = openBrowser(app, { address: "203.0.113.1" });
      const signIn = () =>
        known.post("/api/auth/signin-password", { email: user.email, password: testPassword });
      expect((await signIn()).status).toBe(200);
      const neighbor = openBrowser(app, { address: "203.0.113.1" });
      for (let count = 0; count < 205; count += 1)
        await neighbor.post("/api/auth/signin-password", {
          email: "other@test.example",
          password: "guess-1!",
        });
      expect((await signIn()).status).toBe(200);
    });

    it("leave the owner the mailed code in a new browser, and notify them once a day", async () => {
      const { user } = await app.signUp();
      await useUpPasswordTries(user.email);
      const fresh = openBrowser(app, { address: "198.51.100.8" });
      const byPassword = await fresh.post("/api/auth/signin-password", {
        email: user.email,
        password: testPassword,
      });
      expect(byPassword.status).toBe(429);
      app.clock.advance({ minutes: 1 });
      await fresh.post("/api/auth/signin-otp-start", { email: user.email });
      const otp = await app.codeMailedTo(user.email);
      const byCode = await fresh.post("/api/auth/signin-otp-verify", { email: user.email, otp });
      expect(byCode.status).toBe(200);
      await fresh.post("/api/auth/signin-password", { email: user.email, password: "guess-1!" });
      await openBrowser(app, { address: "203.0.99.99" }).post("/api/auth/signin-password", {
        email: user.email,
        password: "guess-1!",
      });
      expect((await subjectsTo(user.email)).filter((subject) => subject === told)).toHaveLength(1);
    });

    it("get the same response for an unknown address, which gets no mail", async () => {
      await useUpPasswordTries("ghost@test.example");
      const next = await openBrowser(app).post("/api/auth/signin-password", {
        email: "ghost@test.example",
        password: "guess-1!",
      });
      expect(next.status).toBe(429);
      expect(await subjectsTo("ghost@test.example")).toEqual([]);
    });

    it("are limited equally for a browser that is known to another account", async () => {
      const { user } = await app.signUp();
      const other = await app.signUp();
      const browser = openBrowser(app, { address: "203.0.113.50" });
      await browser.post("/api/auth/signin-password", { email: other.user.email, password: testPassword });
      await useUpPasswordTries(user.email);
      const answer = await browser.post("/api/auth/signin-password", {
        email: user.email,
        password: testPassword,
      });
      expect(answer.status).toBe(429);
    });

    it("count for a known browser too, separately", async () => {
      const { user } = await app.signUp();
      const known = openBrowser(app, { address: "198.51.100.7" });
      const signIn = (password: string) =>
        known.post("/api/auth/signin-password", { email: user.email, password });
      await signIn(testPassword);
      for (let count = 0; count < 10; count += 1) expect((await signIn("guess-1!")).status).toBe(401);
      expect((await signIn(testPassword)).status).toBe(429);
    });
  });

  describe.each([
    {
      purpose: "sign-in",
      start: "/api/auth/signin-otp-start",
      verify: "/api/auth/signin-otp-verify",
      more: {},
      guesses: 200,
    },
    {
      purpose: "new password",
      start: "/api/auth/forgot-password",
      verify: "/api/auth/reset-password",
      more: { newPassword: "quiet-Heron-41!" },
      // Each needs the hash of a new password.
      guesses: 40,
    },
  ])("a code mailed for a $purpose", ({ start, verify, more, guesses }) => {
    it(`outlives ${guesses} guesses of others at once, of which five are compared`, async () => {
      const { user } = await app.signUp();
      const owner = openBrowser(app, { address: "198.51.100.7" });
      await owner.post(start, { email: user.email });
      const otp = await app.codeMailedTo(user.email);
      const guessers = strangers(5);
      await Promise.all(
        Array.from({ length: guesses }, (_, index) =>
          guessers[index % 5]?.post(verify, { email: user.email, otp: wrongOf(otp), ...more }),
        ),
      );
      const { rows } = await app.deps.pool.query(
        "select attempts, own_attempts from codes where email = $1 and code_hash is not null and used_at is null",
        [user.email],
      );
      expect(rows).toEqual([{ attempts: 5, own_attempts: 0 }]);
      expect((await owner.post(verify, { email: user.email, otp, ...more })).status).toBe(200);
    });

    it("is not voided when strangers ask for codes, nor locked until midnight by their guesses", async () => {
      const { user } = await app.signUp();
      const owner = openBrowser(app, { address: "198.51.100.7" });
      let guesses = 0;
      for (const stranger of strangers(5)) {
        app.clock.advance({ minutes: 1 });
        expect((await stranger.post(start, { email: user.email })).status).toBe(200);
        await app.runJobs();
        for (const guesser of strangers(5)) {
          await guesser.post(verify, { email: user.email, otp: "000000", ...more });
          guesses += 1;
        }
      }
      expect(guesses).toBe(25);
      app.clock.advance({ minutes: 1 });
      expect((await owner.post(start, { email: user.email })).status).toBe(200);
      const otp = await app.codeMailedTo(user.email);
      for (const stranger of strangers(5)) await stranger.post(start, { email: user.email });
      await app.runJobs();
      expect((await owner.post(verify, { email: user.email, otp, ...more })).status).toBe(200);
    });

    it("is compared with five guesses of the browser that requested it, even of 60 at once, and after that not even with the right one", async () => {
      const { user } = await app.signUp();
      const owner = openBrowser(app, { address: "198.51.100.7" });
      await owner.post(start, { email: user.email });
      const otp = await app.codeMailedTo(user.email);
      await Promise.all(
        Array.from({ length: 60 }, () =>
          owner.post(verify, { email: user.email, otp: wrongOf(otp), ...more }),
        ),
      );
      expect((await owner.post(verify, { email: user.email, otp, ...more })).status).toBe(400);
      app.clock.advance({ minutes: 1 });
      await owner.post(start, { email: user.email });
      const next = await app.codeMailedTo(user.email);
      expect((await owner.post(verify, { email: user.email, otp: next, ...more })).status).toBe(200);
    });
  });

  describe("requesting codes", () => {
    it.each(["known", "unknown"])("allows one a minute and five an hour for an %s address", async (kind) => {
      const email = kind === "known" ? (await app.signUp()).user.email : "ghost@test.example";
      const start = () => app.call("POST", "/api/auth/signin-otp-start", { body: { email } });
      expect((await start()).status).toBe(200);
      app.clock.advance({ seconds: 59 });
      const early = await start();
      expect([early.status, early.headers.get("retry-after")]).toEqual([429, "1"]);
      for (let count = 2; count <= 5; count += 1) {
        app.clock.advance({ seconds: 61 });
        expect((await start()).status).toBe(200);
      }
      app.clock.advance({ seconds: 61 });
      expect((await start()).status).toBe(429);
    });

    it("allows ten a day for one network and sixty for all unknown browsers; a known browser is exempt, and the owner is notified", async () => {
      const { user } = await app.signUp();
      const known = openBrowser(app, { address: "198.51.100.7" });
      await known.post("/api/auth/signin-password", { email: user.email, password: testPassword });
      const ask = (browser: typeof known) =>
        browser.post("/api/auth/signin-otp-start", { email: user.email });
      const requesters = strangers(6);
      let granted = 0;
      for (let hour = 0; hour < 3; hour += 1) {
        for (let turn = 0; turn < 5; turn += 1) {
          app.clock.advance({ seconds: 61 });
          for (const requester of requesters) if ((await ask(requester)).status === 200) granted += 1;
        }
        app.clock.advance({ hours: 1 });
      }
      expect(granted).toBe(60);
      const { rows } = await app.deps.pool.query(
        "select count(*)::integer as count from codes where purpose = 'signin' and email = $1 group by network_hash",
        [user.email],
      );
      expect(Math.max(...rows.map((row) => row.count))).toBe(10);
      const fresh = openBrowser(app, { address: "198.51.100.20" });
      expect((await ask(fresh)).status).toBe(429);
      expect((await ask(known)).status).toBe(200);
      const otp = await app.codeMailedTo(user.email);
      expect((await known.post("/api/auth/signin-otp-verify", { email: user.email, otp })).status).toBe(200);
      expect(await subjectsTo(user.email)).toContain(told);

      const notice = (await app.mailsTo(user.email)).find(({ subject }) => subject === told);
      const token = /#browser=([\w-]{43})/.exec(notice?.text ?? "")?.[1];
      const open = (browser: typeof known, given = token) =>
        browser.post("/api/auth/recognize-browser", { token: given });
      expect((await open(fresh, "A".repeat(43))).status).toBe(400);
      expect((await ask(fresh)).status).toBe(429);
      expect((await open(fresh)).status).toBe(200);
      app.clock.advance({ minutes: 1 });
      expect((await ask(fresh)).status).toBe(200);
      const another = openBrowser(app, { address: "198.51.100.21" });
      app.clock.advance({ hours: 24 });
      expect((await open(another)).body.details).toEqual([{ path: "token", msg: "This link has expired." }]);
    });

    it("by five strangers does not keep a new user from signing up", async () => {
      const email = "newcomer@test.example";
      const form = { firstName: "N", email, mobileNumber: "+91 98765 43210", password: testPassword };
      const requesters = strangers(5);
      for (let hour = 0; hour < 2; hour += 1) {
        for (let turn = 0; turn < 5; turn += 1) {
          app.clock.advance({ seconds: 61 });
          for (const requester of requesters) await requester.post("/api/auth/signup-start", form);
          await requesters[0]?.post("/api/auth/signup-verify", { email, otp: "000000" });
        }
        app.clock.advance({ hours: 1 });
      }
      const newcomer = openBrowser(app, { address: "198.51.100.7" });
      const started = await newcomer.post("/api/auth/signup-start", { ...form, firstName: "Nila" });
      expect(started.status).toBe(200);
      const otp = await app.codeMailedTo(email);
      const { signupToken } = started.body;
      const verified = await newcomer.post("/api/auth/signup-verify", { email, otp, signupToken });
      expect(verified.body.user).toMatchObject({ firstName: "Nila" });
    });
  });
});
