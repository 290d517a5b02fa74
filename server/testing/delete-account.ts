import { expect } from "vitest";
import type { SignedUpUser, TestApp } from "./app.ts";

/** Deletes a person's account as they do, with the mailed code. */
export async function deleteOwnAccount(app: TestApp, { token, user }: SignedUpUser): Promise<void> {
  const path = "/api/user/account-deletion";
  expect((await app.call("POST", `${path}/start`, { token })).status).toBe(200);
  const otp = await app.codeMailedTo(user.email);
  expect((await app.call("POST", `${path}/confirm`, { token, body: { otp } })).status).toBe(200);
}
