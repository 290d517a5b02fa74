import type {
  DeskPayment,
  DeskPaymentDetail,
  orderStates,
  PaymentState,
  UnpaidOrder,
} from "@greenroom/contract/desk/money/payments.ts";
import * as contract from "@greenroom/contract/desk/money/payments.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { checkoutSchema } from "@greenroom/contract/money/payments.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { findRevocationProblem, listPurchasedCredits } from "../../money/credits/credits.ts";
import { getPayment } from "../../money/payments/purchases.ts";
import { isUndecided } from "../../money/payments/refund.ts";
import { countSessions, goodwillLimit } from "../../money/payments/rules.ts";
import { presentLines } from "../../money/plans/pricing.ts";
import { listOpenApprovalsOf } from "../approvals/approvals.ts";
import { bindList, recordDataView } from "../list.ts";
import { findPersonIds, isOneOf, presentSelected, selectPerson } from "../people/find-people.ts";

/** Payments, refunds and unpaid orders at the desk. */
export function registerDeskPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  const { database } = deps;
  bindList(app, deps, contract.listDeskPayments, {
    view: "payments-listed",
    read: ({ query }) => selectDeskPayments(database, query),
    present: presentPayment,
  });
  bind(app, deps, contract.getDeskPayment, ({ actor, params }) => getDeskPayment(deps, actor, params.id));
  bindList(app, deps, contract.listUnsentRefunds, {
    view: "refunds-listed",
    read: ({ query }) => selectUnsentRefunds(database, query),
    present: (row) => ({
      ...presentRefund(row),
      paymentId: row.paymentId,
      person: presentSelected(row.person),
    }),
  });
  bindList(app, deps, contract.listUnpaidOrders, {
    view: "orders-listed",
    read: ({ query }) => selectUnpaidOrders(database, query),
    present: presentUnpaidOrder,
  });
}

/** One payment with its order, sessions and refunds. Throws `not_found`. */
async function getDeskPayment(deps: Deps, actor: Actor, id: string): Promise<DeskPaymentDetail> {
  const payment = await selectPaymentRows(deps.database).where("payment.id", "=", id).executeTakeFirst();
  if (payment === undefined) throw new AppError("not_found", { msg: "This payment does not exist." });
  await recordDataView(deps, actor, "payment-viewed", `payment:${id}`);
  const { refunds } = await getPayment(deps.database, id);
  const credits = await listPurchasedCredits(deps.database, id);
  const asked = await listOpenApprovalsOf(deps.database, deps.clock.now(), {
    kind: "refund",
    payload: { items: [{ paymentId: id }] },
  });
  return {
    ...presentPayment(payment),
    lines: presentLines(payment.lines),
    coupon: payment.coupon,
    provider: payment.provider,
    orderedAt: payment.orderedAt.toISOString(),
    ...countSessions(credits),
    goodwillLimit: rupeesFromPaise(
      goodwillLimit({
        paidPaise: payment.amountPaise,
        refundedPaise: payment.refundedPaise ?? 0,
        credits,
      }),
    ),
    leftValues: credits
      .filter(({ status }) => status === "available")
      .map(({ valuePaise }) => rupeesFromPaise(valuePaise)),
    refunds: refunds.map(presentRefund),
    askedRefunds: asked,
  };
}

function stateOf({ status, amountPaise, refundedPaise, waiting, refused }: DeskPaymentRow): PaymentState {
  const refunded = refundedPaise ?? 0;
  if ((refused ?? 0) > 0) return "refund-refused";
  if ((waiting ?? 0) > 0) return "refund-waiting";
  if (status === "refunded" || (refunded > 0 && refunded >= amountPaise)) return "refunded";
  return refunded > 0 ? "part-refunded" : "captured";
}

