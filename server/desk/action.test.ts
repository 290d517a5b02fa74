import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { creditEarning } from "../money/earnings/earnings.ts";
import {
  createBookedInterview,
  holdInterview,
  hoursFromNow,
  offerSlot,
} from "../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../schedule/bookings/end.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../testing/app.ts";
import { buy } from "../testing/purchases.ts";
import { confirmAction, previewAction } from "./desk.testing.ts";

/*
 * What holds for every action of the desk. It is recorded with its reason, and its undo is possible. When something
 * changes while an operator looks at a preview, or two operators confirm at the same moment, the second is told by a
 * sentence, and nothing is done twice or by half.
 */

let app: TestApp;
const start = "2026-11-20T06:30:00.000Z";
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Scenario {
  path: string;
  body?: object;
  /** The change that somebody else makes while the preview is open. */
  change(other: SignedUpUser): Promise<{ status: number }>;
  /** Whatever the action changes, to compare. */
  read(operator: SignedUpUser): Promise<unknown>;
}

const read = async ({ token }: SignedUpUser, path: string) => (await app.call("GET", path, { token })).body;

async function earned() {
  const booked = await createBookedInterview(app, { pricePaise: 10_000 });
  await holdInterview(app, booked.booking);
  await completeDueBookings(app.deps);
  const { _id: id } = booked.booking;
  await app.deps.database.transaction().execute((tx) => creditEarning(tx, id, app.clock.now()));
  return { ...booked, id };
}

let applicants = 0;
let minutes = 0;
const coupon = {
  kind: "percent",
  value: 25,
  plans: ["Pro"],
  endsAt: null,
  totalLimit: 10,
  perUserLimit: 1,
};

const scenarios: Record<string, () => Promise<Scenario>> = {
  async "a refund of a payment"() {
    const person = await app.signUp();
    await buy(app, person, "Basic");
    const { rows } = await app.deps.pool.query("select id from payments where user_id = $1", [
      person.user._id,
    ]);
    const items = [{ paymentId: rows[0].id, sessions: 1 }];
    const path = "/api/operator/refunds";
    return {
      ...{ path, body: { items } },
      change: (other) => confirmAction(app, other, path, { items }),
      read: (operator) => read(operator, `/api/operator/payments/${rows[0].id}`),
    };
  },
  async "a cancellation"() {
    const { booking } = await createBookedInterview(app, { hours: 30 });
    const path = "/api/operator/bookings/cancellation";
    const body = { bookingIds: [booking._id] };
    return {
      ...{ path, body },
      change: (other) => confirmAction(app, other, path, body),
      read: (operator) => read(operator, `/api/operator/bookings/${booking._id}`),
    };
  },
  async "opening a closed day"() {
    const { booking, interviewer } = await createBookedInterview(app, { hours: 30 });
    await offerSlot(app, interviewer, addMinutes(new Date(booking.startTime), 60).toISOString());
    const canceler = await app.signUpOperator();
    const cancellation = { bookingIds: [booking._id], closesDays: true };
    const { daysOff } = (
      await confirmAction(app, canceler, "/api/operator/bookings/cancellation", cancellation)
    ).body.undo.body;
    const path = "/api/operator/closed-days/reopening";
    return {
      ...{ path, body: { daysOff } },
      change: (other) => confirmAction(app, other, path, { daysOff }),
      read: () => read(interviewer, "/api/interviewer/availability"),
    };
  },
  async "a proposal of another time"() {
    const { booking, interviewer } = await createBookedInterview(app, { hours: 30 });
    const startTime = hoursFromNow(app, 50);
    await offerSlot(app, interviewer, startTime);
    return {
      path: `/api/operator/bookings/${booking._id}/move-proposal`,
      body: { startTime },
      change: (other) =>
        confirmAction(app, other, "/api/operator/bookings/cancellation", { bookingIds: [booking._id] }),
      read: (operator) => read(operator, `/api/operator/bookings/${booking._id}`),
    };
  },
  async "a decision of a dispute"() {
    const { booking, interviewer, interviewee } = await createBookedInterview(app, { pricePaise: 10_000 });
    app.clock.set(addMinutes(new Date(booking.startTime), 5));
    await app.call("POST", `/api/rooms/${booking._id}/presence`, { token: interviewer.token });
    app.clock.set(addMinutes(new Date(booking.startTime), 15));
    await app.call("POST", `/api/bookings/${booking._id}/no-show`, { token: interviewee.token });
    const path = `/api/operator/bookings/${booking._id}/no-show-decision`;
    return {
      ...{ path, body: { outcome: "interviewer-absent" } },
      change: (other) => confirmAction(app, other, path, { outcome: "both-came" }),
      read: (operator) => read(operator, `/api/operator/bookings/${booking._id}`),
    };
  },
  async "a reversal of an earning"() {
    const { id } = await earned();
    const path = `/api/operator/bookings/${id}/earning-reversal`;
    return {
      path,
      change: (other) => confirmAction(app, other, path),
      read: (operator) => read(operator, `/api/operator/bookings/${id}`),
    };
  },
  async "a payout"() {
    const { interviewer } = await earned();
    const target = { kind: "upi", holder: "Ira", pan: "ABCPE1234F", upiId: "ira.viewer@okhdfc" };
    const { token, password } = interviewer;
    await app.call("PUT", "/api/interviewer/payout-details", { token, body: { password, target } });
    app.clock.set(addMinutes(app.clock.now(), 60 * 72));
    const maker = await app.signUpOperator();
    const { batchId } = (await confirmAction(app, maker, "/api/operator/payout-batches")).body;
    const path = "/api/operator/payouts";
    const body = { batchId, interviewerIds: [interviewer.user._id], reference: "BATCH" };
    return {
      ...{ path, body },
      change: (other) => confirmAction(app, other, path, body),
      read: (operator) => read(operator, `/api/operator/people/${interviewer.user._id}`),
    };
  },
  async "an answer to an application"() {
    applicants += 1;
    const email = `stale${applicants}@applicant.example`;
    await app.call("POST", "/api/applications", {
      body: {
        ...{ email, name: "Ishaan Kulkarni", years: 6, experience: "LLM engineer at a bank." },
        ...{ roles: ["ai-engineer"], levels: ["mid"], profileUrl: "https://www.linkedin.com/in/ishaan" },
        ...{ availability: "Evenings", sampleReview: "You found the leak yourself. ".repeat(10).trim() },
      },
    });
    const asker = await app.signUpOperator();
    const [{ _id }] = await read(asker, "/api/operator/applications?state=received");
    return {
      path: `/api/operator/applications/${_id}/approve`,
      change: (other) => confirmAction(app, other, `/api/operator/applications/${_id}/decline`, { text: "" }),
      read: (operator) => read(operator, `/api/operator/applications/${_id}`),
    };
  },
  async "a coupon"() {
    applicants += 1;
    const body = { ...coupon, code: `STALE-${applicants}` };
    const path = "/api/operator/coupons";
    return {
      ...{ path, body },
      change: (other) => confirmAction(app, other, path, body),
      read: (operator) => read(operator, path),
    };
  },
  async "a stop of a coupon"() {
    applicants += 1;
    const maker = await app.signUpOperator();
    const made = await confirmAction(app, maker, "/api/operator/coupons", {
      ...coupon,
      code: `STALE-${applicants}`,
    });
    const path = made.body.undo.path;
    return {
      path,
      change: (other) => confirmAction(app, other, path),
      read: (operator) => read(operator, "/api/operator/coupons"),
    };
  },
  async "a price"() {
    const body = { planType: "Premium", listPrice: 1799, startsAt: null };
    const path = "/api/operator/prices";
    return {
      ...{ path, body },
      change: (other) => confirmAction(app, other, path, { ...body, listPrice: 1899 }),
      read: (operator) => read(operator, path),
    };
  },
  async "founding places"() {
    const body = { places: 40, discount: 50, startsAt: null };
    const path = "/api/operator/founding-terms";
    return {
      ...{ path, body },
      change: (other) => confirmAction(app, other, path, { ...body, places: 30 }),
      read: (operator) => read(operator, "/api/operator/prices"),
    };
  },
  async "a name"() {
    const { user } = await app.signUp();
    const path = `/api/operator/people/${user._id}/details`;
    const body = { firstName: "Meera", lastName: "Iyer", mobileNumber: "+91 98765 43210" };
    return {
      ...{ path, body },
      change: (other) => confirmAction(app, other, path, { ...body, firstName: "Mira" }),
      read: (operator) => read(operator, `/api/operator/people/${user._id}`),
    };
  },
  async "a block"() {
    const { user } = await app.signUp();
    const path = `/api/operator/people/${user._id}/block`;
    return {
      path,
      change: (other) => confirmAction(app, other, path),
      read: (operator) => read(operator, `/api/operator/people/${user._id}`),
    };
  },
  async "a role"() {
    const { user } = await app.signUp();
    const path = `/api/operator/people/${user._id}/role`;
    return {
      ...{ path, body: { role: "support" } },
      change: (other) => confirmAction(app, other, path, { role: "interviewer" }),
      read: (operator) => read(operator, `/api/operator/people/${user._id}`),
    };
  },
};

