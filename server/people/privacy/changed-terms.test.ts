import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { buy, createOpenOrder, getSessionCount, pay } from "../../testing/purchases.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const path = "/api/user/account-deletion";

/** The sentences that the person reads, and the code that is mailed to them then. */
async function readTermsAndStart({ token, user }: SignedUpUser) {
  const { consequences } = (await app.call("GET", path, { token })).body as { consequences: string[] };
  const started = await app.call("POST", `${path}/start`, { token });
  expect(started.status).toBe(200);
  return { consequences, otp: await app.codeMailedTo(user.email) };
}

const confirm = ({ token }: SignedUpUser, body: object) =>
  app.call("POST", `${path}/confirm`, { token, body });

/** A person who leaves the checkout, reads the terms without any session, and whose payment settles after that. */
async function payAfterReading() {
  const person = await app.signUp();
  const { id } = await createOpenOrder(app, person, "Basic");
  const read = await readTermsAndStart(person);
  app.clock.advance({ seconds: 30 });
  await pay(app, id, "closed"); // Its webhook is a job.
  await app.runJobs();
  expect(await getSessionCount(app, person)).toBe(1);
  return { person, ...read };
}

const lostSession =
  "You lose your 1 unused session. Use it, or ask support@greenroom.example about a refund, before you delete.";

describe("a payment that settles between the terms of a deletion and its code", () => {
  it("stops the deletion and says which session would be lost; the person can go on or stop", async () => {
    const { person, consequences, otp } = await payAfterReading();
    // A session is a bought interview on screens, and never a sign-in.
    expect(consequences[0]).toMatch(/erased, and you are signed out on all devices\.$/);
    expect(consequences).not.toContain(lostSession);
    const refused = await confirm(person, { otp, readConsequences: consequences });
    expect([refused.status, refused.body.code, refused.body.msg]).toEqual([
      409,
      "conflict",
      `Something has changed since you read what deleting means. ${lostSession}`,
    ]);
    expect(refused.body.details.consequences).toContain(lostSession);
    expect(await getSessionCount(app, person)).toBe(1);

    const again = { otp, readConsequences: refused.body.details.consequences };
    expect((await confirm(person, again)).status).toBe(200);
  });

  it("stops the deletion of a page that does not say what was read, until the person asks for a new code", async () => {
    const { person, otp } = await payAfterReading();
    const refused = await confirm(person, { otp });
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      `A payment has arrived since you asked for this code. ${lostSession} To go on, open this again and ask for a new code.`,
    ]);
    expect(await getSessionCount(app, person)).toBe(1);

    app.clock.advance({ minutes: 2 });
    const { otp: newOtp } = await readTermsAndStart(person);
    expect((await confirm(person, { otp: newOtp })).status).toBe(200);
  });
});

it("deletes without a second question if a consequence that the person read is gone, or nothing has changed", async () => {
  const person = await app.signUp();
  await buy(app, person, "Basic");
  const { consequences, otp } = await readTermsAndStart(person);
  expect(consequences).toContain(lostSession);
  const body = { otp, readConsequences: [...consequences, "₹10.00 is waiting for your feedback."] };
  expect((await confirm(person, body)).status).toBe(200);
});