function presentPayment(row: DeskPaymentRow): DeskPayment {
  return {
    _id: row.id,
    person: presentSelected(row.person),
    planType: row.planType,
    sessions: row.sessions,
    amount: rupeesFromPaise(row.amountPaise),
    refunded: rupeesFromPaise(row.refundedPaise ?? 0),
    state: stateOf(row),
    notInFull: findRevocationProblem("all", { spent: row.spent ?? 0, inHand: row.inHand ?? 0 }),
    paidAt: row.capturedAt.toISOString(),
    receipt: row.receipt,
    paymentReference: row.providerPaymentId,
    orderReference: row.providerOrderId ?? "",
  };
}

type RefundRow = Awaited<ReturnType<typeof getPayment>>["refunds"][number];

function presentRefund(refund: RefundRow): DeskPaymentDetail["refunds"][number] {
  const waiting = refund.refusal === null ? ("waiting" as const) : ("refused" as const);
  return {
    _id: refund.id,
    amount: rupeesFromPaise(refund.amountPaise),
    sessions: refund.sessions,
    isUndecided: isUndecided(refund),
    isPartOfOwed: refund.isPartOfOwed,
    reason: refund.reason,
    state: refund.status === "done" ? "sent" : waiting,
    refusal: refund.refusal,
    createdAt: refund.createdAt.toISOString(),
    sentAt: refund.doneAt?.toISOString() ?? null,
    reference: refund.providerRefundId,
  };
}

function presentUnpaidOrder(
  row: Awaited<ReturnType<typeof selectUnpaidOrders>>["rows"][number],
): UnpaidOrder {
  const open = row.givenUpAt === null ? ("open" as const) : ("given-up" as const);
  return {
    _id: row.id,
    person: presentSelected(row.person),
    planType: row.planType,
    amount: rupeesFromPaise(row.amountPaise),
    state: row.status === "failed" ? "failed" : open,
    createdAt: row.createdAt.toISOString(),
    receipt: row.receipt,
    orderReference: row.providerOrderId,
    checks: row.checks,
    nextCheckAt: row.nextCheckAt?.toISOString() ?? null,
    lastDecline: row.declinedAt && { at: row.declinedAt.toISOString(), reason: row.declineReason },
  };
}

interface PaymentFilter {
  person?: string | undefined;
  reference?: string | undefined;
  state?: "captured" | "refunded" | undefined;
  plan?: PlanType | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

function selectPaymentRows(database: Database) {
  return database
    .selectFrom("payments as payment")
    .innerJoin("orders as order", "order.id", "payment.orderId")
    .innerJoin("quotes as quote", "quote.id", "order.quoteId")
    .leftJoin("coupons as coupon", "coupon.id", "quote.couponId")
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("refunds as refund")
          .select(({ fn }) => [
            sql<number>`coalesce(sum(refund.amount_paise), 0)::int8`.as("refundedPaise"),
            fn.countAll<number>().filterWhere("refund.status", "=", "pending").as("waiting"),
            fn.countAll<number>().filterWhere("refund.refusal", "is not", null).as("refused"),
          ])
          .whereRef("refund.paymentId", "=", "payment.id")
          .as("refundTotals"),
      (join) => join.onTrue(),
    )
    .select(["payment.id", "payment.amountPaise", "payment.status", "payment.capturedAt", "payment.provider"])
    .select([
      "payment.providerPaymentId",
      "order.providerOrderId",
      "order.receipt",
      "order.createdAt as orderedAt",
    ])
    .select(["quote.planType", "quote.sessions", "quote.lines", "coupon.code as coupon"])
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("credits as credit")
          .innerJoin("creditLots as lot", "lot.id", "credit.lotId")
          .select(({ fn }) => [
            fn.countAll<number>().filterWhere("credit.status", "=", "spent").as("spent"),
            fn.countAll<number>().filterWhere("credit.status", "=", "available").as("inHand"),
          ])
          .whereRef("lot.paymentId", "=", "payment.id")
          .as("sessions"),
      (join) => join.onTrue(),
    )
    .select(["sessions.spent", "sessions.inHand"])
    .select(["refundTotals.refundedPaise", "refundTotals.waiting", "refundTotals.refused"])
    .select(selectPerson("payment.userId").as("person"));
}
type DeskPaymentRow = Awaited<ReturnType<ReturnType<typeof selectPaymentRows>["execute"]>>[number];

