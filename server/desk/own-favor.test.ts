import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../kernel/db/transaction.ts";
import { creditEarning } from "../money/earnings/earnings.ts";
import { savePayoutDetails, upi } from "../money/payouts/payout-details.testing.ts";
import { payOutInTransaction } from "../money/payouts/payouts.ts";
import {
  type BookedInterview,
  createBookedInterview,
  holdInterview,
  hoursFromNow,
  offerSlot,
} from "../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../schedule/bookings/end.ts";
import { createTestApp, type SignedUpUser, type TestApp, testNow } from "../testing/app.ts";
import { accessTable } from "../testing/endpoints.ts";
import { buy, createOpenOrder } from "../testing/purchases.ts";
import { confirmAction } from "./desk.testing.ts";
import { grantOperator } from "./grant-operator.ts";

/*
 * No operator acts in their own favor. Every call of the desk that changes something is in one of the two tables; a new
 * one fails until it is.
 */

let app: TestApp;
let stranger: SignedUpUser;
beforeAll(async () => {
  app = await createTestApp();
  stranger = await app.signUpOperator();
});
afterAll(() => app.close());

interface Scenario {
  /** Who benefits from the action, and tries it as an owner. */
  me: SignedUpUser;
  path: string;
  body?: object;
}

/** Makes a person an owner, whose desk is open. */
async function promote(person: SignedUpUser): Promise<void> {
  const then = addMinutes(app.clock.now(), -2 * 24 * 60);
  const granting = { ...app.deps, clock: { now: () => then } };
  await grantOperator(granting, { email: person.user.email, level: "owner", actor: "system" });
  await openDesk(person);
}

async function book(): Promise<BookedInterview> {
  app.clock.set(testNow);
  return await createBookedInterview(app, { hours: 30, pricePaise: 10_000 });
}

async function earn(): Promise<BookedInterview> {
  const booked = await book();
  await holdInterview(app, booked.booking);
  await completeDueBookings(app.deps);
  await app.deps.database
    .transaction()
    .execute((tx) => creditEarning(tx, booked.booking._id, app.clock.now()));
  return booked;
}

/** Buys with the sandbox, which the test's clock must not have left. */
async function purchase(me: SignedUpUser): Promise<string> {
  await buy(app, me, "Pro");
  const { body } = await app.call("GET", "/api/user/purchases", { token: me.token });
  return body[0]._id;
}

async function apply(email: string): Promise<string> {
  const application = {
    ...{ name: "Ira Viewer", email, years: 4, experience: "ML engineer", roles: ["ai-engineer"] },
    ...{ levels: ["mid"], profileUrl: "https://www.linkedin.com/in/ira", availability: "Evenings" },
    sampleReview: "You found the leak yourself. ".repeat(10).trim(),
  };
  await app.call("POST", "/api/applications", { body: application });
  const { rows } = await app.deps.pool.query("select id from interviewer_applications where email = $1", [
    email,
  ]);
  return rows[0].id;
}

async function disputed(): Promise<BookedInterview> {
  const booked = await book();
  const { _id, startTime } = booked.booking;
  app.clock.set(addMinutes(new Date(startTime), 60));
  await openDesk(stranger);
  await app.deps.pool.query(
    `insert into no_show_reports (id, booking_id, reported_by, reported_at, outcome, record)
     values (gen_random_uuid(), $1, 'interviewee', $2, 'pending', '{}')`,
    [_id, app.clock.now()],
  );
  return booked;
}

