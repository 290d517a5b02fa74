import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { openBrowser, type TestBrowser } from "../../../testing/browser.ts";
import { purgeCodes } from "../codes/purge-codes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ environment: { GREENROOM_TRUSTED_PROXIES: "1" } });
});
afterAll(() => app.close());

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

  it("returns a token of 256 random bits, for known and unknown addresses", async () => {
    const { user } = await app.signUpThroughApi("known@test.example");
    const { victim } = createVictimAndAttacker();
    const { signupToken } = await (async () => {
      app.clock.advance({ minutes: 2 });
      return (
        await victim.post("/api/auth/signup-start", {
          firstName: "V",
          email: user.email,
          mobileNumber: "+91 98765 43210",
          password: ownPassword,
        })
      ).body;
    })();
    expect(Buffer.from(signupToken, "base64url")).toHaveLength(32);
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
