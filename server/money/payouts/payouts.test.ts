import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it, vi } from "vitest";
import { confirmAction } from "../../desk/desk.testing.ts";
import { toConstraintError } from "../../kernel/db/database-errors.ts";
import { checkInvariants } from "../../kernel/db/invariants.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import {
  createBookedInterview,
  holdInterview,
  recordWait,
} from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { type SignedUpUser, useTestApp } from "../../testing/app.ts";
import { earnWith } from "../../testing/booked-interview.ts";

import { bank, savePayoutDetails, upi } from "./payout-details.testing.ts";
import { findDueOf, payOutInTransaction } from "./payouts.ts";

const app = useTestApp();

describe("payouts", () => {
  const waitOptions = { timeout: 60_000, interval: 50 };

  async function markPaid(email: string, reference: string) {
    const person = app.deps.database.selectFrom("users").select(["id", "email"]).where("email", "=", email);
    const interviewer = await person.executeTakeFirstOrThrow();
    return await inTransaction(app.deps.database, (tx) =>
      payOutInTransaction(app.deps, tx, { interviewer, reference }, { actor: "system" }),
    ).catch((error: unknown) => {
      throw toConstraintError(error) ?? error;
    });
  }

  /** An operator confirms an action on an interview at the desk. */
  async function act({ _id }: { _id: string }, action: string, reason: string, body = {}) {
    const path = `/api/operator/bookings/${_id}/${action}`;
    return (await confirmAction(app, await app.signUpOperator(), path, body, { reason })).body.msg as string;
  }
  const reverse = (booking: { _id: string }, reason: string) => act(booking, "earning-reversal", reason);

  /** An interview at this price, completed and credited; the share is 70 %. */
  async function earn(pricePaise = 10_000) {
    app.clock.set("2026-11-20T06:30:00.000Z");
    const booked = await createBookedInterview(app, { pricePaise });
    await earnWith(app, booked.booking);
    return { ...booked, email: booked.interviewer.user.email };
  }

  /** The sum that is due to an interviewer, in rupees. */
  async function due({ user }: SignedUpUser): Promise<number> {
    return (await findDueOf(app.deps.database, user._id)).duePaise / 100;
  }

  async function payoutsOf(id: string) {
    return await app.deps.database
      .selectFrom("payouts")
      .select(["amountPaise", "reference"])
      .where("interviewerId", "=", id)
      .orderBy("paidAt")
      .execute();
  }

  describe("a payout", () => {
    it("is listed in pages, by address", async () => {
      await earn();
      await earn();
      const { token } = await app.signUpOperator();
      const emails: string[] = [];
      let path: string | undefined = "/api/operator/payouts/due?limit=1";
      while (path !== undefined) {
        const { body, headers } = await app.get({ token }, path);
        emails.push(...body.map(({ interviewer }: { interviewer: { email: string } }) => interviewer.email));
        path = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
      }
      expect(emails.length).toBeGreaterThan(1);
      expect(emails).toEqual([...new Set(emails)].sort());
    });

    it("consists of credited and unpaid earnings; the interviewer is notified, and sees it with the earning", async () => {
      const { email, interviewer } = await earn(16_633);
      expect(await due(interviewer)).toBe(116.43);
      expect(await markPaid(email, "UTR-1")).toMatchObject({ amountPaise: 11_643, interviews: 1 });
      expect(await due(interviewer)).toBe(0);
      await expect(markPaid(email, "UTR-2")).rejects.toThrow(`Nothing is due to ${email}.`);
      await app.runJobs();
      const mail = (await app.mailsTo(email, /^₹116\.43 was paid out to you$/))[0];
      // Payouts go to a bank account or a UPI id.
      expect(mail?.text).toContain("your credited earnings were transferred to you.");
      const { body } = await app.get(interviewer, "/api/interviewer/earnings");
      expect(body.transactions).toMatchObject([
        { status: "credited", paidAt: app.clock.now().toISOString(), payoutReference: "UTR-1" },
      ]);
      const csv = await app.get(interviewer, "/api/interviewer/earnings.csv");
      expect(csv.body.trimEnd()).toMatch(/,UTR-1$/);
    });

    it("leaves pending earnings alone", async () => {
      app.clock.set("2026-11-20T06:30:00.000Z");
      const { interviewer, booking } = await createBookedInterview(app, { pricePaise: 10_000 });
      await holdInterview(app, booking);
      await completeDueBookings(app.deps);
      expect(await due(interviewer)).toBe(0);
    });

    it("tells the second of two at once that nothing is due, and fails by no constraint", async () => {
      const { email } = await earn();
      const held = await app.deps.pool.connect();
      // Both read what is due before either can write it, unless one waits for the other.
      await held.query("begin; lock table payout_lines in share row exclusive mode");
      const tries = ["UTR-A", "UTR-B"].map((reference) => markPaid(email, reference));
      const ends = Promise.allSettled(tries);
      await vi.waitFor(async () => {
        const { rows } = await held.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_locks
         where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
        );
        expect(rows[0]?.waiting).toBe(2);
      }, waitOptions);
      await held.query("commit");
      held.release();
      const refused = (await ends).filter((end) => end.status === "rejected");
      expect(refused.map(({ reason }) => reason.message)).toEqual([`Nothing is due to ${email}.`]);
    });

    it("deducts what was taken back later from the next one", async () => {
      const { email, interviewer, booking } = await earn(10_000);
      await markPaid(email, "FIRST");
      const reason = "The money was sent back";
      expect(await reverse(booking, reason)).toBe(
        "The earning is taken back. It was already paid, so the next payout is reduced by that amount.",
      );
      expect(await reverse(booking, reason)).toContain("has been taken back already");
      expect(await due(interviewer)).toBe(-70);
      await expect(markPaid(email, "SECOND")).rejects.toThrow("Nothing is due");
      // Another interview of the same interviewer makes the sum positive.
      const other = await earn(30_000);
      await app.deps.pool.query("update earnings set interviewer_id = $1 where booking_id = $2", [
        interviewer.user._id,
        other.booking._id,
      ]);
      expect(await due(interviewer)).toBe(140);
      await expect(markPaid(email, "FIRST")).rejects.toThrow("under this reference before");
      await markPaid(email, "SECOND");
      await app.runJobs();
      const mails = await app.mailsTo(email);
      const reversal = mails.find(
        ({ subject }) => subject === "₹70.00 of your earnings was taken back",
      )?.text;
      expect(reversal).toContain("The reason: The money was sent back");
      expect(reversal).toContain("It was already paid, so the next payout is reduced by that amount.");
      const textOf = (amount: string) =>
        mails.find(({ subject }) => subject === `${amount} was paid out to you`)?.text;
      expect(textOf("₹70.00")).not.toContain("deducted");
      expect(textOf("₹140.00")).toContain(
        "₹70.00 is deducted, which was paid to you before and taken back since.",
      );
      expect(await payoutsOf(interviewer.user._id)).toEqual([
        { amountPaise: 7_000, reference: "FIRST" },
        { amountPaise: 14_000, reference: "SECOND" },
      ]);
      expect(await due(interviewer)).toBe(0);
      const { token } = interviewer;
      const shown = await app.read({ token }, "/api/interviewer/earnings");
      const takenAway = shown.transactions.filter(({ status }: { status: string }) => status === "void");
      expect([shown.transactions.length, shown.totalEarnings, takenAway]).toEqual([
        2,
        210,
        [
          expect.objectContaining({
            amount: 70,
            voided: expect.objectContaining({
              reason: "The money was sent back",
              takenOffAt: expect.any(String),
            }),
          }),
        ],
      ]);
      // The file's amounts of each reference add up to its transfer.
      const file = await app.get({ token }, "/api/interviewer/earnings.csv");
      const lines = (file.body as string).trimEnd().split("\r\n").slice(1);
      expect(lines.map((line) => line.split(",")).map((cells) => [cells[4], cells[5], cells[8]])).toEqual([
        ["210.00", "credited", "SECOND"],
        ["70.00", "taken back", "FIRST"],
        ["-70.00", "deducted", "SECOND"],
      ]);
    });

    it("is unchanged when a no-show is upheld later, which the next one deducts", async () => {
      app.clock.set("2026-11-20T06:30:00.000Z");
      const { interviewee, interviewer, booking } = await createBookedInterview(app, { pricePaise: 10_000 });
      const email = interviewer.user.email;
      const after = (minutes: number) => app.clock.set(addMinutes(new Date(booking.startTime), minutes));
      const report = (by: SignedUpUser) => app.post(by, `/api/bookings/${booking._id}/no-show`);
      await recordWait(app, booking._id);
      after(12);
      // Each party reports that the other did not attend. The record supports the interviewer, who is credited and
      // paid.
      await report(interviewer);
      await report(interviewee);
      await markPaid(email, "BEFORE");
      const outcome = { outcome: "interviewer-absent" };
      expect(await act(booking, "no-show-decision", "The recording shows an empty room", outcome)).toBe(
        "The interview is decided. Both parties get an email. It was already paid, so the next payout is reduced by that amount.",
      );
      expect(await due(interviewer)).toBe(-70);
      await app.runJobs();
      const decided = (await app.mailsTo(email, /^Decided:/))[0];
      expect(decided?.text).toContain(
        "your earning for the interview was taken back. It was already paid, so the next payout is reduced",
      );
      expect(await payoutsOf(interviewer.user._id)).toEqual([{ amountPaise: 7_000, reference: "BEFORE" }]);
      await expect(markPaid(email, "AFTER")).rejects.toThrow(`Nothing is due to ${email}.`);
      const { token } = interviewer;
      expect(await app.read({ token }, "/api/interviewer/earnings.csv")).toMatch(
        /,70\.00,taken back,[^\n]*,BEFORE\r\n[^\n]*,-70\.00,to be deducted,,,\r\n$/,
      );
      const shown = await app.get({ token }, "/api/interviewer/earnings");
      const voided = {
        at: app.clock.now().toISOString(),
        reason: "The interviewer did not attend",
        takenOffAt: null,
      };
      expect(shown.body).toMatchObject({
        transactions: [{ status: "void", amount: 70, paidAt: expect.any(String), voided }],
        totalEarnings: 0,
      });
      const broken = (await checkInvariants(app.deps.database)).filter((invariant) => invariant.broken > 0);
      expect(broken).toEqual([]);
    });

    it("that was not made yet: an earning that is taken back is no longer due", async () => {
      const { email, interviewer, booking } = await earn();
      expect(await reverse(booking, "A test")).toBe("The earning is taken back.");
      expect(await due(interviewer)).toBe(0);
      await app.runJobs();
      const [mail] = (await app.mailsTo(email)).slice(-1);
      expect(mail?.text).toContain("was taken back. It will not be paid out.");
    });
  });

  it("the payout tables cannot be changed, contain no earning twice, and add up, whoever writes", async () => {
    const { email, interviewer } = await earn();
    await markPaid(email, "UTR");
    const query = (text: string) => app.deps.pool.query(text, [interviewer.user._id]);
    const mine = "(select id from payouts where interviewer_id = $1)";
    await expect(query(`update payouts set amount_paise = 1 where id in ${mine}`)).rejects.toThrow(
      "append-only",
    );
    await expect(query(`delete from payout_lines where payout_id in ${mine}`)).rejects.toThrow("append-only");
    await expect(
      query(
        `insert into payout_lines select earning_id, kind, payout_id, 0 from payout_lines where payout_id in ${mine}`,
      ),
    ).rejects.toThrow("payout_lines_pkey");
    await expect(
      query("insert into payouts values (gen_random_uuid(), $1, 500, 'nothing behind it', now())"),
    ).rejects.toThrow("not the sum of its lines");
  });
});

describe("payout details", () => {
  const start = "2026-11-20T06:30:00.000Z";

  const details = async (by: SignedUpUser) => await app.read(by, "/api/interviewer/payout-details");

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
      const remove = () => app.delete(interviewer, "/api/interviewer/payout-details/pending");
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
      await app.delete(interviewer, "/api/interviewer/payout-details/pending");
      const mail = await mailAboutWithdrawal(interviewer);
      expect(mail?.text).toContain("was withdrawn. You have no payout details yet");
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
});
