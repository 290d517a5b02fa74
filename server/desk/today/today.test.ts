import { createHmac } from "node:crypto";
import type { WorkKind, WorkLine } from "@greenroom/contract/desk/today.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { importVisits } from "../../room/record/import-interview.ts";
import {
  type BookedInterview,
  createBookedInterview,
  holdInterview,
  insertCompletedInterview,
} from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { buy, createOpenOrder } from "../../testing/purchases.ts";

let app: TestApp;
let operator: SignedUpUser;
let booked: BookedInterview;
beforeEach(async () => {
  app = await createTestApp();
  operator = await app.signUpOperator();
  booked = await createBookedInterview(app);
});
afterEach(() => app.close());

const today = async (by = operator) => await app.read(by, "/api/operator/today");
const linesOf = async (kind: WorkKind): Promise<WorkLine[]> =>
  (await today()).lines.filter((line: WorkLine) => line.kind === kind);
const change = (what: string, body: object, by = operator) =>
  app.post(by, `/api/operator/today/lines/${what}`, body);
const keyOf = ({ kind, subject }: WorkLine) => ({ kind, subject });

async function onlyLine(kind: WorkKind): Promise<WorkLine> {
  const lines = await linesOf(kind);
  expect(lines).toHaveLength(1);
  return lines[0] as WorkLine;
}

async function buyPayment() {
  await buy(app, booked.interviewee, "Basic");
  return await app.deps.database
    .selectFrom("payments")
    .select(["id", "amountPaise"])
    .executeTakeFirstOrThrow();
}

/** Creates one line of each kind of work. */
const arrange: Record<string, () => Promise<void>> = {
  async "no-show"() {
    const { _id: bookingId } = booked.booking;
    await app.deps.database
      .insertInto("noShowReports")
      .values({
        id: newId(),
        bookingId,
        reportedBy: "interviewee",
        record: "{}",
        outcome: "pending",
        reportedAt: app.clock.now(),
      })
      .execute();
  },
  async "short-interview"() {
    const { booking, interviewee, interviewer } = booked;
    const [from, to] = [new Date(booking.startTime), addMinutes(new Date(booking.startTime), 3)];
    const people = [interviewee, interviewer];
    await importVisits(
      app.deps,
      booking._id,
      people.map(({ user }) => ({ personId: user._id, from, to })),
    );
    app.clock.set(new Date(booking.endTime));
    await completeDueBookings(app.deps);
    operator = await app.signUpOperator();
  },
  async "late-feedback"() {
    await holdInterview(app, booked.booking);
    await completeDueBookings(app.deps);
    app.clock.advance({ days: 3 });
    operator = await app.signUpOperator();
  },
  async "refused-refund"() {
    const { id: paymentId } = await buyPayment();
    await app.deps.database
      .insertInto("refunds")
      .values({
        ...{
          id: newId(),
          paymentId,
          userId: booked.interviewee.user._id,
          amountPaise: 9_900,
          sessions: 1,
          reason: "Twice",
        },
        ...{ createdAt: app.clock.now(), refusal: "The balance is too low", refusedAt: app.clock.now() },
      })
      .execute();
  },
  async "payment-mismatch"() {
    const { id } = await createOpenOrder(app, booked.interviewee, "Basic");
    const entity = {
      id: "pay_odd",
      order_id: id,
      amount: 100,
      currency: "INR",
      status: "captured",
      notes: [],
    };
    const raw = JSON.stringify({ event: "payment.captured", payload: { payment: { entity } } });
    const secret = app.deps.hmac("sandbox-payments", "webhook-secret").toString("hex");
    const signature = createHmac("sha256", secret).update(raw).digest("hex");
    const headers = { "x-razorpay-signature": signature };
    expect((await app.call("POST", "/api/payment/webhook", { body: raw, headers })).status).toBe(200);
  },
  async "failed-job"() {
    await app.deps.pool.query(
      `insert into pgboss.job (name, state, data, output, completed_on)
       values ('payments.send-refund', 'failed', '{}', '{"message": "no answer"}', $1)`,
      [app.clock.now()],
    );
  },
  async "held-file"() {
    const { _id: userId } = booked.interviewee.user;
    await app.deps.database
      .insertInto("resumeFiles")
      .values({
        userId,
        fileName: "cv.pdf",
        sizeBytes: 9,
        storageKey: "k",
        uploadedAt: app.clock.now(),
        heldAt: app.clock.now(),
      })
      .execute();
  },
  async "refused-mail"() {
    await refuseMail();
  },
  async "missing-meeting"() {},
  async "low-rating"() {
    for (const score of [2, 3, 4]) await rate(score);
  },
};

