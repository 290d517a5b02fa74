import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import { inTransaction } from "../kernel/db/transaction.ts";
import { savePayoutDetails, upi } from "../money/payouts/payout-details.testing.ts";
import { payOutInTransaction } from "../money/payouts/payouts.ts";
import {
  createBookedInterview,
  hoursFromNow,
  offerSlot,
  recordWait,
} from "../schedule/bookings/bookings.testing.ts";
import { type SignedUpUser, useTestApp } from "../testing/app.ts";
import { earnWith } from "../testing/booked-interview.ts";
import { accessTable } from "../testing/endpoints.ts";
import { buy, createOpenOrder } from "../testing/purchases.ts";
import { mentorPage } from "../testing/records.ts";
import { confirmAction, previewAction } from "./desk.testing.ts";
import { grantOperator } from "./grant-operator.ts";

/*
 * What holds for every action of the desk. It is recorded with its reason, and its undo is possible. When something
 * changes while an operator looks at a preview, or two operators confirm at the same moment, the second is told by a
 * sentence, and nothing is done twice or by half. No operator acts in their own favor.
 */

const app = useTestApp();
const start = "2026-11-20T06:30:00.000Z";

interface Possible {
  path: string;
  body?: object;
  /** Who benefits from the action; absent if it favors nobody. */
  favors?: SignedUpUser;
}

interface Scenario extends Possible {
  /** The change that somebody else makes while the preview is open. */
  change(other: SignedUpUser): Promise<{ status: number }>;
  /** Whatever the action changes, to compare. */
  read(operator: SignedUpUser): Promise<unknown>;
}

const cancellation = "/api/operator/bookings/cancellation";
const book = () => createBookedInterview(app, { hours: 30, pricePaise: 10_000 });

async function earn() {
  const booked = await createBookedInterview(app, { pricePaise: 10_000 });
  await earnWith(app, booked.booking);
  return { ...booked, id: booked.booking._id };
}

async function purchase(person: SignedUpUser): Promise<string> {
  await buy(app, person, "Pro");
  return (await app.read(person, "/api/user/purchases"))[0]._id;
}

async function newestId(table: "refunds" | "orders", { user }: SignedUpUser): Promise<string> {
  const { rows } = await app.deps.pool.query(`select id from ${table} where user_id = $1`, [user._id]);
  return rows[0].id;
}

/** The application of a person, and its page. */
async function apply() {
  const favors = await app.signUp();
  await app.call("POST", "/api/applications", {
    body: {
      ...{
        email: favors.user.email,
        name: "Ishaan Kulkarni",
        years: 6,
        experience: "LLM engineer at a bank.",
      },
      ...{ roles: ["ai-engineer"], levels: ["mid"], profileUrl: "https://www.linkedin.com/in/ishaan" },
      ...{ availability: "Evenings", sampleReview: "You found the leak yourself. ".repeat(10).trim() },
    },
  });
  const { rows } = await app.deps.pool.query("select id from interviewer_applications where email = $1", [
    favors.user.email,
  ]);
  return { favors, application: `/api/operator/applications/${rows[0].id}` };
}

const checkedFact = { kind: "degree", claim: "IIT Bombay degree", evidence: "Certificate, on a call" };

/** A mentor with a page of their own, and the path of their person at the desk. */
async function writeMentorPage() {
  const favors = await app.signUpInterviewer();
  await app.post(favors, "/api/interviewer/profile", mentorPage({}));
  return { favors, page: `/api/operator/people/${favors.user._id}` };
}

let coupons = 0;
function newCoupon() {
  coupons += 1;
  const terms = { endsAt: null, totalLimit: 10, perUserLimit: 1 };
  return { kind: "percent", value: 25, plans: ["Pro"], code: `STALE-${coupons}`, ...terms };
}

/** A call with this answer of the person's own. */
const answering = (what: string, body: object) => async (): Promise<Possible> => {
  const { favors, application } = await apply();
  return { favors, path: `${application}/${what}`, body };
};

