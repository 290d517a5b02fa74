import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp, testNow } from "../../../testing/app.ts";
import { buy, getSessionCount, quote } from "../../../testing/purchases.ts";
import { runCommand } from "../../../testing/run-command.ts";
import { hoursFromNow, offerSlot, postBooking } from "../../bookings/bookings.testing.ts";
import { makeMeeting } from "../../meetings/job-definitions.ts";
import { parseCommand } from "./commands.ts";

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

async function paymentOf(person: SignedUpUser): Promise<string> {
  const [payment] = await rows("payments", "list", person.user.email);
  return String(payment?.id);
}

describe("a command line", () => {
  const helpOf = (...given: string[]) => {
    const parsed = parseCommand(given);
    return parsed.kind === "help" ? parsed.text : `no help: ${parsed.kind}`;
  };

  it("is listed in the help, with its group, and alone with its options", () => {
    for (const given of [[], ["help"], ["--help"]]) {
      for (const name of ["users list", "payments refund <id>", "backup <new folder>", "doctor", "help"]) {
        expect(helpOf(...given)).toContain(`\n  ${name} `);
      }
    }
    expect(helpOf("help", "payouts")).toContain("payouts csv [email]");
    expect(helpOf("payouts", "--help")).not.toContain("payments list");
    expect(helpOf("help", "payments", "refund")).toContain(
      "npm run operator -- payments refund <id> [--sessions <n>] --reason <text> --yes [--json]",
    );
    expect(helpOf("users", "list", "--help")).toContain("rows to show, from 1 to 200");
    expect(helpOf("help", "doctor")).toContain("doctor [--json]");
    expect(() => helpOf("help", "payot")).toThrow('There is no command "payot".');
  });

  it.each([
    ["grant-interviewer", "users grant-interviewer"],
    ["grant-operator", "users grant-operator"],
    ["list-users", "users list"],
    ["list-bookings", "bookings list"],
  ])("%s is another name of %s", (alias, name) => {
    expect(helpOf("help", alias)).toContain(`npm run operator -- ${name} `);
    expect(helpOf(alias, "--help")).toContain(`also: ${alias}`);
  });

  it("takes --json, and nothing else behind doctor", () => {
    expect(parseCommand(["doctor"])).toEqual({ kind: "doctor", asJson: false });
    expect(parseCommand(["doctor", "--json"])).toEqual({ kind: "doctor", asJson: true });
    expect(parseCommand(["users", "list", "--json"])).toMatchObject({ kind: "work", asJson: true });
    expect(() => parseCommand(["doctor", "--loud"])).toThrow("Usage: doctor [--json]");
  });

  it.each([
    ["users blok a@b.example", 'There is no command "users blok". Did you mean "users block"?'],
    ["grant-interviewer", "Give one email address"],
    ["users show nobody", "Give one email address"],
    ["users show nobody@test.example", "Nobody has an account"],
    ["users show a@b.example --loud", "Usage: users show <email>"],
    ["users list everybody", "Usage: users list"],
    ["users", "Say which command: users list, users show"],
    ["payments show 12", "Give one id"],
    ["payments show", "Give one id"],
    ["payments refund 0190a5b8-7c00-7000-8000-00000000ffff --yes", "Say why"],
    ["payouts mark-paid a@b.example --yes", "Give the bank's reference"],
    ["payouts mark-paid a@b.example --reference --yes", "add --yes to do it"],
    ["payouts mark-paid a@b.example --reference x --rupees -5 --yes", "--rupees is a sum like 346.50."],
    ["payouts csv --from 2026-11", "--from must be a day, as in: 2026-11-27."],
    ["payouts csv --from 2026-12-01 --to 2026-11-30", "--to is before --from."],
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
    const costly = [
      "bookings cancel",
      "bookings settle-no-show",
      "coupons make",
      "credits grant",
      "earnings reverse",
      "payments refund",
      "payouts mark-paid",
      "users block",
      "users reset-second-factor",
    ];
    for (const name of costly) expect(() => parseCommand(name.split(" "))).toThrow("add --yes to do it");
    expect(parseCommand(["users", "unblock", "a@b.example", "--yes"])).toMatchObject({ kind: "work" });
  });
});

