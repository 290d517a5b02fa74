import { beforeEach, expect, it } from "vitest";
import { checkInvariants } from "../../kernel/db/invariants.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { reverseInTransaction } from "../../money/earnings/earnings.ts";
import { savePayoutDetails, upi } from "../../money/payouts/payout-details.testing.ts";
import { findDueOf, payOutInTransaction, sumPaidOut } from "../../money/payouts/payouts.ts";
import { type BookedInterview, createBookedInterview } from "../../schedule/bookings/bookings.testing.ts";
import { type SignedUpUser, testNow, useTestApp } from "../../testing/app.ts";
import { earnWith } from "../../testing/booked-interview.ts";
import { auditLinesOf } from "../../testing/purchases.ts";
import { confirmAction, previewAction } from "../desk.testing.ts";

const app = useTestApp();
let owner: SignedUpUser;
let interviewer: SignedUpUser;
let references = 0;
beforeEach(async () => {
  app.clock.set(testNow);
  owner = await app.signUpOperator();
  interviewer = await app.signUpInterviewer();
});

/** A credited interview of the interviewer, who earns 70 % of the price. */
async function earn(pricePaise: number): Promise<BookedInterview> {
  const booked = await createBookedInterview(app, { pricePaise, interviewer });
  await earnWith(app, booked.booking);
  return booked;
}

async function transfer() {
  references += 1;
  const { _id: id, email } = interviewer.user;
  const payout = { interviewer: { id, email }, reference: `BANK-${references}` };
  return await inTransaction(app.deps.database, (tx) =>
    payOutInTransaction(app.deps, tx, payout, { actor: "system" }),
  );
}

async function takeBack(bookingId: string) {
  await inTransaction(app.deps.database, (tx) =>
    reverseInTransaction(app.deps, tx, { bookingId, reason: "Twice", actor: "system" }),
  );
}

/** With the operator's confirmation of now, however far a test has moved the clock. */
async function openDesk(): Promise<void> {
  await app.deps.pool.query("update operator_sign_ins set opened_at = $1, confirmed_at = $1", [
    app.clock.now(),
  ]);
}

async function returnPayout(id: string, by = owner) {
  await openDesk();
  return await confirmAction(
    app,
    by,
    `/api/operator/payouts/${id}/return`,
    {},
    { reason: "The account is closed" },
  );
}

const money = async () => {
  const { duePaise, deductedPaise } = await findDueOf(app.deps.database, interviewer.user._id);
  return { duePaise, deductedPaise, paidPaise: await sumPaidOut(app.deps.database, interviewer.user._id) };
};

const brokenRules = async () =>
  (await checkInvariants([app.deps.database])).filter(({ broken }) => broken > 0);

it("a transfer that the bank returned is due again, and can be returned again", async () => {
  await earn(10_000);
  const first = await transfer();
  expect(await money()).toEqual({ duePaise: 0, deductedPaise: 0, paidPaise: 7_000 });
  app.clock.advance({ minutes: 5 });
  const done = await returnPayout(first.payoutId);
  expect([done.status, done.body.msg]).toEqual([200, `₹70.00 is due to ${interviewer.user.email} now.`]);
  expect(await money()).toEqual({ duePaise: 7_000, deductedPaise: 0, paidPaise: 0 });
  const again = await returnPayout(first.payoutId);
  expect([again.status, again.body.msg]).toEqual([409, "This payout is recorded as returned already."]);

  await app.runJobs();
  const mail = (await app.mailsTo(interviewer.user.email)).at(-1);
  expect(mail?.subject).toBe("A transfer of ₹70.00 did not reach you");
  expect(mail?.text).toContain("The account is closed.");
  expect(mail?.text).toContain("₹70.00 is due to you with the next payout.");
  expect((await auditLinesOf(app, `user:${interviewer.user._id}`)).map(({ action }) => action)).toContain(
    "payout.returned",
  );
  const path = `/api/operator/people/${interviewer.user._id}/timeline?kind=payout`;
  const timeline = await app.read(owner, path);
  expect(timeline).toMatchObject([
    { step: "returned", rupees: 70, reason: "The account is closed" },
    { step: "paid", rupees: 70, reason: null },
  ]);
  const [listed] = await app.read(owner, "/api/operator/payouts");
  expect(listed).toMatchObject({ amount: 70, entries: 1, returned: { reason: "The account is closed" } });

  const second = await transfer();
  expect(await money()).toEqual({ duePaise: 0, deductedPaise: 0, paidPaise: 7_000 });
  expect((await returnPayout(second.payoutId)).status).toBe(200);
  await transfer();
  expect(await money()).toEqual({ duePaise: 0, deductedPaise: 0, paidPaise: 7_000 });
  expect(await brokenRules()).toEqual([]);
});

it("a deduction in it is due again, too, and an earning that was taken back since is not", async () => {
  const { booking } = await earn(10_000);
  await transfer();
  await takeBack(booking._id);
  const other = await earn(30_000);
  const second = await transfer();
  expect(second.amountPaise).toBe(14_000);
  await returnPayout(second.payoutId);
  expect(await money()).toEqual({ duePaise: 14_000, deductedPaise: 7_000, paidPaise: 7_000 });
  await takeBack(other.booking._id);
  expect(await money()).toEqual({ duePaise: -7_000, deductedPaise: 7_000, paidPaise: 7_000 });
  expect(await brokenRules()).toEqual([]);
});