/** Two owners who have just confirmed, and what both of them see. */
async function arrange(create: () => Promise<Scenario>) {
  // Each at another moment, because two versions of a price cannot start at the same one.
  minutes += 2;
  app.clock.set(addMinutes(new Date(start), minutes));
  const scenario = await create();
  const [one, other] = [await app.signUpOperator(), await app.signUpOperator()];
  const see = async ({ token }: SignedUpUser) => {
    const { path, body = {} } = scenario;
    const { status, body: seen } = await previewAction(app, { token }, path, body);
    expect([status, seen.msg]).toEqual([200, undefined]);
    const typed = seen.typedConfirmation === null ? {} : { typed: seen.typedConfirmation };
    const confirmed = { ...body, reason: "Asked for by email", version: seen.version, ...typed };
    return () => app.call("POST", path, { token, body: confirmed });
  };
  return { ...scenario, one, other, see };
}

/** A sentence that says why, without the name of a constraint or a value that is missing. */
const sentence = expect.stringMatching(/^[A-Z](?!.*(undefined|null|_|Error)).{15,}\.$/);

describe.each(Object.entries(scenarios))("%s", (_name, create) => {
  it("that was previewed before something changed is refused with a sentence, and does nothing", async () => {
    const { one, other, see, change, read: look } = await arrange(create);
    const confirm = await see(one);
    expect((await change(other)).status).toBe(200);
    const before = await look(other);
    const late = await confirm();
    expect([late.status, late.body.msg]).toEqual([409, sentence]);
    expect(await look(other)).toEqual(before);
  });

  it("is recorded with its reason, and can be undone if it offers that", async () => {
    const { one, see, read: look } = await arrange(create);
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
    const { one, other, see } = await arrange(create);
    const confirms = [await see(one), await see(other)];
    const answers = await Promise.all(confirms.map((confirm) => confirm()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.msg).toEqual(sentence);
  });
});