async function refuseMail() {
  await app.deps.database
    .insertInto("mailRefusals")
    .values({
      address: booked.interviewee.user.email,
      reply: "550 No such user",
      firstAt: app.clock.now(),
      lastAt: app.clock.now(),
    })
    .onConflict((conflict) => conflict.column("address").doUpdateSet({ lastAt: app.clock.now() }))
    .execute();
}

let rated = 0;
async function rate(interviewScore: number) {
  const { interviewer, interviewee } = booked;
  rated += 1;
  const startsAt = new Date(Date.parse("2026-01-01T00:00:00Z") + rated * 86_400_000);
  const ids = { interviewerId: interviewer.user._id, intervieweeId: interviewee.user._id };
  const { bookingId, endsAt } = await insertCompletedInterview(app, { ...ids, startsAt });
  await app.deps.database.deleteFrom("awaitedFeedback").where("bookingId", "=", bookingId).execute();
  await app.deps.database
    .insertInto("feedback")
    .values({ id: newId(), bookingId, ...ids, interviewScore, overallSummary: "So so.", createdAt: endsAt })
    .execute();
}

describe("the work queue", () => {
  it.each([
    [
      "no-show",
      ["Cand Idate", "Ira Viewer"],
      "Reported by the interviewee, contradicted by the room's record",
    ],
    ["short-interview", ["Cand Idate", "Ira Viewer"], "Ended after 3 min: no reason yet"],
    ["late-feedback", ["Ira Viewer", "Cand Idate"], "No session has been given for it yet"],
    ["refused-refund", ["Cand Idate"], "₹99: The balance is too low"],
    ["payment-mismatch", ["Cand Idate"], "₹1 was paid instead of ₹99, payment pay_odd"],
    ["failed-job", [], "payments.send-refund: no answer"],
    ["held-file", ["Cand Idate"], "cv.pdf is not checked for viruses yet"],
    ["refused-mail", ["Cand Idate"], expect.stringContaining("550 No such user")],
    ["missing-meeting", ["Cand Idate", "Ira Viewer"], "Nobody can join yet"],
    ["low-rating", ["Ira Viewer"], "3.0 over the last 3 ratings"],
  ] as [WorkKind, string[], string][])(
    "has a line for %s, which can be done and undone",
    async (kind, people, detail) => {
      await arrange[kind]?.();
      const line = await onlyLine(kind);
      expect(line.people.map(({ name }) => name)).toEqual(people);
      expect(line).toMatchObject({ detail, takenBy: null });
      const finish = { ...keyOf(line), since: line.since, note: "Looked into it" };
      expect((await change("done", finish)).status).toBe(204);
      expect(await linesOf(kind)).toEqual([]);
      expect((await today()).done).toMatchObject([{ kind, note: "Looked into it", doneBy: { isMe: true } }]);
      expect((await change("done", finish)).status).toBe(409);
      expect((await change("reopen", keyOf(line))).status).toBe(204);
      expect(await onlyLine(kind)).toEqual(line);
    },
  );

  it("begins with what has waited longest, and counts all, mine and done", async () => {
    await arrange["failed-job"]?.();
    app.clock.advance({ minutes: 5 });
    await refuseMail();
    const { lines, counts, byKind } = await today();
    expect(byKind).toMatchObject({ "failed-job": 1, "refused-mail": 1 });
    expect(counts).toEqual({ all: lines.length, mine: 0, done: 0 });
    const times = lines.map(({ since }: WorkLine) => since);
    expect(times).toEqual([...times].sort());
    await change("take", keyOf(await onlyLine("failed-job")));
    expect((await today()).counts).toMatchObject({ mine: 1, done: 0 });
  });

  it("shows a finished line again when its cause occurs again", async () => {
    await refuseMail();
    const line = await onlyLine("refused-mail");
    await change("done", { ...keyOf(line), since: line.since, note: "" });
    app.clock.advance({ minutes: 1 });
    await refuseMail();
    expect((await onlyLine("refused-mail")).since).not.toBe(line.since);
  });

  it("shows the oldest 25 of a kind and counts the rest, so that none of another kind is hidden", async () => {
    await app.deps.pool.query(
      `insert into interviewer_applications (id, email, name, years, experience, roles, levels, profile_url, availability,
         sample_review, submitted_at, waits_from)
       select gen_random_uuid(), 'a' || n || '@applicant.example', 'Applicant ' || n, 1, 'x', '{}', '{}', 'x', 'x', 'x', at, at
       from (select n, $1::timestamptz - n * interval '1 minute' as at from generate_series(1, 210) n) application`,
      [app.clock.now()],
    );
    app.clock.advance({ minutes: 1 });
    await refuseMail();
    const { lines, byKind, counts } = await today();
    const applications = lines.filter(({ kind }: WorkLine) => kind === "application");
    expect(applications).toHaveLength(25);
    expect(applications[0].detail).toContain("Applicant 210");
    expect(byKind.application).toBe(200);
    expect(lines.at(-1).kind).toBe("refused-mail");
    expect(counts.all).toBeGreaterThan(200);
    const { token } = operator;
    const counted = await app.get({ token }, "/api/operator/today/counts");
    expect(counted.body).toEqual(byKind);
  });

  const confirmDesks = () =>
    app.deps.pool.query("update operator_sign_ins set confirmed_at = $1", [app.clock.now()]);

  it("names nobody without a recent confirmation", async () => {
    await refuseMail();
    app.clock.advance({ hours: 4 });
    const read = (path: string) => app.get(operator, path);
    const refused = await read("/api/operator/today");
    expect([refused.status, refused.body.code, refused.body.lines]).toEqual([
      403,
      "confirmation_required",
      undefined,
    ]);
    // How much waits is known without it.
    expect((await read("/api/operator/today/counts")).body["refused-mail"]).toBeGreaterThan(0);
    await confirmDesks();
    expect((await read("/api/operator/today")).status).toBe(200);
  });

  it("leaves an audit line with the people that it shows, for each of them once in a quarter of an hour", async () => {
    const looks = async () =>
      await app.deps.database
        .selectFrom("auditLog")
        .select(["actorUserId", "details"])
        .where("action", "=", "desk.today-viewed")
        .orderBy("id")
        .execute();
    await refuseMail();
    await today();
    await today();
    const candidate = booked.interviewee.user._id;
    expect(await looks()).toEqual([
      {
        actorUserId: operator.user._id,
        details: {
          shown: expect.arrayContaining([`user:${candidate}`, `user:${booked.interviewer.user._id}`]),
        },
      },
    ]);
    const other = await app.signUpOperator();
    await refuseMail();
    await today(other);
    expect((await looks()).at(-1)?.actorUserId).toBe(other.user._id);
    for (const count of [2, 3]) {
      app.clock.advance({ minutes: 8 });
      await confirmDesks();
      await today(other);
      expect(await looks()).toHaveLength(count);
    }
  });

  it("drops a line that is resolved where it came from", async () => {
    await arrange["held-file"]?.();
    await app.deps.database.updateTable("resumeFiles").set({ heldAt: null }).execute();
    expect(await linesOf("held-file")).toEqual([]);
  });
});