it("that is sent again before its mail says so, and nothing of earnings that were taken back", async () => {
  await earn(10_000);
  const { payoutId } = await transfer();
  await returnPayout(payoutId);
  await transfer();
  await app.runJobs();
  const [mail] = await app.mailsTo(interviewer.user.email, /did not reach you/);
  const text = mail?.text?.replaceAll(/\s+/g, " ");
  expect(text).toContain("The money has been transferred to you again since.");
  expect(text).not.toContain("taken back");
});

it("of an earning that was taken back since leaves nothing due, and says so", async () => {
  const { booking } = await earn(10_000);
  const { payoutId } = await transfer();
  await takeBack(booking._id);
  await openDesk();
  const preview = await previewAction(app, owner, `/api/operator/payouts/${payoutId}/return`);
  expect(preview.body.lines).toContainEqual({
    label: "Then",
    text: "Nothing is due to them, because earnings that were paid were taken back.",
  });
  const done = await returnPayout(payoutId);
  expect(done.body.msg).toBe(`Nothing is due to ${interviewer.user.email} now.`);
  await app.runJobs();
  const [mail] = await app.mailsTo(interviewer.user.email, /did not reach you/);
  expect(mail?.text?.replaceAll(/\s+/g, " ")).toContain(
    "Nothing is due to you with the next payout, because earnings that were paid to you were taken back since.",
  );
  expect(await money()).toEqual({ duePaise: 0, deductedPaise: 0, paidPaise: 0 });
});

it("is refused once a later payout has deducted a part of it", async () => {
  const { booking } = await earn(10_000);
  const first = await transfer();
  await takeBack(booking._id);
  await earn(30_000);
  await transfer();
  const refused = await returnPayout(first.payoutId);
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    expect.stringMatching(/^A part of this payout was taken back and deducted from a later one/),
  ]);
});

/** Exports what is due for the bank. */
async function exportDue(): Promise<string> {
  await openDesk();
  const { body } = await confirmAction(app, owner, "/api/operator/payout-batches");
  return body.batchId;
}

const markPaid = async (batchId: string, reference: string) =>
  await confirmAction(app, owner, "/api/operator/payouts", {
    ...{ batchId, interviewerIds: [interviewer.user._id], reference },
  });

/** Saves payout details and waits until they can be used. */
async function saveDetails(): Promise<void> {
  await savePayoutDetails(app, interviewer, upi);
  app.clock.advance({ hours: 72 });
}

it("a transfer that came back is not in the export any more, so that nobody marks it as paid unsent", async () => {
  const first = interviewer;
  interviewer = await app.signUpInterviewer();
  await earn(10_000);
  await savePayoutDetails(app, interviewer, upi);
  app.clock.set(testNow);
  interviewer = first;
  await earn(10_000);
  await saveDetails();
  const batchId = await exportDue();
  expect((await markPaid(batchId, "EXPORT-1")).status).toBe(200);
  const { rows } = await app.deps.pool.query("select id from payouts where reference = 'EXPORT-1'");
  expect((await returnPayout(rows[0].id)).status).toBe(200);
  const { batch } = await app.read(owner, "/api/operator/payout-batches/open");
  const mine = batch.people.find(
    (row: { interviewer: { _id: string } }) => row.interviewer._id === first.user._id,
  );
  expect(mine).toMatchObject({ amount: 70, open: 0 });
  expect((await markPaid(batchId, "EXPORT-2")).status).toBe(409);
  expect(await money()).toEqual({ duePaise: 7_000, deductedPaise: 0, paidPaise: 0 });
  app.clock.advance({ minutes: 5 });
  expect((await markPaid(await exportDue(), "EXPORT-2")).status).toBe(200);
  expect(await money()).toEqual({ duePaise: 0, deductedPaise: 0, paidPaise: 7_000 });
  expect(await brokenRules()).toEqual([]);
});

it("is refused while an open export deducts a part of it", async () => {
  const { booking } = await earn(10_000);
  const { payoutId } = await transfer();
  await inTransaction(app.deps.database, (tx) =>
    reverseInTransaction(app.deps, tx, { bookingId: booking._id, reason: "Twice", actor: "command line" }),
  );
  await earn(30_000);
  await saveDetails();
  const batchId = await exportDue();
  const refused = await returnPayout(payoutId);
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    expect.stringMatching(/^The open export deducts a part of this payout/),
  ]);
  expect((await markPaid(batchId, "EXPORT-3")).status).toBe(200);
  expect(await brokenRules()).toEqual([]);
});

it("no entry leaves a payout that was not returned", async () => {
  await earn(10_000);
  const { payoutId } = await transfer();
  const entry = app.deps.pool.query("delete from payout_lines where payout_id = $1", [payoutId]);
  await expect(entry).rejects.toThrow("payout_lines is append-only");
});