const scenarios: Record<string, () => Promise<Scenario>> = {
  async "POST /api/operator/refunds"() {
    const favors = await app.signUp();
    const paymentId = await purchase(favors);
    const items = [{ paymentId, sessions: 1 }];
    const path = "/api/operator/refunds";
    return {
      ...{ favors, path, body: { items } },
      change: (other) => confirmAction(app, other, path, { items }),
      read: (operator) => app.read(operator, `/api/operator/payments/${paymentId}`),
    };
  },
  async "POST /api/operator/bookings/cancellation"() {
    const { booking, interviewee } = await book();
    const body = { bookingIds: [booking._id] };
    return {
      ...{ favors: interviewee, path: cancellation, body },
      change: (other) => confirmAction(app, other, cancellation, body),
      read: (operator) => app.read(operator, `/api/operator/bookings/${booking._id}`),
    };
  },
  async "POST /api/operator/closed-days/reopening"() {
    const { booking, interviewer } = await book();
    await offerSlot(app, interviewer, addMinutes(new Date(booking.startTime), 60).toISOString());
    const closing = { bookingIds: [booking._id], closesDays: true };
    const { body } = await confirmAction(app, await app.signUpOperator(), cancellation, closing);
    const { daysOff } = body.undo.body;
    const path = "/api/operator/closed-days/reopening";
    return {
      ...{ favors: interviewer, path, body: { daysOff } },
      change: (other) => confirmAction(app, other, path, { daysOff }),
      read: () => app.read(interviewer, "/api/interviewer/availability"),
    };
  },
  async "POST /api/operator/bookings/{id}/move-proposal"() {
    const { booking, interviewee, interviewer } = await book();
    const startTime = hoursFromNow(app, 50);
    await offerSlot(app, interviewer, startTime);
    return {
      ...{ favors: interviewee, body: { startTime } },
      path: `/api/operator/bookings/${booking._id}/move-proposal`,
      change: (other) => confirmAction(app, other, cancellation, { bookingIds: [booking._id] }),
      read: (operator) => app.read(operator, `/api/operator/bookings/${booking._id}`),
    };
  },
  async "POST /api/operator/bookings/{id}/no-show-decision"() {
    const { booking, interviewee } = await createBookedInterview(app, { pricePaise: 10_000 });
    await recordWait(app, booking._id);
    app.clock.set(addMinutes(new Date(booking.startTime), 15));
    await app.post(interviewee, `/api/bookings/${booking._id}/no-show`);
    const path = `/api/operator/bookings/${booking._id}/no-show-decision`;
    return {
      ...{ favors: interviewee, path, body: { outcome: "interviewer-absent" } },
      change: (other) => confirmAction(app, other, path, { outcome: "both-came" }),
      read: (operator) => app.read(operator, `/api/operator/bookings/${booking._id}`),
    };
  },
  async "POST /api/operator/bookings/{id}/earning-reversal"() {
    const { id } = await earn();
    const path = `/api/operator/bookings/${id}/earning-reversal`;
    return {
      path,
      change: (other) => confirmAction(app, other, path),
      read: (operator) => app.read(operator, `/api/operator/bookings/${id}`),
    };
  },
  async "POST /api/operator/payouts"() {
    const { interviewer } = await earn();
    await savePayoutDetails(app, interviewer, upi);
    app.clock.advance({ hours: 72 });
    const maker = await app.signUpOperator();
    const { batchId } = (await confirmAction(app, maker, "/api/operator/payout-batches")).body;
    const path = "/api/operator/payouts";
    const body = { batchId, interviewerIds: [interviewer.user._id], reference: "BATCH" };
    return {
      ...{ favors: interviewer, path, body },
      change: (other) => confirmAction(app, other, path, body),
      read: (operator) => app.read(operator, `/api/operator/people/${interviewer.user._id}`),
    };
  },
  async "POST /api/operator/applications/{id}/approve"() {
    const { favors, application } = await apply();
    return {
      ...{ favors, path: `${application}/approve` },
      change: (other) => confirmAction(app, other, `${application}/decline`, { text: "" }),
      read: (operator) => app.read(operator, application),
    };
  },
  async "POST /api/operator/coupons"() {
    const body = newCoupon();
    const path = "/api/operator/coupons";
    return {
      ...{ path, body },
      change: (other) => confirmAction(app, other, path, body),
      read: (operator) => app.read(operator, path),
    };
  },
  async "POST /api/operator/coupons/{id}/stop"() {
    const made = await confirmAction(app, await app.signUpOperator(), "/api/operator/coupons", newCoupon());
    const path = made.body.undo.path;
    return {
      path,
      change: (other) => confirmAction(app, other, path),
      read: (operator) => app.read(operator, "/api/operator/coupons"),
    };
  },
  async "POST /api/operator/prices"() {
    const body = { planType: "Premium", listPrice: 1799, startsAt: null };
    const path = "/api/operator/prices";
    return {
      ...{ path, body },
      change: (other) => confirmAction(app, other, path, { ...body, listPrice: 1899 }),
      read: (operator) => app.read(operator, path),
    };
  },
  async "POST /api/operator/founding-terms"() {
    const body = { places: 40, discount: 50, startsAt: null };
    const path = "/api/operator/founding-terms";
    return {
      ...{ path, body },
      change: (other) => confirmAction(app, other, path, { ...body, places: 30 }),
      read: (operator) => app.read(operator, "/api/operator/prices"),
    };
  },
  async "POST /api/operator/people/{id}/details"() {
    const { user } = await app.signUp();
    const path = `/api/operator/people/${user._id}/details`;
    const body = { firstName: "Meera", lastName: "Iyer", mobileNumber: "+91 98765 43210" };
    return {
      ...{ path, body },
      change: (other) => confirmAction(app, other, path, { ...body, firstName: "Mira" }),
      read: (operator) => app.read(operator, `/api/operator/people/${user._id}`),
    };
  },
  async "POST /api/operator/people/{id}/block"() {
    const { user } = await app.signUp();
    const path = `/api/operator/people/${user._id}/block`;
    return {
      path,
      change: (other) => confirmAction(app, other, path),
      read: (operator) => app.read(operator, `/api/operator/people/${user._id}`),
    };
  },
  async "POST /api/operator/people/{id}/role"() {
    const favors = await app.signUp();
    const path = `/api/operator/people/${favors.user._id}/role`;
    return {
      ...{ favors, path, body: { role: "interviewer" } },
      change: (other) => confirmAction(app, other, path, { role: "support" }),
      read: (operator) => app.read(operator, `/api/operator/people/${favors.user._id}`),
    };
  },
};

