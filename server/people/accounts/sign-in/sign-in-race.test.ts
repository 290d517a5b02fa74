import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../../kernel/db/database.ts";
import { createTestApp, type TestApp, testPassword } from "../../../testing/app.ts";
import { callDuring } from "../../../testing/postgres/lock-waits.ts";
import { blockAccount } from "../block-account.ts";
import type { Requester } from "../browsers/identify-requester.ts";
import { closeAccount } from "../close-account.ts";
import { hashPassword, hashRandomPassword } from "../passwords/hash-password.ts";
import { replacePassword } from "../passwords/replace-password.ts";
import { hashToken } from "./tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

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
  const signIn = (email: string) => () =>
    app.call("POST", "/api/auth/signin-password", { body: { email, password: testPassword } });

  it("a reset of the password is refused, because its password is no longer the current one", async () => {
    const { user } = await app.signUp();
    const answer = await callDuring(app, signIn(user.email), (tx) => replaceWith(tx, user._id, newPassword));
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
    app.call("POST", "/api/user/change-password", {
      token,
      body: { currentPassword: testPassword, newPassword: "calm-Falcon-58!" },
    });
  const answer = await callDuring(app, change, (tx) => replaceWith(tx, user._id, newPassword));
  expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, "currentPassword"]);
});
