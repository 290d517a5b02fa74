import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp, testPassword } from "../../testing/app.ts";
import { grantOperator, resetSecondFactor, revokeOperator } from "../grant-operator.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const password = testPassword;
const get = ({ token }: SignedUpUser) => app.call("GET", "/api/operator/access", { token });
const open = ({ token }: SignedUpUser, body: object) =>
  app.call("POST", "/api/operator/access", { token, body: { password, ...body } });
const makeCodes = ({ token }: SignedUpUser) => app.call("POST", "/api/operator/recovery-codes", { token });

/** The code that the authenticator app shows for a secret at the test's time. */
function codeOf(secret: string): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: app.clock.now().getTime() });
}

async function enrol() {
  const operator = await app.signUpOperator({ isDeskOpen: false });
  const { token } = operator;
  const started = await app.call("POST", "/api/operator/second-factor", { token, body: { password } });
  expect(started.status).toBe(200);
  const { secret, uri } = started.body as { secret: string; uri: string };
  const confirmed = await app.call("POST", "/api/operator/second-factor/confirm", {
    token,
    body: { password, code: codeOf(secret) },
  });
  expect(confirmed.status).toBe(200);
  app.clock.advance({ minutes: 1 });
  return { operator, secret, uri, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

async function signInAgain({ user }: SignedUpUser): Promise<SignedUpUser> {
  const { body } = await app.call("POST", "/api/auth/signin-password", {
    body: { email: user.email, password },
  });
  return { user, password, token: body.token };
}

describe("setting up the second factor", () => {
  it("opens the desk, shows ten recovery codes once, and is reported by mail", async () => {
    const { operator, uri, recoveryCodes } = await enrol();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Greenroom:.*secret=[A-Z2-7]{32}/);
    expect(new Set(recoveryCodes).size).toBe(10);
    const { body } = await get(operator);
    expect(body).toMatchObject({ level: "owner", isEnrolled: true, recoveryCodesLeft: 10 });
    expect(body.openUntil).toBe("2026-11-20T18:30:00.000Z");
    await app.runJobs();
    const subjects = (await app.mailsTo(operator.user.email)).map(({ subject }) => subject);
    expect(subjects).toContain("Your second factor");
  });

  it("cannot be repeated with a stolen sign-in", async () => {
    const { operator } = await enrol();
    const again = await app.call("POST", "/api/operator/second-factor", {
      token: operator.token,
      body: { password },
    });
    expect(again.status).toBe(409);
  });

  it("needs the password and a right code", async () => {
    const { token } = await app.signUpOperator({ isDeskOpen: false });
    const path = "/api/operator/second-factor";
    const wrong = await app.call("POST", path, { token, body: { password: "guess" } });
    expect(wrong.body.details).toMatchObject([{ path: "password" }]);
    await app.call("POST", path, { token, body: { password } });
    const code = await app.call("POST", `${path}/confirm`, { token, body: { password, code: "000000" } });
    expect(code.body.details).toMatchObject([{ path: "code" }]);
    expect(
      (await app.call("POST", `${path}/confirm`, { token, body: { password, code: "12" } })).status,
    ).toBe(400);
  });
});

describe("the desk", () => {
  it("is opened in each browser separately, for twelve hours, and the sign-in ends with it", async () => {
    const { operator, secret } = await enrol();
    const other = await signInAgain(operator);
    expect((await get(other)).body.openUntil).toBeNull();
    expect((await makeCodes(other)).body.code).toBe("second_factor_required");
    expect((await open(other, { code: codeOf(secret) })).status).toBe(200);
    expect((await makeCodes(other)).status).toBe(200);
    app.clock.advance({ hours: 12 });
    expect((await get(other)).status).toBe(401);
  });

  it("asks for password and code again after ten minutes for what is sensitive", async () => {
    const { operator, secret } = await enrol();
    app.clock.advance({ minutes: 10 });
    expect((await makeCodes(operator)).body.code).toBe("confirmation_required");
    expect((await open(operator, { code: codeOf(secret) })).status).toBe(200);
    expect((await makeCodes(operator)).status).toBe(200);
    // Confirming again does not prolong the twelve hours.
    expect((await get(operator)).body.openUntil).toBe("2026-11-20T18:30:00.000Z");
  });

  it("takes each code of the app once, even when it is sent twice at the same moment", async () => {
    const { operator, secret } = await enrol();
    const code = codeOf(secret);
    const answers = await Promise.all([
      open(operator, { code }),
      open(operator, { code }),
      open(operator, { code }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it("takes each recovery code once, however it is written, and tells the operator", async () => {
    const { operator, recoveryCodes } = await enrol();
    const [first = ""] = recoveryCodes;
    expect((await open(operator, { code: first.toUpperCase().replaceAll("-", " ") })).status).toBe(200);
    expect((await open(operator, { code: first })).body.details).toMatchObject([{ path: "code" }]);
    expect((await get(operator)).body.recoveryCodesLeft).toBe(9);
    await app.runJobs();
    const texts = (await app.mailsTo(operator.user.email)).map(({ text }) => text);
    expect(texts.some((text) => text?.includes("one of your recovery codes"))).toBe(true);
  });

  it("refuses a wrong password, a wrong code, and codes of another operator", async () => {
    const { operator, secret } = await enrol();
    const stranger = await enrol();
    const wrongPassword = await open(operator, { password: "guess", code: codeOf(secret) });
    expect(wrongPassword.body.details).toMatchObject([{ path: "password" }]);
    expect((await open(operator, { code: codeOf(stranger.secret) })).status).toBe(400);
    expect((await open(operator, { code: stranger.recoveryCodes[0] })).status).toBe(400);
    expect((await open(operator, { code: "abc" })).body.details).toMatchObject([{ path: "code" }]);
  });

  it("is closed by the operator, by an owner's reset, and with the flag", async () => {
    const { operator, secret } = await enrol();
    const { token, user } = operator;
    const change = { email: user.email, actor: "command line" } as const;
    expect((await app.call("DELETE", "/api/operator/access", { token })).status).toBe(204);
    expect((await makeCodes(operator)).body.code).toBe("second_factor_required");
    await open(operator, { code: codeOf(secret) });
    await resetSecondFactor(app.deps, change);
    expect((await get(operator)).body).toMatchObject({
      isEnrolled: false,
      openUntil: null,
      recoveryCodesLeft: 0,
    });
    await revokeOperator(app.deps, change);
    expect((await get(operator)).body.code).toBe("forbidden");
  });
});

describe("levels", () => {
  it("leave at least one owner", async () => {
    const single = await createTestApp();
    try {
      const owner = await single.signUpOperator();
      const change = { email: owner.user.email, actor: "command line" } as const;
      await expect(revokeOperator(single.deps, change)).rejects.toThrow("only owner");
      await expect(grantOperator(single.deps, { ...change, level: "support" })).rejects.toThrow("only owner");
      await single.signUpOperator();
      await expect(revokeOperator(single.deps, change)).resolves.toMatchObject({
        msg: expect.stringContaining("no longer"),
      });
    } finally {
      await single.close();
    }
  });
});