/** Calls that give a person something: a scenario in which that person is the operator. */
const inFavor: Record<string, () => Promise<Scenario>> = {
  async "POST /api/operator/bookings/cancellation"() {
    const { interviewee: me, booking } = await book();
    return { me, path: "/api/operator/bookings/cancellation", body: { bookingIds: [booking._id] } };
  },
  async "POST /api/operator/bookings/{id}/no-show-decision"() {
    const { interviewee: me, booking } = await disputed();
    const body = { outcome: "interviewer-absent" };
    return { me, path: `/api/operator/bookings/${booking._id}/no-show-decision`, body };
  },
  async "POST /api/operator/bookings/{id}/move-proposal"() {
    const { interviewee: me, interviewer, booking } = await book();
    const startTime = hoursFromNow(app, 50);
    await offerSlot(app, interviewer, startTime);
    return { me, path: `/api/operator/bookings/${booking._id}/move-proposal`, body: { startTime } };
  },
  async "POST /api/operator/bookings/{id}/move-proposal/withdrawal"() {
    const { interviewer: me, booking } = await book();
    const startTime = hoursFromNow(app, 50);
    await offerSlot(app, me, startTime);
    const path = `/api/operator/bookings/${booking._id}/move-proposal`;
    await confirmAction(app, stranger, path, { startTime });
    return { me, path: `${path}/withdrawal` };
  },
  async "POST /api/operator/closed-days/reopening"() {
    const { interviewer: me, booking } = await book();
    await offerSlot(app, me, hoursFromNow(app, 32));
    const closing = { bookingIds: [booking._id], closesDays: true };
    const { body } = await confirmAction(app, stranger, "/api/operator/bookings/cancellation", closing);
    return { me, path: "/api/operator/closed-days/reopening", body: { daysOff: body.undo.body.daysOff } };
  },
  async "POST /api/operator/refunds"() {
    const me = await app.signUp();
    const items = [{ paymentId: await purchase(me), sessions: "all" }];
    return { me, path: "/api/operator/refunds", body: { items } };
  },
  async "POST /api/operator/refunds/{id}/retry"() {
    const me = await app.signUp();
    const items = [{ paymentId: await purchase(me), sessions: "all" }];
    await confirmAction(app, stranger, "/api/operator/refunds", { items });
    const { rows } = await app.deps.pool.query("select id from refunds where user_id = $1", [me.user._id]);
    return { me, path: `/api/operator/refunds/${rows[0].id}/retry` };
  },
  async "POST /api/operator/orders/{id}/check"() {
    const me = await app.signUp();
    await createOpenOrder(app, me, "Pro");
    const { rows } = await app.deps.pool.query("select id from orders where user_id = $1", [me.user._id]);
    return { me, path: `/api/operator/orders/${rows[0].id}/check` };
  },
  async "POST /api/operator/payouts"() {
    const { interviewer: me } = await earn();
    await savePayoutDetails(app, me, upi);
    app.clock.advance({ hours: 72 });
    await openDesk(stranger);
    const { body } = await confirmAction(app, stranger, "/api/operator/payout-batches");
    const payout = { batchId: body.batchId, interviewerIds: [me.user._id], reference: "BATCH-1" };
    return { me, path: "/api/operator/payouts", body: payout };
  },
  async "POST /api/operator/payouts/{id}/return"() {
    const { interviewer: me } = await earn();
    const { payoutId } = await inTransaction(app.deps.database, (tx) =>
      payOutInTransaction(
        app.deps,
        tx,
        { interviewer: { id: me.user._id, email: me.user.email }, reference: "BATCH-2" },
        { actor: "system" },
      ),
    );
    await openDesk(stranger);
    return { me, path: `/api/operator/payouts/${payoutId}/return` };
  },
  async "POST /api/operator/people/{id}/grant-sessions"() {
    const me = await app.signUp();
    return { me, path: `/api/operator/people/${me.user._id}/grant-sessions`, body: { sessions: 1 } };
  },
  async "POST /api/operator/people/{id}/role"() {
    const me = await app.signUp();
    return { me, path: `/api/operator/people/${me.user._id}/role`, body: { role: "interviewer" } };
  },
  async "POST /api/operator/applications/{id}/approve"() {
    const me = await app.signUp();
    return { me, path: `/api/operator/applications/${await apply(me.user.email)}/approve` };
  },
  async "POST /api/operator/applications/{id}/trial"() {
    const me = await app.signUp();
    const path = `/api/operator/applications/${await apply(me.user.email)}/trial`;
    return { me, path, body: { text: "Come to a trial." } };
  },
  async "POST /api/operator/applications/{id}/ask"() {
    const me = await app.signUp();
    const path = `/api/operator/applications/${await apply(me.user.email)}/ask`;
    return { me, path, body: { text: "Where did you work?" } };
  },
  async "POST /api/operator/applications/{id}/decline"() {
    const me = await app.signUp();
    const path = `/api/operator/applications/${await apply(me.user.email)}/decline`;
    return { me, path, body: { text: "" } };
  },
};

const everybody = "what everybody pays; a low price needs a second owner, and its maker cannot use a coupon";
const ownDesk = "the operator's own access, which takes password and code";
const takes = "it takes something away";
const asks = "it gives nobody anything";

