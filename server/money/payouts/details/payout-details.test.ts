import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";
import { bank, savePayoutDetails, upi } from "./payout-details.testing.ts";

let app: TestApp;
const start = "2026-11-20T06:30:00.000Z";
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const details = async ({ token }: SignedUpUser) =>
  (await app.call("GET", "/api/interviewer/payout-details", { token })).body;

/** Mails of one moment have no order. */
async function mailAboutWithdrawal({ user }: SignedUpUser) {
  await app.runJobs();
  return (await app.mailsTo(user.email)).find(({ text }) => text?.includes("was withdrawn"));
}

describe("payout details", () => {
  it("are stored encrypted, shown masked, mailed, and used after 48 hours", async () => {
    app.clock.set(start);
    const interviewer = await app.signUpInterviewer();
    const saved = await savePayoutDetails(app, interviewer, bank);
    expect([saved.status, saved.body.details]).toEqual([
      200,
      {
        current: null,
        pending: {
          kind: "bank",
          holder: "Ira Viewer",
          account: "HDFC0001234 ••••7890",
          pan: "••••••234F",
          usableAt: "2026-11-22T06:30:00.000Z",
        },
      },
    ]);
    const { rows } = await app.deps.pool.query(
      "select sealed, masked from payout_details where interviewer_id = $1",
      [interviewer.user._id],
    );
    expect(rows[0].sealed.toString("latin1")).not.toMatch(/001234567890|ABCPE/);
    expect(JSON.stringify(rows[0].masked)).not.toMatch(/001234567890|ABCPE/);
    await app.runJobs();
    const [mail] = (await app.mailsTo(interviewer.user.email)).slice(-1);
    expect(mail?.text).toContain("HDFC0001234 ••••7890");
    app.clock.set("2026-11-22T06:30:00.000Z");
    expect(await details(interviewer)).toMatchObject({ current: { kind: "bank" }, pending: null });
    // The current details stay in use until the change takes effect, and the change can be withdrawn.
    await savePayoutDetails(app, interviewer, upi);
    expect(await details(interviewer)).toMatchObject({
      current: { account: "HDFC0001234 ••••7890" },
      pending: { account: "ir•••@okhdfc" },
    });
    const remove = () =>
      app.call("DELETE", "/api/interviewer/payout-details/pending", { token: interviewer.token });
    expect((await remove()).body.details.pending).toBeNull();
    expect((await remove()).status).toBe(404);
    const withdrawn = await mailAboutWithdrawal(interviewer);
    expect(withdrawn?.text).toContain("was withdrawn. We still pay to HDFC0001234 ••••7890.");
    expect(withdrawn?.text).not.toContain("withdraw the change");
    app.clock.set(start);
  });

  it("that were withdrawn before they were used leave none, and the mail says so", async () => {
    app.clock.set(start);
    const interviewer = await app.signUpInterviewer();
    await savePayoutDetails(app, interviewer, bank);
    await app.call("DELETE", "/api/interviewer/payout-details/pending", { token: interviewer.token });
    const mail = await mailAboutWithdrawal(interviewer);
    expect(mail?.text).toContain("was withdrawn. You have no payout details in use");
  });

  it.each([
    ["a wrong password", bank, "password"],
    ["an account number that is too short", { ...bank, accountNumber: "12345678" }, "target.accountNumber"],
    ["an IFSC without its zero", { ...bank, ifsc: "HDFC1001234" }, "target.ifsc"],
    ["a PAN of another form", { ...bank, pan: "ABCDE1234F" }, "target.pan"],
    ["a UPI id without a bank", { ...upi, upiId: "ira.viewer" }, "target.upiId"],
    ["no holder", { ...upi, holder: " " }, "target.holder"],
    ["another kind", { ...upi, kind: "cash" }, "target.kind"],
  ])("are refused with %s, by the field's name", async (_what, target, path) => {
    const interviewer = await app.signUpInterviewer();
    const answer = await savePayoutDetails(
      app,
      interviewer,
      target,
      path === "password" ? "wrong" : undefined,
    );
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
    expect(await details(interviewer)).toEqual({ current: null, pending: null });
  });
});