describe("lists", () => {
  /** More bookings than a page of the operator's list holds. */
  async function insertBookings(interviewer: SignedUpUser, interviewee: SignedUpUser, count: number) {
    await app.deps.pool.query(
      `with numbered as (
         select gen_random_uuid() as slot, timestamptz '2026-01-01T10:00:00Z' + n * interval '1 hour' as at from generate_series(1, $3::int) n),
       slots as (
         insert into availability (id, interviewer_id, starts_at, ends_at, status, created_at)
         select slot, $1, at, at + interval '45 minutes', 'removed', at from numbered)
       insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, created_at, announced_at, cancelled_at, cancelled_by)
       select gen_random_uuid(), slot, $1, $2, at, at + interval '45 minutes', 'cancelled', at, at, at, 'operator' from numbered`,
      [interviewer.user._id, interviewee.user._id, count],
    );
  }

  async function textOf(...given: string[]): Promise<string> {
    const output = await run(...given);
    if (!("file" in output) || typeof output.file === "string")
      throw new Error("not written while it is read");
    let text = "";
    for await (const part of output.file) text += part;
    return text;
  }

  it("show bookings a page at a time, of one person, status and time, and all of them as a file", async () => {
    const [interviewer, interviewee] = [await app.signUpInterviewer(), await app.signUp()];
    await insertBookings(interviewer, interviewee, 1100);
    const { email } = interviewee.user;
    const starts: string[] = [];
    let more: string | undefined = "--after first";
    while (more !== undefined) {
      const after = more.split("--after ")[1] ?? "";
      const given: string[] = after === "first" ? [] : ["--after", after];
      const output = await run("bookings", "list", email, "--limit", "200", ...given);
      if (!("rows" in output)) throw new Error("no rows");
      starts.push(...output.rows.map(({ start }) => String(start)));
      more = output.more;
    }
    expect(starts).toHaveLength(1100);
    expect(starts).toEqual([...new Set(starts)].sort().reverse());

    const window = ["--from", "2026-01-02T00:00:00Z", "--to", "2026-01-02T05:00:00Z"];
    expect(await rows("bookings", "list", email, "--status", "cancelled", ...window)).toHaveLength(5);
    expect(await rows("bookings", "list", email, "--status", "completed")).toEqual([]);
    const lines = (await textOf("bookings", "list", email, "--csv")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(1101);
    expect(lines[0]).toBe("\uFEFFstart,status,interviewee,interviewer,meeting,id");
  });

  it("show people a page at a time, the newest first, and all of them as a file", async () => {
    const person = await app.signUp();
    const [newest] = await rows("users", "list", "--limit", "1");
    expect(newest?.email).toBe(person.user.email);
    expect(await textOf("users", "list", "--csv")).toContain(person.user.email);
  });

  it.each([
    ["bookings list --status gone", "--status must be one of: pending"],
    ["bookings list --from yesterday", "--from must be a time with its zone"],
    ["bookings list --after nowhere", "This list has no such page"],
    ["users list --limit 201", "--limit must be a whole number from 1 to 200."],
  ])("refuse %s with a sentence", async (line, sentence) => {
    await expect(Promise.resolve().then(() => run(...line.split(" ")))).rejects.toThrow(sentence);
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
    const before = (await audited("payment.refunded")).length;
    const person = await app.signUp();
    await buy(app, person, "Pro");
    const id = await paymentOf(person);
    await run("payments", "refund", id, "--sessions", "1", "--reason", "One was enough", "--yes");
    expect(await getSessionCount(app, person)).toBe(2);
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
    expect(await getSessionCount(app, person)).toBe(0);
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
    expect((await audited("payment.refunded")).length).toBe(before + 2);
  });

  it("are not refunded for a session that is booked, until the booking is canceled", async () => {
    const person = await app.signUp();
    await buy(app, person, "Basic");
    const id = await paymentOf(person);
    const interviewer = await app.signUpInterviewer();
    const startTime = hoursFromNow(app, 30);
    await offerSlot(app, interviewer, startTime);
    const booked = await postBooking(app, person, { startTime, interviewerId: interviewer.user._id });
    const bookingId: string = booked.body._id;
    const meeting = async () => (await rows("bookings", "list")).find((row) => row.id === bookingId)?.meeting;
    expect(await meeting()).toBe("none yet");
    await app.runJobs();
    expect(await meeting()).toBe("room");
    const refund = () => run("payments", "refund", id, "--reason", "Ill", "--yes");
    await expect(refund()).rejects.toThrow("None of its sessions can be taken back: ");
    expect(
      await run("bookings", "cancel", bookingId, "--reason", "The interviewer is ill", "--yes"),
    ).toMatchObject({
      msg: expect.stringContaining("canceled"),
    });
    expect(await audited("booking.cancelled")).toMatchObject([
      { details: { reason: "The interviewer is ill" } },
    ]);
    await expect(run("bookings", "cancel", bookingId, "--reason", "Again", "--yes")).rejects.toThrow(
      "canceled already",
    );
    await refund();
    expect(await getSessionCount(app, person)).toBe(0);
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
    expect(listed).toMatchObject({ takes: "25%", plans: "Pro", uses: "0 of any", stopped: "" });
    await run("coupons", "stop", "DIWALI-25");
    await expect(quote(app, person, "Pro", "DIWALI-25")).rejects.toThrow("no longer active");
    expect([(await audited("coupon.made")).length, (await audited("coupon.stopped")).length]).toEqual([1, 1]);
  });
});

describe("credits", () => {
  it("are granted with a reason that the person reads", async () => {
    const person = await app.signUp();
    const { email } = person.user;
    const options = ["--sessions", "2", "--reason", "For the outage", "--yes"];
    const granted = await run("credits", "grant", email, ...options);
    expect(granted).toEqual({ msg: `${email} has 2 sessions more, 2 in all.` });
    expect(await getSessionCount(app, person)).toBe(2);
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
    await app.runJobs(); // The mails that other tests sent.
    const { pool, database, jobs } = app.deps;
    await database
      .transaction()
      .execute((tx) => jobs.enqueue(tx, makeMeeting, { bookingId: "0190a5b8-7c00-7000-8000-000000000009" }));
    await pool.query(
      `update pgboss.job set state = 'failed', output = '{"message": "away"}', completed_on = now() - interval '2 hours' where name = $1 and state = 'created'`,
      [makeMeeting.name],
    );
    const failed = await rows("jobs", "failed");
    expect(failed).toMatchObject([{ name: makeMeeting.name, reason: "away" }]);
    await run("jobs", "retry", String(failed[0]?.id));
    expect(await rows("jobs", "failed")).toEqual([]);
    const { rows: again } = await pool.query("select state, completed_on from pgboss.job where id = $1", [
      failed[0]?.id,
    ]);
    // With a time of completion the queue's maintenance would archive it before it runs.
    expect(again).toEqual([{ state: "retry", completed_on: null }]);
    expect(await audited("job.retried")).toHaveLength(1);
  });
});