/** Calls that favor nobody, and why. */
const inNobodysFavor: Record<string, string> = {
  "POST /api/operator/access": ownDesk,
  "DELETE /api/operator/access": ownDesk,
  "POST /api/operator/second-factor": ownDesk,
  "POST /api/operator/second-factor/confirm": ownDesk,
  "POST /api/operator/recovery-codes": ownDesk,
  "POST /api/operator/approvals/{id}/decision": "the approved action names its own; tested below",
  "POST /api/operator/bookings/{id}/earning-reversal": takes,
  "POST /api/operator/grants/{id}/withdrawal": takes,
  "POST /api/operator/people/{id}/block": takes,
  "POST /api/operator/people/{id}/unblock": "a blocked person cannot open the desk",
  "POST /api/operator/people/{id}/sign-out": takes,
  "POST /api/operator/people/{id}/delete": "what a person can do without the desk",
  "POST /api/operator/people/{id}/details": "what a person can do without the desk",
  "POST /api/operator/people/{id}/resend-mail": asks,
  "POST /api/operator/people/{id}/see-as": asks,
  "POST /api/operator/see-as": asks,
  "POST /api/operator/applications/{id}/erase": takes,
  "POST /api/operator/payout-batches": "it pays nobody; marking as paid does",
  "POST /api/operator/prices": everybody,
  "POST /api/operator/prices/{id}/withdrawal": everybody,
  "POST /api/operator/founding-terms": everybody,
  "POST /api/operator/coupons": everybody,
  "POST /api/operator/coupons/{id}/resumption": everybody,
  "POST /api/operator/coupons/{id}/stop": takes,
  "POST /api/operator/settlements": asks,
  "POST /api/operator/health/checks": asks,
  "POST /api/operator/jobs/{id}/retry": asks,
  "POST /api/operator/jobs/{id}/discard": asks,
  "POST /api/operator/jobs/{id}/restoration": asks,
  "POST /api/operator/today/lines/take": asks,
  "POST /api/operator/today/lines/release": asks,
  "POST /api/operator/today/lines/done": asks,
  "POST /api/operator/today/lines/reopen": asks,
  "PUT /api/operator/words/{key}": asks,
};

/** Opens the operator's desk at the test's time. */
const openDesk = async ({ user }: SignedUpUser) =>
  app.deps.pool.query(
    `insert into operator_sign_ins (session_id, opened_at, confirmed_at)
     select id, $2, $2 from auth_sessions where user_id = $1
     on conflict (session_id) do update set opened_at = $2, confirmed_at = $2`,
    [user._id, app.clock.now()],
  );

it("every call of the desk that changes something says whom it favors", () => {
  const calls = Object.keys(accessTable).filter(
    (route) => /^(POST|PUT|DELETE) \/api\/operator\//.test(route) && !route.endsWith("/preview"),
  );
  const classified = [...Object.keys(inFavor), ...Object.keys(inNobodysFavor)];
  expect(classified.sort()).toEqual(calls.sort());
});

describe("an owner cannot do in their own favor", () => {
  const msg = "This is in your own favor, so another operator has to do it.";

  it.each(Object.entries(inFavor))("%s", async (_route, arrange) => {
    const { me, path, body = {} } = await arrange();
    await promote(me);
    await openDesk(stranger);
    const call = ({ token }: SignedUpUser, part: string, more: object = {}) =>
      app.call("POST", `${path}${part}`, { token, body: { ...body, ...more } });
    // The action itself is possible, so the refusal is about the person.
    const others = await call(stranger, "/preview");
    expect([others.status, others.body.msg]).toEqual([200, undefined]);
    const preview = await call(me, "/preview");
    expect([preview.status, preview.body.msg]).toEqual([403, msg]);
    // Also with the version that another operator saw.
    const { version, typedConfirmation } = others.body;
    const typed = typedConfirmation === null ? {} : { typed: typedConfirmation };
    const done = await call(me, "", { reason: "For myself", version, ...typed });
    expect([done.status, done.body.msg]).toEqual([403, msg]);
  });
});

it("an owner cannot approve in their own favor what another one asked for", async () => {
  app.clock.set(testNow);
  await openDesk(stranger);
  const me = await app.signUp();
  await promote(me);
  const path = `/api/operator/people/${me.user._id}/grant-sessions`;
  const { body: asked } = await confirmAction(app, stranger, path, { sessions: 50 });
  const decide = (by: SignedUpUser, decision: string) =>
    confirmAction(app, by, `/api/operator/approvals/${asked.approvalId}/decision`, { decision });
  const own = await decide(me, "approve");
  expect([own.status, own.body.msg]).toEqual([
    403,
    "This is in your own favor, so another operator has to do it.",
  ]);
  expect((await decide(me, "decline")).status).toBe(200);
});
