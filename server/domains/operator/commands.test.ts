import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUp, type TestApp, testNow } from "../../testing/app.ts";
import { buy, quote, sessionsOf } from "../../testing/purchases.ts";
import { book, hoursOn, offer } from "../bookings/bookings.testing.ts";
import { makeMeeting } from "../meetings/job-definitions.ts";
import { commands, helpText, readCommand, readDoctor, runCommand } from "./commands.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const run = (...given: string[]) => runCommand(app.deps, given);
async function rows(...given: string[]) {
  const output = await run(...given);
  if (!("rows" in output)) throw new Error(`${given.join(" ")} answered no rows`);
  return output.rows;
}

async function audited(action: string) {
  return await app.deps.database.selectFrom("auditLog").selectAll().where("action", "=", action).execute();
}

async function paymentOf(person: SignedUp): Promise<string> {
  const [payment] = await rows("payments", "list", person.user.email);
  return String(payment?.id);
}

describe("a command line", () => {
  it("is understood under the names that stand in scripts", () => {
    for (const name of ["grant-interviewer", "grant-operator", "list-users", "list-bookings"]) {
      expect(Object.values(commands).map(({ alias }) => alias)).toContain(name);
    }
    for (const { usage } of Object.values(commands)) expect(helpText()).toContain(usage);
  });

  it("is explained by itself, with its group, or with all", () => {
    expect(helpText(["payouts"])).toContain("payouts csv [email]");
    expect(helpText(["list-users"])).toContain("users list");
    expect(helpText(["doctor"])).toContain("doctor [--json]");
    expect(() => helpText(["payot"])).toThrow('There is no command "payot".');
    expect([readDoctor([]), readDoctor(["--json"])]).toEqual([{ asJson: false }, { asJson: true }]);
    expect(() => readDoctor(["--loud"])).toThrow("This is not how it is used: doctor [--json]");
  });

  it.each([
    ["users blok a@b.example", 'There is no command "users blok". Did you mean "users block"?'],
    ["grant-interviewer", "Give one email address"],
    ["users show nobody", "Give one email address"],
    ["users show nobody@test.example", "Nobody has an account"],
    ["users show a@b.example --loud", "This is not how it is used: users show <email>"],
    ["payments show 12", "Give one id"],
    ["credits grant a@b.example --sessions 0 --reason x --yes", "--sessions must be a whole number"],
    ["credits grant a@b.example --sessions 1 --yes", "Say why"],
    ["coupons make X1 --percent 10 --rupees 5 --yes", "Give either --percent or --rupees."],
    ["coupons make X1 --percent 10 --plans Gold --yes", "--plans names plans"],
    ["coupons make X1 --percent 10 --ends 2020-01-01 --yes", "--ends has passed"],
    ["coupons stop NONE-SUCH", "No coupon NONE-SUCH is running."],
    ["jobs retry 0190a5b8-7c00-7000-8000-00000000ffff", "There is no failed job"],
  ])("%s is refused with a sentence", async (line, sentence) => {
    await expect(Promise.resolve().then(() => run(...line.split(" ")))).rejects.toThrow(sentence);
  });

  it("does nothing that costs without --yes", () => {
    const costly = Object.entries(commands).filter(([, { costs }]) => costs !== undefined);
    expect(costly.map(([name]) => name).sort()).toEqual([
      "bookings cancel",
      "bookings settle-no-show",
      "coupons make",
      "credits grant",
      "earnings reverse",
      "payments refund",
      "payouts mark-paid",
      "users block",
    ]);
    for (const [name] of costly) expect(() => readCommand(name.split(" "))).toThrow("add --yes to do it");
  });
});

describe("users", () => {
  it("are blocked, which ends their sessions, and let in again", async () => {
    const person = await app.signUp();
    const { email, _id } = person.user;
    expect(await run("users", "block", email, "--yes")).toEqual({ msg: `${email} is blocked now.` });
    expect((await app.call("GET", "/api/user/profile", { token: person.token })).status).toBe(401);
    const signIn = { body: { email, password: person.password } };
    expect((await app.call("POST", "/api/auth/signin-password", signIn)).status).toBe(403);
    expect(await rows("users", "show", email)).toMatchObject([{ email, blocked: true, payments: 0 }]);
    expect(await run("users", "unblock", email)).toEqual({ msg: `${email} is unblocked now.` });
    expect((await app.call("POST", "/api/auth/signin-password", signIn)).status).toBe(200);
    expect(await audited("user.blocked")).toMatchObject([{ subject: `user:${_id}`, actor: "command line" }]);
    expect(await audited("user.unblocked")).toHaveLength(1);
    expect(await audited("command.users-show")).toMatchObject([{ subject: `user:${_id}` }]);
  });
});