const newestFirst = orderBy("desc", ["instant", "payment.capturedAt"], ["id", "payment.id"]);

/**
 * The sessions were taken back, or goodwill has returned the whole price although the sessions stay used. The index
 * payments_given_back_by_time needs exactly this expression.
 */
const isRefunded = sql<boolean>`(payment.status = 'refunded' or payment.refunded_paise >= payment.amount_paise)`;

/**
 * The condition that a payment or its order has this reference. Finds each by its own index, because a condition with
 * "or" over both tables would read every payment.
 */
function hasReference(reference: string) {
  const { provider } = checkoutSchema.shape;
  return sql<boolean>`payment.id in (
    select id from payments where provider = any(${provider.options}) and provider_payment_id = ${reference}
    union
    select payments.id from orders join payments on payments.order_id = orders.id where orders.receipt = ${reference}
    union
    select payments.id from orders join payments on payments.order_id = orders.id
      where orders.provider = any(${provider.options}) and orders.provider_order_id = ${reference})`;
}

/** A page of payments, newest first. */
async function selectDeskPayments(
  database: Database,
  { person, reference, state, plan, from, to, ...page }: PageQuery & PaymentFilter,
) {
  let query = selectPaymentRows(database);
  if (person) query = query.where(isOneOf("payment.userId", await findPersonIds(database, person)));
  if (reference) query = query.where(hasReference(reference));
  if (state !== undefined)
    query = query.where(state === "refunded" ? isRefunded : sql<boolean>`not ${isRefunded}`);
  if (plan !== undefined) query = query.where("quote.planType", "=", plan);
  if (from !== undefined) query = query.where("payment.capturedAt", ">=", new Date(from));
  if (to !== undefined) query = query.where("payment.capturedAt", "<", new Date(to));
  return await readPage(query, newestFirst, page);
}

const oldestRefundFirst = orderBy("asc", ["instant", "refund.createdAt"], ["id", "refund.id"]);

/** Refunds whose money has not gone out, oldest first. */
function selectUnsentRefunds(
  database: Database,
  { state, ...page }: PageQuery & { state?: "waiting" | "refused" | undefined },
) {
  let query = database
    .selectFrom("refunds as refund")
    .selectAll("refund")
    .select(selectPerson("refund.userId").as("person"))
    .where("refund.status", "=", "pending");
  if (state === "refused") query = query.where("refund.refusal", "is not", null);
  if (state === "waiting") query = query.where("refund.refusal", "is", null);
  return readPage(query, oldestRefundFirst, page);
}
const newestOrderFirst = orderBy("desc", ["instant", "order.createdAt"], ["id", "order.id"]);

/** Orders that were never paid, newest first. */
async function selectUnpaidOrders(
  database: Database,
  {
    state,
    person,
    ...page
  }: PageQuery & { state?: (typeof orderStates)[number] | undefined; person?: string | undefined },
) {
  let query = database
    .selectFrom("orders as order")
    .innerJoin("quotes as quote", "quote.id", "order.quoteId")
    .select(["order.id", "order.amountPaise", "order.status", "order.createdAt", "order.receipt"])
    .select([
      "order.providerOrderId",
      "order.checks",
      "order.nextCheckAt",
      "order.givenUpAt",
      "order.declinedAt",
      "order.declineReason",
      "quote.planType",
    ])
    .select(selectPerson("order.userId").as("person"))
    .where("order.status", "<>", "paid");
  if (person) query = query.where(isOneOf("order.userId", await findPersonIds(database, person)));
  if (state === "failed") query = query.where("order.status", "=", "failed");
  if (state === "open") {
    query = query.where("order.status", "=", "created").where("order.givenUpAt", "is", null);
  }
  if (state === "given-up") {
    query = query.where("order.status", "=", "created").where("order.givenUpAt", "is not", null);
  }
  return await readPage(query, newestOrderFirst, page);
}
