import { describe, expect, it } from "vitest";
import { type SignedUpUser, testPassword, useTestApp } from "../../testing/app.ts";

const app = useTestApp();

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const chrome =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

async function signIn({ user }: SignedUpUser, userAgent: string): Promise<string> {
  const { body } = await app.call("POST", "/api/auth/signin-password", {
    body: { email: user.email, password: testPassword },
    headers: { "user-agent": userAgent },
  });
  return body.token;
}
const list = async (token: string) => await app.read({ token }, "/api/user/sign-ins");
const isIn = async (token: string) => (await app.get({ token }, "/api/user/profile")).status === 200;

describe("the list of sign-ins", () => {
  it("has this browser first, then the others by their last use", async () => {
    const person = await app.signUp();
    const phone = await signIn(person, chrome);
    app.clock.advance({ minutes: 20 });
    const laptop = await signIn(person, firefox);
    expect(await list(phone)).toMatchObject([
      { browser: "Chrome on Android", isCurrent: true, lastSeenAt: app.clock.now().toISOString() },
      { browser: "Firefox on Linux", isCurrent: false },
      { isCurrent: false },
    ]);
    expect((await list(laptop)).map((row: { isCurrent: boolean }) => row.isCurrent)).toEqual([
      true,
      false,
      false,
    ]);
    expect(JSON.stringify(await list(phone))).not.toContain(phone);
  });

  it("leaves out those that ended or were idle too long, and stores nothing about their browsers", async () => {
    const person = await app.signUp();
    const old = await signIn(person, firefox);
    await app.post({ token: old }, "/api/auth/signout");
    app.clock.advance({ days: 31 });
    const now = await signIn(person, chrome);
    expect(await list(now)).toHaveLength(1);
    const { rows } = await app.deps.pool.query(
      "select user_agent from auth_sessions where user_id = $1 and ended_at is not null",
      [person.user._id],
    );
    expect(rows).toEqual([{ user_agent: null }]);
  });

  it("accepts any description that a browser sends", async () => {
    const person = await app.signUp();
    const token = await signIn(person, "é<b>".repeat(1000));
    expect(await list(token)).toMatchObject([{ browser: "Unknown browser" }, {}]);
  });
});

describe("signing a browser out", () => {
  it("ends that session at once and no other", async () => {
    const person = await app.signUp();
    const phone = await signIn(person, chrome);
    const [, other] = await list(phone);
    const end = () => app.delete({ token: phone }, `/api/user/sign-ins/${other._id}`);
    expect((await end()).status).toBe(204);
    expect([await isIn(phone), await isIn(person.token)]).toEqual([true, false]);
    expect((await end()).body).toMatchObject({ code: "not_found" });
  });

  it("ends all the others together and adds an entry to the audit log", async () => {
    const person = await app.signUp();
    const tokens = [await signIn(person, chrome), await signIn(person, firefox)];
    const everyOther = () => app.delete(person, "/api/user/sign-ins");
    expect((await everyOther()).body.msg).toBe("2 other browsers were signed out.");
    expect([await isIn(person.token), ...(await Promise.all(tokens.map(isIn)))]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await everyOther()).body.msg).toBe("No other browser was signed in.");
    const { rows } = await app.deps.pool.query(
      "select details from audit_log where action = 'session.ended' and subject = $1",
      [`user:${person.user._id}`],
    );
    expect(rows).toEqual([{ details: { count: 2, which: "all others" } }]);
  });
});

describe("one's own name and mobile number", () => {
  const details = { firstName: "Kavitha", lastName: "Rao", mobileNumber: "+91 90000 11111" };

  it("can be changed, and the audit log names the changed fields", async () => {
    const { token, user } = await app.signUp();
    const changed = await app.post({ token }, "/api/user/account", details);
    expect(changed.body).toMatchObject({ ...details, email: user.email });
    expect(await app.read({ token }, "/api/user/profile")).toMatchObject(details);
    await app.post({ token }, "/api/user/account", details);
    const { rows } = await app.deps.pool.query(
      "select details from audit_log where action = 'account.changed' and subject = $1",
      [`user:${user._id}`],
    );
    expect(rows).toEqual([{ details: { changed: ["firstName", "lastName", "mobileNumber"] } }]);
  });

  it.each([
    ["firstName", { ...details, firstName: " " }, "First name is required."],
    ["lastName", { ...details, lastName: "a\u0000" }, "Last name has a character that cannot be used."],
    [
      "mobileNumber",
      { ...details, mobileNumber: "12" },
      "Enter a valid mobile number: 7 to 15 digits, as in +91 98765 43210.",
    ],
  ])("is refused at %s when that is invalid", async (path, body, msg) => {
    const { token } = await app.signUp();
    const answer = await app.post({ token }, "/api/user/account", body);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ path, msg }]);
  });
});