describe("payments", () => {
  it("are refunded for some sessions, then for the rest, and each once at the provider", async () => {
    const person = await app.signUp();
    await buy(app, person, "Pro");
    const id = await paymentOf(person);
    await run("payments", "refund", id, "--sessions", "1", "--reason", "One was enough", "--yes");
    expect(await sessionsOf(app, person)).toBe(2);
    await app.runJobs();
    expect(await rows("payments", "show", id)).toMatchObject([
      {
        status: "part refunded",
        inHand: 2,
        refunded: 1,
        refundedRupees: 166.34,
        refundsUnderWay: 0,
        refunds: [
          { takenBackAt: testNow, sentAt: testNow, sessions: 1, rupees: 166.34, reason: "One was enough" },
        ],
      },
    ]);
    expect(await rows("payments", "list", person.user.email)).toMatchObject([
      { status: "part refunded", rupees: 499, refundedRupees: 166.34 },
    ]);
    await run("payments", "refund", id, "--reason", "Changed their mind", "--yes");
    await app.runJobs();
    expect(await sessionsOf(app, person)).toBe(0);
    expect(await rows("payments", "show", id)).toMatchObject([
      { status: "refunded", inHand: 0, refunded: 3, refundedRupees: 499, refundsUnderWay: 0 },
    ]);
    await expect(run("payments", "refund", id, "--reason", "Again", "--yes")).rejects.toThrow(
      "refunded already",
    );
    const mails = (await app.mailsTo(person.user.email)).filter(({ subject }) =>
      subject?.startsWith("Refund"),
    );
    expect(mails.map(({ subject }) => subject?.split(" for ")[0])).toEqual([
      "Refund of ₹166.34",
      "Refund of ₹332.66",
    ]);
    const lines = await app.deps.database
      .selectFrom("ledgerEntries")
      .select(["kind", "reason"])
      .where("userId", "=", person.user._id)
      .where("kind", "=", "refund")
      .execute();
    expect(lines).toHaveLength(3);
    expect((await audited("payment.refunded")).length).toBe(2);
  });

  it("are not refunded for a session that is booked, until the booking is cancelled", async () => {
    const person = await app.signUp();
    await buy(app, person, "Basic");
    const id = await paymentOf(person);
    const interviewer = await app.signUpInterviewer();
    const startTime = hoursOn(app, 30);
    await offer(app, interviewer, startTime);
    const booked = await book(app, person, { startTime, interviewerId: interviewer.user._id });
    const bookingId: string = booked.body._id;
    const meeting = async () => (await rows("bookings", "list")).find((row) => row.id === bookingId)?.meeting;
    expect(await meeting()).toBe("none yet");
    await app.runJobs();
    expect(await meeting()).toBe("room");
    const refund = () => run("payments", "refund", id, "--reason", "Ill", "--yes");
    await expect(refund()).rejects.toThrow("All of its sessions are spent");
    expect(
      await run("bookings", "cancel", bookingId, "--reason", "The interviewer is ill", "--yes"),
    ).toMatchObject({
      msg: expect.stringContaining("cancelled"),
    });
    expect(await audited("booking.cancelled")).toMatchObject([
      { details: { reason: "The interviewer is ill" } },
    ]);
    await expect(run("bookings", "cancel", bookingId, "--reason", "Again", "--yes")).rejects.toThrow(
      "cancelled already",
    );
    await refund();
    expect(await sessionsOf(app, person)).toBe(0);
  });
});

describe("coupons", () => {
  it("are made, used in a price, listed and stopped", async () => {
    const person = await app.signUp();
    await run(
      "coupons",
      "make",
      "diwali-25",
      "--percent",
      "25",
      "--plans",
      "Pro",
      "--ends",
      "2027-01-31",
      "--yes",
    );
    expect((await quote(app, person, "Pro", "DIWALI-25")).newPrice).toBe(749);
    await expect(run("coupons", "make", "DIWALI-25", "--rupees", "5", "--yes")).rejects.toThrow("already");
    const listed = (await rows("coupons", "list")).find(({ code }) => code === "DIWALI-25");
    expect(listed).toMatchObject({ takes: "25 %", plans: "Pro", uses: "0 of any", stopped: "" });
    await run("coupons", "stop", "DIWALI-25");
    await expect(quote(app, person, "Pro", "DIWALI-25")).rejects.toThrow("no longer active");
    expect([(await audited("coupon.made")).length, (await audited("coupon.stopped")).length]).toEqual([1, 1]);
  });
});

describe("credits", () => {
  it("are granted with a reason that the person reads", async () => {
    const person = await app.signUp();
    const { email } = person.user;
    const granted = await run(
      "credits",
      "grant",
      email,
      "--sessions",
      "2",
      "--reason",
      "For the outage",
      "--yes",
    );
    expect(granted).toEqual({ msg: `${email} has 2 sessions more, 2 in all.` });
    expect(await sessionsOf(app, person)).toBe(2);
    expect(await audited("credits.granted")).toMatchObject([
      { details: { sessions: 2, reason: "For the outage" } },
    ]);
    const interviewer = await app.signUpInterviewer();
    await expect(
      run("credits", "grant", interviewer.user.email, "--sessions", "1", "--reason", "x", "--yes"),
    ).rejects.toThrow("interviewer");
  });
});

describe("jobs", () => {
  it("that failed are listed, and tried again", async () => {
    await app.runJobs(); // What other tests sent.
    const { pool, database, jobs } = app.deps;
    await database
      .transaction()
      .execute((tx) => jobs.send(tx, makeMeeting, { bookingId: "0190a5b8-7c00-7000-8000-000000000009" }));
    await pool.query(
      `update pgboss.job set state = 'failed', output = '{"message": "away"}', completed_on = now() where name = $1 and state = 'created'`,
      [makeMeeting.name],
    );
    const failed = await rows("jobs", "failed");
    expect(failed).toMatchObject([{ name: makeMeeting.name, reason: "away" }]);
    await run("jobs", "retry", String(failed[0]?.id));
    expect(await rows("jobs", "failed")).toEqual([]);
    const { rows: again } = await pool.query("select state from pgboss.job where id = $1", [failed[0]?.id]);
    expect(again).toEqual([{ state: "retry" }]);
    expect(await audited("job.retried")).toHaveLength(1);
  });
});