describe("two operators", () => {
  it("do not take the same line; an owner can release it", async () => {
    const support = await app.signUpOperator({ level: "support" });
    await arrange["held-file"]?.();
    const key = keyOf(await onlyLine("held-file"));
    expect((await change("take", key, support)).status).toBe(204);
    const refusal = await change("take", key);
    expect([refusal.status, refusal.body.msg]).toEqual([409, `${support.user.firstName} has taken this.`]);
    expect((await onlyLine("held-file")).takenBy).toMatchObject({ _id: support.user._id, isMe: false });
    expect((await change("release", key)).status).toBe(204);
    expect((await change("take", key)).status).toBe(204);
    expect((await change("release", key, support)).status).toBe(409);
  });

  it("finish a line once, and not one that happened again meanwhile", async () => {
    await refuseMail();
    const line = await onlyLine("refused-mail");
    app.clock.advance({ minutes: 1 });
    await refuseMail();
    const stale = await change("done", { ...keyOf(line), since: line.since, note: "" });
    expect([stale.status, stale.body.msg]).toEqual([409, expect.stringContaining("happened again")]);
    const fresh = await onlyLine("refused-mail");
    const finish = () => change("done", { ...keyOf(fresh), since: fresh.since, note: "" });
    expect((await Promise.all([finish(), finish()])).map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it("leave a line each in the audit log, without an address", async () => {
    await refuseMail();
    const line = await onlyLine("refused-mail");
    await change("take", keyOf(line));
    await change("done", { ...keyOf(line), since: line.since, note: "Called them" });
    const lines = await app.deps.database
      .selectFrom("auditLog")
      .select(["action", "subject", "details", "actorUserId"])
      .where("action", "like", "desk.work-%")
      .orderBy("id")
      .execute();
    expect(lines.map(({ action }) => action)).toEqual(["desk.work-taken", "desk.work-done"]);
    expect(lines[1]).toMatchObject({ actorUserId: operator.user._id, details: { note: "Called them" } });
    expect(JSON.stringify(lines)).not.toContain(booked.interviewee.user.email);
  });

  it.each([
    ["kind", { kind: "weather", subject: "x" }],
    ["subject", { kind: "no-show", subject: "" }],
  ])("are told about a wrong %s", async (path, body) => {
    const answer = await change("take", body);
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
  });

  it("cannot take a line that never waited", async () => {
    expect((await change("take", { kind: "no-show", subject: newId() })).status).toBe(409);
    expect((await change("reopen", { kind: "no-show", subject: newId() })).status).toBe(404);
  });
});
