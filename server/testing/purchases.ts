import type { PlanType, Quote } from "@greenroom/contract/money/plans.ts";
import { sql } from "kysely";
import type { ApiResponse, SignedUpUser, TestApp } from "./app.ts";

/** Requests the price as the page does. */
export async function quote(
  app: TestApp,
  by: SignedUpUser,
  planType: string,
  coupon?: string,
): Promise<Quote> {
  const answer = await app.post(by, "/api/user/purchase-plan", {
    planType,
    ...(coupon === undefined ? {} : { coupon }),
  });
  if (answer.status !== 200) throw new Error(`quote: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Orders at a quote's price. */
export async function order(
  app: TestApp,
  by: SignedUpUser,
  { planType, newPrice }: Pick<Quote, "planType" | "newPrice">,
  coupon?: string,
  slotId?: string,
): Promise<ApiResponse> {
  const chosen = { ...(coupon === undefined ? {} : { coupon }), ...(slotId === undefined ? {} : { slotId }) };
  const body = { planType, newPrice, amount: newPrice, ...chosen };
  return await app.post(by, "/api/payment/create-order", body);
}

/** Quotes and orders; returns the provider's order id. */
export async function createOpenOrder(
  app: TestApp,
  person: SignedUpUser,
  planType: string,
  coupon?: string,
  slotId?: string,
) {
  const quoted = await quote(app, person, planType, coupon);
  const opened = await order(app, person, quoted, coupon, slotId);
  if (opened.status !== 200) throw new Error(`order: ${JSON.stringify(opened.body)}`);
  return { id: opened.body.id as string, quoted };
}

export async function pay(app: TestApp, id: string, outcome = "success"): Promise<ApiResponse> {
  return await app.call("POST", `/api/sandbox/orders/${id}/pay`, { body: { outcome } });
}

/** Everything up to the request that the page sends to verify-payment. The webhook is a waiting job. */
export async function createPaidOrder(
  app: TestApp,
  person: SignedUpUser,
  planType: string,
  coupon?: string,
  slotId?: string,
) {
  const { id, quoted } = await createOpenOrder(app, person, planType, coupon, slotId);
  const paid = await pay(app, id);
  const callback = paid.body as {
    razorpay_order_id: string;
    razorpay_payment_id: string;
    razorpay_signature: string;
  };
  return { ...callback, planType: quoted.planType, newPrice: quoted.newPrice };
}

export async function verify(app: TestApp, by: SignedUpUser, callback: unknown): Promise<ApiResponse> {
  return await app.post(by, "/api/payment/verify-payment", callback);
}

/** A purchase from quote to verified. Returns the payment's id. */
export async function buy(
  app: TestApp,
  person: SignedUpUser,
  planType: string,
  coupon?: string,
): Promise<string> {
  const paid = await createPaidOrder(app, person, planType, coupon);
  const verified = await verify(app, person, paid);
  if (verified.status !== 200) throw new Error(`verify: ${JSON.stringify(verified.body)}`);
  const { rows } = await app.deps.pool.query("select id from payments where provider_payment_id = $1", [
    paid.razorpay_payment_id,
  ]);
  return rows[0].id;
}

export async function getSessionCount(app: TestApp, by: SignedUpUser): Promise<number> {
  const { body } = await app.get(by, "/api/user/profile");
  return body.sessionCount;
}

/** Counts the rows of the money tables, to check that a refused call changed nothing. */
export async function countMoneyRows(app: TestApp): Promise<unknown> {
  const { rows } = await sql`select
    (select count(*) from quotes) quotes, (select count(*) from orders) orders,
    (select string_agg(status, ',' order by id) from orders) statuses,
    (select count(*) from payments) payments, (select count(*) from founding_members) members,
    (select count(*) from webhook_events) events, (select count(*) from credits) credits,
    (select count(*) from ledger_entries) ledger, (select count(*) from sandbox.orders) sandbox_orders,
    (select count(*) from sandbox.payments) sandbox_payments`.execute(app.deps.database);
  return rows[0];
}

interface TestCoupon {
  code: string;
  kind?: "percent" | "fixed";
  value?: number;
  planTypes?: PlanType[];
  startsAt?: string;
  endsAt?: string;
  totalLimit?: number;
  perUserLimit?: number;
}

export async function insertCoupon(app: TestApp, { kind = "percent", value = 10, ...coupon }: TestCoupon) {
  await app.deps.database
    .insertInto("coupons")
    .values({
      id: crypto.randomUUID(),
      kind,
      value,
      startsAt: "2026-01-01T00:00:00Z",
      createdAt: app.clock.now(),
      ...coupon,
    })
    .execute();
}

/** A new person who has bought this plan, and the payment. */
export async function buyAsNewcomer(app: TestApp, plan = "Pro") {
  const person = await app.signUp({ firstName: "Kavya", lastName: "Rao" });
  const paymentId = await buy(app, person, plan);
  await app.runJobs();
  return { person, paymentId };
}

/** The lines of the audit log about a subject, oldest first. */
export async function auditLinesOf(app: TestApp, subject: string) {
  const { rows } = await app.deps.pool.query(
    "select action, actor_user_id, details from audit_log where subject = $1 order by id",
    [subject],
  );
  return rows;
}