/** Further calls that give a person something. */
const gifts: Record<string, () => Promise<Possible>> = {
  async "POST /api/operator/refunds/{id}/retry"() {
    const favors = await app.signUp();
    const items = [{ paymentId: await purchase(favors), sessions: "all" }];
    await confirmAction(app, await app.signUpOperator(), "/api/operator/refunds", { items });
    return { favors, path: `/api/operator/refunds/${await newestId("refunds", favors)}/retry` };
  },
  async "POST /api/operator/refunds/{id}/leave-sessions"() {
    const favors = await app.signUp();
    const items = [{ paymentId: await purchase(favors), sessions: 1 }];
    await confirmAction(app, await app.signUpOperator(), "/api/operator/refunds", { items });
    const id = await newestId("refunds", favors);
    await app.deps.pool.query("update refunds set made_at_provider = true, sessions = 0 where id = $1", [id]);
    return { favors, path: `/api/operator/refunds/${id}/leave-sessions` };
  },
  async "POST /api/operator/people/{id}/mentor-page/show"() {
    const { favors, page } = await writeMentorPage();
    await confirmAction(app, await app.signUpOperator(), `${page}/mentor-page/hide`, {});
    return { favors, path: `${page}/mentor-page/show` };
  },
  async "POST /api/operator/people/{id}/mentor-checks"() {
    const { favors, page } = await writeMentorPage();
    return { favors, path: `${page}/mentor-checks`, body: checkedFact };
  },
  async "POST /api/operator/mentor-checks/{id}/withdrawal"() {
    const { favors, page } = await writeMentorPage();
    const operator = await app.signUpOperator();
    const { body } = await confirmAction(app, operator, `${page}/mentor-checks`, checkedFact);
    await confirmAction(app, operator, body.undo.path, body.undo.body);
    return { favors, path: body.undo.path, body: { isWithdrawn: false } };
  },
  async "POST /api/operator/orders/{id}/check"() {
    const favors = await app.signUp();
    await createOpenOrder(app, favors, "Pro");
    return { favors, path: `/api/operator/orders/${await newestId("orders", favors)}/check` };
  },
  async "POST /api/operator/bookings/{id}/move-proposal/withdrawal"() {
    const { interviewer, booking } = await book();
    const startTime = hoursFromNow(app, 50);
    await offerSlot(app, interviewer, startTime);
    const path = `/api/operator/bookings/${booking._id}/move-proposal`;
    await confirmAction(app, await app.signUpOperator(), path, { startTime });
    return { favors: interviewer, path: `${path}/withdrawal` };
  },
  async "POST /api/operator/payouts/{id}/return"() {
    const { interviewer: favors } = await earn();
    const { _id: id, email } = favors.user;
    const payout = { interviewer: { id, email }, reference: "BATCH-2" };
    const { payoutId } = await inTransaction(app.deps.database, (tx) =>
      payOutInTransaction(app.deps, tx, payout, { actor: "system" }),
    );
    return { favors, path: `/api/operator/payouts/${payoutId}/return` };
  },
  // Who cannot come to the room misses the interview; who cannot sign in afterwards cannot report the other one.
  async "POST /api/operator/people/{id}/block"() {
    const { interviewer: favors, interviewee } = await book();
    return { favors, path: `/api/operator/people/${interviewee.user._id}/block` };
  },
  async "POST /api/operator/people/{id}/sign-out"() {
    const { interviewee: favors, interviewer } = await book();
    return { favors, path: `/api/operator/people/${interviewer.user._id}/sign-out` };
  },
  async "POST /api/operator/people/{id}/delete"() {
    const { interviewer: favors, interviewee } = await earn();
    return { favors, path: `/api/operator/people/${interviewee.user._id}/delete` };
  },
  "POST /api/operator/applications/{id}/trial": answering("trial", { text: "Come to a trial." }),
  "POST /api/operator/applications/{id}/ask": answering("ask", { text: "Where did you work?" }),
  "POST /api/operator/applications/{id}/decline": answering("decline", { text: "" }),
  async "POST /api/operator/people/{id}/grant-sessions"() {
    const favors = await app.signUp();
    return { favors, path: `/api/operator/people/${favors.user._id}/grant-sessions`, body: { sessions: 1 } };
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
  "POST /api/operator/people/{id}/mentor-page/hide": takes,
  "POST /api/operator/people/{id}/unblock": "a blocked person cannot open the desk",
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

/** Makes a person an owner of two days, whose desk is open. */
async function promote({ user }: SignedUpUser): Promise<void> {
  const then = addMinutes(app.clock.now(), -2 * 24 * 60);
  const granting = { ...app.deps, clock: { now: () => then } };
  await grantOperator(granting, { email: user.email, level: "owner", actor: "system" });
  await app.deps.pool.query(
    `insert into operator_sign_ins (session_id, opened_at, confirmed_at)
     select id, $2, $2 from auth_sessions where user_id = $1`,
    [user._id, app.clock.now()],
  );
}

let minutes = 0;
async function arrange<Case>(create: () => Promise<Case>): Promise<Case> {
  // Each at another moment, because two versions of a price cannot start at the same one.
  minutes += 2;
  app.clock.set(addMinutes(new Date(start), minutes));
  return await create();
}

it("every call of the desk that changes something says whom it favors", () => {
  const calls = Object.keys(accessTable).filter(
    (route) => /^(POST|PUT|DELETE) \/api\/operator\//.test(route) && !route.endsWith("/preview"),
  );
  const classified = new Set(Object.keys({ ...scenarios, ...gifts, ...inNobodysFavor }));
  expect([...classified].sort()).toEqual(calls.sort());
});

describe("an owner cannot do in their own favor", () => {
  const msg = "This is in your own favor, so another operator has to do it.";

  it.each(Object.entries({ ...scenarios, ...gifts }).filter(([route]) => !(route in inNobodysFavor)))(
    "%s",
    async (_route, create) => {
      const { favors: me, path, body = {} } = await arrange(create);
      if (me === undefined) throw new Error("it must name whom it favors");
      await promote(me);
      const stranger = await app.signUpOperator();
      const call = (by: SignedUpUser, part: string, more: object = {}) =>
        app.post(by, `${path}${part}`, { ...body, ...more });
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
    },
  );

  it("what another one asked for", async () => {
    const me = await arrange(() => app.signUp());
    await promote(me);
    const path = `/api/operator/people/${me.user._id}/grant-sessions`;
    const { body: asked } = await confirmAction(app, await app.signUpOperator(), path, { sessions: 50 });
    const decide = (decision: string) =>
      confirmAction(app, me, `/api/operator/approvals/${asked.approvalId}/decision`, { decision });
    const own = await decide("approve");
    expect([own.status, own.body.msg]).toEqual([403, msg]);
    expect((await decide("decline")).status).toBe(200);
  });
});

/** Two owners who have just confirmed, and what both of them see. */
async function arrangeFor(create: () => Promise<Scenario>) {
  const { path, body = {}, change, read: look } = await arrange(create);
  const [one, other] = [await app.signUpOperator(), await app.signUpOperator()];
  const see = async ({ token }: SignedUpUser) => {
    const { status, body: seen } = await previewAction(app, { token }, path, body);
    expect([status, seen.msg]).toEqual([200, undefined]);
    const typed = seen.typedConfirmation === null ? {} : { typed: seen.typedConfirmation };
    const confirmed = { ...body, reason: "Asked for by email", version: seen.version, ...typed };
    return () => app.post({ token }, path, confirmed);
  };
  return { change, look, one, other, see };
}

/** A sentence that says why, without the name of a constraint or a value that is missing. */
const sentence = expect.stringMatching(/^[A-Z](?!.*(undefined|null|_|Error)).{15,}\.$/);

describe.each(Object.entries(scenarios))("%s", (_name, create) => {
  it("that was previewed before something changed is refused with a sentence, and does nothing", async () => {
    const { one, other, see, change, look } = await arrangeFor(create);
    const confirm = await see(one);
    expect((await change(other)).status).toBe(200);
    const before = await look(other);
    const late = await confirm();
    expect([late.status, late.body.msg]).toEqual([409, sentence]);
    expect(await look(other)).toEqual(before);
  });

  it("is recorded with its reason, and can be undone if it offers that", async () => {
    const { one, see, look } = await arrangeFor(create);
    const before = await look(one);
    const confirm = await see(one);
    const answer = await confirm();
    expect([answer.status, answer.body.approvalId]).toEqual([200, null]);
    expect(await look(one)).not.toEqual(before);
    const { rows } = await app.deps.pool.query(
      "select from audit_log where actor_user_id = $1 and details->>'reason' = 'Asked for by email'",
      [one.user._id],
    );
    expect(rows.length).toBeGreaterThan(0);
    const { undo } = answer.body;
    if (undo === null) return;
    app.clock.advance({ minutes: 1 });
    const undone = await confirmAction(app, one, undo.path, undo.body);
    expect([undone.status, undone.body.undo === undefined]).toEqual([200, false]);
  });

  it("that two operators confirm at the same moment happens once", async () => {
    const { one, other, see } = await arrangeFor(create);
    const confirms = [await see(one), await see(other)];
    const answers = await Promise.all(confirms.map((confirm) => confirm()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.msg).toEqual(sentence);
  });
});
