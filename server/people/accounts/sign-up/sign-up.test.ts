import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp, testPassword } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

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
  return { ...stored, profile: (await app.call("GET", "/api/user/profile", { token })).status };
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
    const profile = await app.call("GET", "/api/user/profile", { token: verified.body.token });
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
    ["a number for an email", { email: 7 }, "email"],
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
    ["sessions", { sessionCount: 5 }, "sessionCount"],
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
