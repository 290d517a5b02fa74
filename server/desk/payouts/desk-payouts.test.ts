import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import { bank, savePayoutDetails, upi } from "../../money/payouts/payout-details.testing.ts";
import {
  createBookedInterview,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "../../schedule/bookings/bookings.testing.ts";
import { type SignedUpUser, useTestApp } from "../../testing/app.ts";
import { earnWith } from "../../testing/booked-interview.ts";
import { callAtOnce } from "../../testing/lock-waits.ts";
import { confirmAction, previewAction } from "../desk.testing.ts";
import { leftText } from "./payout-actions.ts";

const app = useTestApp({ environment: { GREENROOM_APPROVAL_PAYOUT_RUPEES: "500" } });
const start = "2026-11-20T06:30:00.000Z";

/** An interviewer with a credited earning: 70 % of the price. */
async function earn(pricePaise = 10_000) {
  app.clock.set(start);
  const booked = await createBookedInterview(app, { pricePaise });
  await earnWith(app, booked.booking);
  return { ...booked, id: booked.interviewer.user._id, email: booked.interviewer.user.email };
}

const save = (person: SignedUpUser, target: unknown) => savePayoutDetails(app, person, target);

/** Exports everything that is due for the bank. Returns the batch's id. */
async function exportDue(owner: SignedUpUser): Promise<string> {
  const answer = await confirmAction(app, owner, "/api/operator/payout-batches");
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.batchId;
}
const download = (by: SignedUpUser, id: string) =>
  app.get(by, `/api/operator/payout-batches/${id}/transfers.csv`);
const openBatch = async (by: SignedUpUser) => (await app.read(by, "/api/operator/payout-batches/open")).batch;

/** Another credited interview of the same interviewer. */
async function earnMore(interviewer: SignedUpUser, hours: number): Promise<void> {
  const interviewee = await app.signUp();
  await grantTestCredits(app, interviewee, { sessions: 1, pricePaise: 10_000 });
  const startTime = hoursFromNow(app, hours);
  await offerSlot(app, interviewer, startTime);
  const { body } = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
  await earnWith(app, body);
}

describe("payouts at the desk", () => {
  it("are listed with masked details, exported for the bank by an owner, and marked as paid together", async () => {
    // An export closes when everybody in it is paid, so the interviewers of other tests have no account.
    await app.deps.pool.query("delete from payout_details");
    const [one, two] = [await earn(), await earn(20_000)];
    await save(one.interviewer, bank);
    await save(two.interviewer, upi);
    app.clock.set(addMinutes(new Date(start), 60 * 72));
    await save(two.interviewer, bank);
    const owner = await app.signUpOperator();
    const support = await app.signUpOperator({ level: "support" });
    const isOwn = ({ interviewer }: { interviewer: { _id: string } }) =>
      [one.id, two.id].includes(interviewer._id);
    const due = await app.read(support, "/api/operator/payouts/due");
    expect(
      due.filter(isOwn).sort((a: { amount: number }, b: { amount: number }) => a.amount - b.amount),
    ).toEqual([
      expect.objectContaining({
        amount: 70,
        details: expect.objectContaining({ account: "HDFC0001234 ••••7890" }),
        detailsChangeAt: null,
      }),
      expect.objectContaining({
        amount: 140,
        details: expect.objectContaining({ account: "ir•••@okhdfc" }),
        detailsChangeAt: expect.any(String),
      }),
    ]);
    const batchId = await exportDue(owner);
    const csv = await download(owner, batchId);
    expect(csv.headers.get("content-disposition")).toContain("payouts-2026");
    expect(csv.body).toContain(
      `${one.email},Ira Viewer,70.00,1,bank,Ira Viewer,,001234567890,HDFC0001234,ABCPE1234F`,
    );
    expect(csv.body).toContain(`${two.email},Ira Viewer,140.00,1,UPI,'=Ira,ira.viewer@okhdfc,,,ABCPE1234F`);
    const { rows } = await app.deps.pool.query(
      "select action from audit_log where action = 'desk.payout-details-exported' and actor_user_id = $1",
      [owner.user._id],
    );
    expect(rows).toHaveLength(1);
    const body = { batchId, interviewerIds: [one.id, two.id], reference: "BATCH-1" };
    const paid = await confirmAction(app, owner, "/api/operator/payouts", body);
    expect(paid.body).toEqual({
      msg: "₹210.00 is marked as paid to 2 interviewers.",
      approvalId: null,
      undo: null,
    });
    expect((await confirmAction(app, owner, "/api/operator/payouts", body)).body.msg).toMatch(
      /^This export is paid or was replaced/,
    );
    expect((await download(owner, batchId)).status).toBe(409);
    const listed = await app.read(support, "/api/operator/payouts?limit=100");
    const amounts = listed.filter(isOwn).map(({ amount }: { amount: number }) => amount);
    expect(amounts.sort()).toEqual([140, 70]);
  });

  it("that are marked as paid are left out when the file is downloaded again", async () => {
    const [paid, rejected] = [await earn(), await earn(20_000)];
    await save(paid.interviewer, bank);
    await save(rejected.interviewer, upi);
    app.clock.set(addMinutes(new Date(start), 60 * 72));
    const owner = await app.signUpOperator();
    const batchId = await exportDue(owner);
    const body = { batchId, interviewerIds: [paid.id], reference: "HALF-1" };
    expect((await confirmAction(app, owner, "/api/operator/payouts", body)).status).toBe(200);
    const csv = await download(owner, batchId);
    expect(csv.body).toContain(`${rejected.email},Ira Viewer,140.00,1,UPI`);
    expect(csv.body).not.toContain(paid.email);
  });

  it("over the limit need a second owner", async () => {
    const { id, interviewer } = await earn(100_000);
    await save(interviewer, bank);
    app.clock.set(addMinutes(new Date(start), 60 * 72));
    const [owner, other] = [await app.signUpOperator(), await app.signUpOperator()];
    const body = { batchId: await exportDue(owner), interviewerIds: [id], reference: "BIG-1" };
    const { approvalId } = (await confirmAction(app, owner, "/api/operator/payouts", body)).body;
    const waiting = [{ approvalId, askedBy: { _id: owner.user._id }, interviewerIds: [id] }];
    expect((await openBatch(other)).askedPayouts).toMatchObject(waiting);
    const path = `/api/operator/approvals/${approvalId}/decision`;
    const approved = await confirmAction(app, other, path, { decision: "approve" });
    expect(approved.body.msg).toBe("₹700.00 is marked as paid to 1 interviewer.");
  });

  it("leave out of the bank's file who has no account, and say so", async () => {
    const [with_, without] = [await earn(), await earn()];
    await save(with_.interviewer, bank);
    app.clock.set(addMinutes(new Date(start), 60 * 72));
    const owner = await app.signUpOperator();
    const preview = await previewAction(app, owner, "/api/operator/payout-batches");
    const line = preview.body.lines.find(({ label }: { label: string }) => label === "No account");
    expect(line.text).toContain(`${without.email} ₹70.00`);
    const batchId = await exportDue(owner);
    const csv = await download(owner, batchId);
    expect(csv.body).toContain(with_.email);
    expect(csv.body).not.toContain(without.email);
    const body = { batchId, interviewerIds: [without.id], reference: "NONE-1" };
    const answer = await confirmAction(app, owner, "/api/operator/payouts", body);
    expect([answer.status, answer.body.msg]).toEqual([409, `${without.email} is not in this export.`]);
  });

  it("pay exactly the exported entries: newer ones stay due, and reversed ones reduce the next payout", async () => {
    const { id, email, interviewer, booking } = await earn();
    await save(interviewer, bank);
    await earnMore(interviewer, 50);
    app.clock.set(addMinutes(new Date(start), 60 * 72));
    const owner = await app.signUpOperator();
    const batchId = await exportDue(owner);
    const exported = expect.objectContaining({ entries: 2, amount: 140, open: 140 });
    expect((await openBatch(owner)).people).toContainEqual(exported);
    const reversal = `/api/operator/bookings/${booking._id}/earning-reversal`;
    const asked = await previewAction(app, owner, reversal);
    expect(asked.body.lines[1].text).toContain("the export as paid: the next payout is reduced by ₹70.00");
    await confirmAction(app, owner, reversal);
    await app.runJobs();
    const [mail] = (await app.mailsTo(email)).slice(-1);
    expect(mail?.text).toContain("It may be in a transfer to you already.");
    expect((await openBatch(owner)).people).toContainEqual(exported);
    await earnMore(interviewer, 100);
    app.clock.set(addMinutes(new Date(start), 60 * 190));
    const later = await app.signUpOperator();
    const body = { batchId, interviewerIds: [id], reference: "EXACT-1" };
    const preview = await previewAction(app, later, "/api/operator/payouts", body);
    const labels = preview.body.lines.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(["Payout", "1. Next payout", "2. Stays due", "Reference", "Together", "Then"]);
    expect(preview.body.lines[1].text).toContain("1 entry of the export, ₹70.00");
    const paid = await confirmAction(app, later, "/api/operator/payouts", body);
    expect(paid.body.msg).toBe("₹140.00 is marked as paid to 1 interviewer.");
    // The clock has moved on, so each call is made by an operator who has just confirmed.
    const read = async (path: string) => await app.read(await app.signUpOperator(), path);
    const due = async () =>
      (await read("/api/operator/payouts/due")).find(
        (row: { interviewer: { email: string } }) => row.interviewer.email === email,
      );
    // ₹70 earned since the export, less ₹70 that the bank paid for the interview whose earning was taken
    // back.
    expect(await due()).toBeUndefined();
    await earnMore(interviewer, 100);
    expect(await due()).toMatchObject({ amount: 70, deducted: 70, entries: 3 });
    const person = await read(`/api/operator/people/${id}`);
    expect([person.dueRupees, person.deductedRupees]).toEqual([70, 70]);
    const earnings = () => app.get(interviewer, "/api/interviewer/earnings?limit=10");
    expect((await earnings()).body.toDeduct).toBe(70);
    expect((await earnings()).body.transactions).toContainEqual(
      expect.objectContaining({
        status: "void",
        paidAt: expect.any(String),
        voided: expect.objectContaining({ takenOffAt: null }),
      }),
    );

    const last = await app.signUpOperator();
    const next = { batchId: await exportDue(last), interviewerIds: [id], reference: "EXACT-2" };
    expect((await confirmAction(app, last, "/api/operator/payouts", next)).body.msg).toBe(
      "₹70.00 is marked as paid to 1 interviewer.",
    );
    expect((await earnings()).body.toDeduct).toBe(0);
    expect(await due()).toBeUndefined();
    // The tests after this one set the clock back, and an export cannot end before it was made.
    await app.deps.pool.query("update payout_batches set closed_at = made_at where closed_at is null");
  });

  it("contain only credited or exported earnings, and deduct only paid ones, also for direct writes", async () => {
    const { id, booking } = await earn();
    await app.deps.pool.query(
      "update earnings set status = 'void', credited_at = null, voided_at = now() where booking_id = $1",
      [booking._id],
    );
    const write = (kind: string, amount: number) =>
      app.deps.pool.query(
        `with made as (insert into payouts values (gen_random_uuid(), $1, $3, $2, now()) returning id)
         insert into payout_lines (earning_id, kind, payout_id, amount_paise)
         select earning.id, $2, made.id, $3 from earnings earning, made where earning.booking_id = $4`,
        [id, kind, amount, booking._id],
      );
    await expect(write("earned", 7000)).rejects.toThrow("never exported for the bank");
    await expect(write("taken-back", -7000)).rejects.toThrow(/nothing is deducted for it|payouts/);
  });

  it("are exported once at a time: a newer export replaces the open one", async () => {
    const { interviewer, id } = await earn();
    await save(interviewer, bank);
    app.clock.set(addMinutes(new Date(start), 60 * 72));
    const owner = await app.signUpOperator();
    const first = await exportDue(owner);
    const preview = await previewAction(app, owner, "/api/operator/payout-batches");
    expect(preview.body.typedConfirmation).toBe("REPLACE");
    const second = await exportDue(owner);
    const body = { interviewerIds: [id], reference: "OLD-1" };
    const old = await confirmAction(app, owner, "/api/operator/payouts", { ...body, batchId: first });
    expect([old.status, old.body.msg]).toEqual([409, expect.stringContaining("was replaced by a newer one")]);
    const pay = () => confirmAction(app, owner, "/api/operator/payouts", { ...body, batchId: second });
    const [one, two] = await Promise.all([pay(), pay()]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
  });

  it("are exported once when two owners export them at the same moment", async () => {
    const { interviewer } = await earn();
    await save(interviewer, bank);
    app.clock.set(addMinutes(new Date(start), 60 * 72));
    const owners = [await app.signUpOperator(), await app.signUpOperator()];
    const path = "/api/operator/payout-batches";
    const previews = await Promise.all(owners.map(async (by) => (await previewAction(app, by, path)).body));
    const exports = owners.map((by, index) => {
      const { version, typedConfirmation } = previews[index];
      const body = { reason: "Friday", version, ...(typedConfirmation && { typed: typedConfirmation }) };
      return () => app.post(by, path, body);
    });
    const answers = await callAtOnce(app, "payout_batches", exports);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("let an owner take an earning back, once", async () => {
    const { booking } = await earn();
    const owner = await app.signUpOperator();
    const path = `/api/operator/bookings/${booking._id}/earning-reversal`;
    expect((await confirmAction(app, owner, path)).body.msg).toBe("The earning is taken back.");
    const again = await confirmAction(app, owner, path);
    expect([again.status, again.body.msg]).toEqual([
      409,
      "The earning of this interview has been taken back already.",
    ]);
  });
});

it.each([
  [1, "1 interviewer does not fit and is left for the next export."],
  [2, "2 interviewers do not fit and are left for the next export."],
])("%i interviewers over the limit of an export", (count, text) => {
  expect(leftText(count)).toBe(text);
});
