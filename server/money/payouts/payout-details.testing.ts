import type { SignedUpUser, TestApp } from "../../testing/app.ts";

/** Accounts as interviewers enter them. */
export const bank = {
  kind: "bank",
  holder: "Ira Viewer",
  pan: "abcpe1234f",
  accountNumber: "0012 3456 7890",
  ifsc: "hdfc0001234",
};
export const upi = { kind: "upi", holder: "=Ira", pan: "ABCPE1234F", upiId: "ira.viewer@okhdfc" };

export function savePayoutDetails(
  app: TestApp,
  { token, password }: SignedUpUser,
  target: unknown,
  given = password,
) {
  return app.put({ token }, "/api/interviewer/payout-details", { password: given, target });
}
