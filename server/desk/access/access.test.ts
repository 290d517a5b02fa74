import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { type SignedUpUser, testPassword, useTestApp } from "../../testing/app.ts";
import { accessTable } from "../../testing/endpoints.ts";
import { grantOperator, resetSecondFactor, revokeOperator } from "../grant-operator.ts";

const app = useTestApp();

const password = testPassword;
const get = (by: SignedUpUser) => app.get(by, "/api/operator/access");
const open = (by: SignedUpUser, body: object) => app.post(by, "/api/operator/access", { password, ...body });
const makeCodes = (by: SignedUpUser) => app.post(by, "/api/operator/recovery-codes");

/** The code that the authenticator app shows for a secret at the test's time. */
function codeOf(secret: string): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: app.clock.now().getTime() });
}

async function enrol() {
  const operator = await app.signUpOperator({ isDeskOpen: false });
  const { token } = operator;
  const started = await app.post({ token }, "/api/operator/second-factor", { password });
  expect(started.status).toBe(200);
  const { secret, uri } = started.body as { secret: string; uri: string };
  const confirmed = await app.post({ token }, "/api/operator/second-factor/confirm", {
    password,
    code: codeOf(secret),
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

// First, because the app has no other owner yet.
it("the desk keeps at least one owner", async () => {
  const owner = await app.signUpOperator();
  const change = { email: owner.user.email, actor: "command line" } as const;
  await expect(revokeOperator(app.deps, change)).rejects.toThrow("only owner");
  await expect(grantOperator(app.deps, { ...change, level: "support" })).rejects.toThrow("only owner");
  await app.signUpOperator();
  await expect(revokeOperator(app.deps, change)).resolves.toMatchObject({
    msg: expect.stringContaining("no longer"),
  });
});

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
    const again = await app.post(operator, "/api/operator/second-factor", { password });
    expect(again.status).toBe(409);
  });

  it("needs the password and a right code", async () => {
    const { token } = await app.signUpOperator({ isDeskOpen: false });
    const path = "/api/operator/second-factor";
    const wrong = await app.post({ token }, path, { password: "guess" });
    expect(wrong.body.details).toMatchObject([{ path: "password" }]);
    await app.post({ token }, path, { password });
    const code = await app.post({ token }, `${path}/confirm`, { password, code: "000000" });
    expect(code.body.details).toMatchObject([{ path: "code" }]);
    expect((await app.post({ token }, `${path}/confirm`, { password, code: "12" })).status).toBe(400);
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
    expect((await app.delete({ token }, "/api/operator/access")).status).toBe(204);
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

const anyId = "0190a5b8-7c00-7000-8000-00000000000f";
const routes = Object.entries(accessTable)
  .filter(([route]) => route.includes(" /api/operator/"))
  .map(([route, who]) => {
    const [method = "", path = ""] = route.split(" ");
    return { route, method, path: path.replace(/\{\w+\}/g, anyId), who };
  });
const callRoute = (token: string, { method, path }: (typeof routes)[number]) =>
  app.call(method, path, { token, ...(method === "GET" ? {} : { body: {} }) });

it("an operator who loses the flag in mid-session is refused by every call, list, download and preview", async () => {
  const { user, token } = await app.signUpOperator();
  const list = "/api/operator/bookings?limit=1";
  expect((await app.get({ token }, list)).status).toBe(200);
  await revokeOperator(app.deps, { email: user.email, actor: "command line" });
  for (const route of routes) {
    const { status, body } = await callRoute(token, route);
    expect(`${route.route} ${status} ${body?.msg}`).toBe(
      `${route.route} 403 Your account isn't allowed to do this.`,
    );
  }
  // The account itself stays signed in.
  expect((await app.get({ token }, "/api/user/profile")).status).toBe(200);
}, 60_000);

it("an owner who becomes support in mid-session loses the owners' calls, and no others", async () => {
  const { user, token } = await app.signUpOperator();
  await grantOperator(app.deps, { email: user.email, actor: "command line", level: "support" });
  for (const route of routes) {
    // It would close the desk that the other calls need.
    if (route.route === "DELETE /api/operator/access") continue;
    const { status, body } = await callRoute(token, route);
    const refusal = status === 403 || status === 401 ? body.code : "none";
    expect(`${route.route} ${refusal}`).toBe(
      `${route.route} ${route.who.includes("support") ? "none" : "forbidden"}`,
    );
  }
}, 60_000);
