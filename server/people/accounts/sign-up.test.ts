import { describe, expect, it } from "vitest";
import {
  openBrowser,
  type SignedUpUser,
  type TestBrowser,
  testPassword,
  useTestApp,
} from "../../testing/app.ts";
import { purgeCodes } from "./one-time-codes.ts";

describe("sign up", () => {
  const app = useTestApp();

  const fields = (email: string) => ({
    firstName: "Meera",
    lastName: "Iyer",
    email,
    mobileNumber: "+91 98765 43210",
    password: testPassword,
  });

  const startSignup = (email: string) => app.call("POST", "/api/auth/signup-start", { body: fields(email) });

  /** The stored row of a user, without the values that differ between any two. */
  async function readAccount({ token, user }: SignedUpUser): Promise<unknown> {
    const { rows } = await app.deps.pool.query(
      `select to_jsonb(users) as account, to_jsonb(auth_sessions) as sign_in, to_jsonb(known_devices) as device,
       (select jsonb_agg(to_jsonb(entry) order by id) from audit_log entry where subject = 'user:' || users.id) as audit
     from users join auth_sessions on auth_sessions.user_id = users.id
       join known_devices on known_devices.user_id = users.id where users.id = $1`,
      [user._id],
    );
    const own = new RegExp([user._id, user.email].join("|"), "g");
    const stored = JSON.parse(JSON.stringify({ rows, user }).replaceAll(own, "own"), (key, value) =>
      /^(id|.*_hash)$/.test(key) ? typeof value : value,
    );
    return { ...stored, profile: (await app.get({ token }, "/api/user/profile")).status };
  }

  async function countUsers(): Promise<number> {
    const { rows } = await app.deps.pool.query("select count(*)::integer as count from users");
    return rows[0].count;
  }

  describe("sign-up", () => {
    it("mails a code and opens the account with it", async () => {
      const started = await startSignup("  Meera@Test.example ");
      expect(started.status).toBe(200);
      expect(started.body.msg).toMatch(/code/);
      const otp = await app.codeMailedTo("meera@test.example");
      const verified = await app.call("POST", "/api/auth/signup-verify", {
        body: { email: "MEERA@test.example", otp },
      });
      expect(verified.status).toBe(200);
      expect(verified.body.user).toMatchObject({
        firstName: "Meera",
        lastName: "Iyer",
        email: "meera@test.example",
        role: "interviewee",
        planType: null,
        sessionCount: 0,
        resumeData: null,
        resumeFileUrl: null,
      });
      expect(Buffer.from(verified.body.token, "base64url")).toHaveLength(32);
      const profile = await app.get(verified.body, "/api/user/profile");
      expect(profile.body).toEqual(verified.body.user);
    });

    it("stores the same as the users with whom other tests begin", async () => {
      const name = { firstName: "Person", lastName: "Test" };
      const expected = await readAccount(await app.signUpThroughApi("by-form@test.example"));
      expect(await readAccount(await app.signUp(name))).toEqual(expected);
    });

    it("keeps passwords as argon2id and tokens only as hashes", async () => {
      const { token, user } = await app.signUpThroughApi("hashed@test.example");
      const { rows } = await app.deps.pool.query(
        "select password_hash, encode(token_hash, 'hex') as token_hash from users join auth_sessions on user_id = users.id where users.id = $1",
        [user._id],
      );
      expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    it("gives the same answer for an address that has an account, notifies its owner by email and changes nothing", async () => {
      const { user } = await app.signUpThroughApi("has-account@test.example");
      const before = await countUsers();
      app.clock.advance({ seconds: 1 });
      const known = await startSignup(user.email);
      const unknown = await startSignup("nobody-yet@test.example");
      const alike = {
        status: 200,
        body: { ...unknown.body, signupToken: expect.stringMatching(/^[\w-]{43}$/) },
      };
      expect(known).toMatchObject(alike);
      expect(unknown).toMatchObject(alike);
      expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
      await app.runJobs();
      expect((await app.mailsTo(user.email)).at(-1)?.subject).toBe("You already have an account");
      expect(await countUsers()).toBe(before);
    });

    it.each([
      ["no first name", { firstName: undefined }, "firstName"],
      ["a blank first name", { firstName: "  " }, "firstName"],
      ["an address as first name", { firstName: "Win at evil.com" }, "firstName"],
      ["an invisible letter in a last name", { lastName: "Ra\u200bo" }, "lastName"],
      ["a line break in a name", { firstName: "A\r\nBcc: x@y.z" }, "firstName"],
      ["NUL in a name", { lastName: "a\u0000b" }, "lastName"],
      ["no email", { email: undefined }, "email"],
      ["an invalid email", { email: "meera" }, "email"],
      ["no mobile number", { mobileNumber: undefined }, "mobileNumber"],
      ["letters in the mobile number", { mobileNumber: "call me" }, "mobileNumber"],
      ["a short password", { password: "a1!" }, "password"],
      ["a password without a number", { password: "abcdefgh!" }, "password"],
      ["a password without a special character", { password: "abcdefgh1" }, "password"],
      ["a common password", { password: "Password1!" }, "password"],
      ["a password that is common in India", { password: "Krishna@123" }, "password"],
      [
        "a password with the person's own name",
        { firstName: "Subramanian", password: "Subramanian#9" },
        "password",
      ],
      ["a password that is too long", { password: `1!${"x".repeat(300)}` }, "password"],
      ["a role", { role: "interviewer" }, "role"],
    ])("refuses %s and names the field", async (_title, change, field) => {
      const before = await countUsers();
      const answer = await app.call("POST", "/api/auth/signup-start", {
        body: { ...fields("bad@test.example"), ...change },
      });
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe("invalid_input");
      expect(answer.body.details[0].path).toBe(field);
      expect(answer.body.msg).toBe(answer.body.details[0].msg);
      expect(answer.body.requestId).toBeTruthy();
      expect(await countUsers()).toBe(before);
    });

    it("accepts the pinned extra field, an empty code", async () => {
      const answer = await app.call("POST", "/api/auth/signup-start", {
        body: { ...fields("extra@test.example"), otp: "" },
      });
      expect(answer.status).toBe(200);
    });

    it("states the password rule in the pinned words", async () => {
      const answer = await app.call("POST", "/api/auth/signup-start", {
        body: { ...fields("rule@test.example"), password: "short" },
      });
      expect(answer.body.msg).toBe(
        "New password must be at least 8 characters long and contain at least one number and one special character.",
      );
    });
  });
});

describe("takeover", () => {
  const app = useTestApp({ environment: { GREENROOM_TRUSTED_PROXIES: "1" } });

  const ownPassword = "quiet-Heron-41!";
  const strangersPassword = "sly-Magpie-83!";
  let people = 0;

  /** A victim with an address that has no account yet, and an attacker elsewhere. */
  function createVictimAndAttacker() {
    people += 1;
    return {
      email: `victim${people}@takeover.example`,
      victim: openBrowser(app, { address: "198.51.100.7" }),
      stranger: openBrowser(app, { address: "203.0.113.66" }),
    };
  }

  async function start(browser: TestBrowser, email: string, password: string, firstName: string) {
    app.clock.advance({ seconds: 1 });
    const answer = await browser.post("/api/auth/signup-start", {
      firstName,
      email,
      mobileNumber: firstName === "Victim" ? "+91 98765 43210" : "+91 11111 11111",
      password,
    });
    expect(answer.status).toBe(200);
    return {
      signupToken: answer.body.signupToken as string,
      otp: await app.codeMailedTo(email),
    };
  }

  const canSignIn = async (email: string, password: string) =>
    (await openBrowser(app).post("/api/auth/signin-password", { email, password })).status === 200;

  describe("a sign-up that a stranger starts too, with their own password", () => {
    it.each([
      { order: "after the victim", first: "Victim", typed: "the newest code" },
      { order: "after the victim", first: "Victim", typed: "their own code" },
      { order: "before the victim", first: "Stranger", typed: "the newest code" },
    ])("$order: the browser with its token gets its own form with $typed", async ({ first, typed }) => {
      const { email, victim, stranger } = createVictimAndAttacker();
      const codes: string[] = [];
      let own = { signupToken: "", otp: "" };
      for (const who of first === "Victim" ? ["Victim", "Stranger"] : ["Stranger", "Victim"]) {
        const started =
          who === "Victim"
            ? await start(victim, email, ownPassword, who)
            : await start(stranger, email, strangersPassword, who);
        if (who === "Victim") own = started;
        codes.push(started.otp);
      }
      const otp = typed === "their own code" ? own.otp : codes.at(-1);
      const verified = await victim.post("/api/auth/signup-verify", {
        email,
        otp,
        signupToken: own.signupToken,
      });
      expect(verified.status).toBe(200);
      expect(verified.body.user).toMatchObject({ firstName: "Victim", mobileNumber: "+91 98765 43210" });
      expect(verified.body.msg).toBeUndefined();
      expect(await canSignIn(email, strangersPassword)).toBe(false);
      expect(await canSignIn(email, ownPassword)).toBe(true);
    });

    it.each([
      { order: "after the victim", first: "Victim" },
      { order: "before the victim", first: "Stranger" },
    ])("$order: without a token the account gets nobody's password, name or number", async ({ first }) => {
      const { email, victim, stranger } = createVictimAndAttacker();
      if (first === "Victim") await start(victim, email, ownPassword, "Victim");
      const theirs = await start(stranger, email, strangersPassword, "Stranger");
      const newest = first === "Victim" ? theirs : await start(victim, email, ownPassword, "Victim");
      const verified = await victim.post("/api/auth/signup-verify", { email, otp: newest.otp });
      expect(verified.status).toBe(200);
      expect(verified.body.msg).toContain("Forgot password");
      expect(verified.body.user).toMatchObject({
        firstName: email.split("@")[0],
        lastName: "",
        mobileNumber: "",
      });
      expect(await canSignIn(email, strangersPassword)).toBe(false);
      expect(await canSignIn(email, ownPassword)).toBe(false);
      await app.runJobs();
      expect((await app.mailsTo(email)).at(-1)?.subject).toBe("Set a password for your account");

      app.clock.advance({ minutes: 1 });
      await victim.post("/api/auth/forgot-password", { email });
      const otp = await app.codeMailedTo(email);
      const reset = await victim.post("/api/auth/reset-password", { email, otp, newPassword: ownPassword });
      expect(reset.status).toBe(200);
      expect(await canSignIn(email, ownPassword)).toBe(true);
    });

    it.each([
      { what: "a foreign token", signupToken: "A".repeat(43) },
      { what: "a malformed token", signupToken: "x" },
    ])("and $what chooses no form, even of a single start", async ({ signupToken }) => {
      const { email, victim, stranger } = createVictimAndAttacker();
      const { otp } = await start(stranger, email, strangersPassword, "Stranger");
      const verified = await victim.post("/api/auth/signup-verify", { email, otp, signupToken });
      expect(verified.status).toBe(200);
      expect(await canSignIn(email, strangersPassword)).toBe(false);
    });

    it("a victim whose sign-up has expired does not get the stranger's password", async () => {
      const { email, victim, stranger } = createVictimAndAttacker();
      await start(victim, email, ownPassword, "Victim");
      app.clock.advance({ minutes: 9 });
      const { otp } = await start(stranger, email, strangersPassword, "Stranger");
      app.clock.advance({ minutes: 2 });
      expect((await victim.post("/api/auth/signup-verify", { email, otp })).status).toBe(200);
      expect(await canSignIn(email, strangersPassword)).toBe(false);
    });

    it("the stranger cannot finish it with five guesses, nor by starting again and again", async () => {
      const { email, victim, stranger } = createVictimAndAttacker();
      const own = await start(victim, email, ownPassword, "Victim");
      for (let round = 0; round < 3; round += 1) {
        app.clock.advance({ minutes: 1 });
        await start(stranger, email, strangersPassword, "Stranger");
        const wrong = own.otp === "000000" ? "000001" : "000000";
        for (let guess = 0; guess < 6; guess += 1)
          await stranger.post("/api/auth/signup-verify", { email, otp: wrong });
      }
      const verified = await victim.post("/api/auth/signup-verify", { email, ...own });
      expect(verified.status).toBe(200);
      expect(await canSignIn(email, ownPassword)).toBe(true);
    });
  });

  describe("a sign-up that one person starts", () => {
    it("twice with the same password, by a client without cookies: the newest code works without a token", async () => {
      const { email } = createVictimAndAttacker();
      const anyone = () => openBrowser(app, { address: "198.51.100.9" });
      await start(anyone(), email, ownPassword, "Victim");
      app.clock.advance({ minutes: 1 });
      const { otp } = await start(anyone(), email, ownPassword, "Victim");
      const verified = await anyone().post("/api/auth/signup-verify", { email, otp });
      expect(verified.status).toBe(200);
      expect(verified.body.msg).toBeUndefined();
      expect(await canSignIn(email, ownPassword)).toBe(true);
    });

    it("again in the same browser with another password: the newer form counts, the older code is void", async () => {
      const { email, victim } = createVictimAndAttacker();
      const older = await start(victim, email, strangersPassword, "Victim");
      app.clock.advance({ minutes: 1 });
      const newer = await start(victim, email, ownPassword, "Victim");
      if (older.otp !== newer.otp)
        expect((await victim.post("/api/auth/signup-verify", { email, otp: older.otp })).status).toBe(400);
      const verified = await victim.post("/api/auth/signup-verify", { email, otp: newer.otp });
      expect(verified.status).toBe(200);
      expect(await canSignIn(email, ownPassword)).toBe(true);
    });

    it("is described in the mail by time and browser, and never in a stranger's words", async () => {
      const { email, victim } = createVictimAndAttacker();
      await start(victim, email, ownPassword, "Victim");
      expect((await app.mailsTo(email)).at(-1)?.text).toContain("Started 12:00 IST in Chrome on Windows.");
      const sly = openBrowser(app, { address: "203.0.113.67", userAgent: "Call +1 555 0100 now/1.0" });
      await start(sly, email, strangersPassword, "Stranger");
      const text = (await app.mailsTo(email)).at(-1)?.text;
      expect(text).toContain("Started 12:00 IST.");
      expect(text).not.toContain("555");
    });

    it.each([
      ["Europe/Berlin", "Started 07:30 CET."],
      ["Berlin; call +1 555 0100", "Started 12:00 IST."],
    ])("is described in the browser's time zone if there is one: %s", async (zone, sentence) => {
      const email = `zone-${zone.length}@test.example`;
      const body = { firstName: "Zoe", email, mobileNumber: "9876543210", password: ownPassword };
      const { status } = await app.call("POST", "/api/auth/signup-start", {
        body,
        headers: { "x-time-zone": zone },
      });
      expect(status).toBe(200);
      await app.runJobs();
      expect((await app.mailsTo(email)).at(-1)?.text).toContain(sentence);
    });

    it("leaves no name, number or password hash behind once it is used, or a day after it expired", async () => {
      const used = createVictimAndAttacker();
      const own = await start(used.victim, used.email, ownPassword, "Victim");
      await start(used.stranger, used.email, strangersPassword, "Stranger");
      await used.victim.post("/api/auth/signup-verify", { email: used.email, ...own });
      const left = createVictimAndAttacker();
      await start(left.victim, left.email, ownPassword, "Victim");
      const formsOf = async (email: string) =>
        (await app.deps.pool.query("select from codes where email = $1 and signup is not null", [email]))
          .rowCount;
      expect(await formsOf(used.email)).toBe(0);
      expect(await formsOf(left.email)).toBe(1);
      app.clock.advance({ days: 1 });
      await purgeCodes(app.deps);
      expect(await formsOf(left.email)).toBe(0);
    });
  });
});
