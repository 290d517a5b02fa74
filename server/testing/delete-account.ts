import { expect } from "vitest";
import type { SignedUpUser, TestApp } from "./app.ts";

/** Deletes a person's account as its page does, with the mailed code. */
export async function deleteOwnAccount(app: TestApp, { token, user }: SignedUpUser): Promise<void> {
  const path = "/api/user/account-deletion";
  expect((await app.call("POST", `${path}/start`, { token })).status).toBe(200);
  const { consequences } = (await app.call("GET", path, { token })).body;
  const otp = await app.codeMailedTo(user.email);
  const body = { otp, readConsequences: consequences };
  expect((await app.call("POST", `${path}/confirm`, { token, body })).status).toBe(200);
}
