import type {
  DeskPayment,
  DeskPaymentDetail,
  UnpaidOrder,
  UnsentRefund,
} from "@greenroom/contract/desk/money/payments.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { listPurchasedCredits } from "../../money/credits/credits.ts";
import { getPayment } from "../../money/payments/purchases.ts";
import { listOpenApprovalsOf } from "../approvals/store.ts";
import { recordDataView } from "../record-data-view.ts";
import {
  findDeskPayment,
  type PaymentFilter,
  selectDeskPayments,
  selectUnpaidOrders,
  selectUnsentRefunds,
} from "./payment-store.ts";
import { presentPayment, presentPaymentDetail, presentUnpaidOrder, presentUnsentRefund } from "./present.ts";

type ListDeps = Pick<Deps, "database" | "clock">;

export async function listDeskPayments(
  deps: ListDeps,
  actor: Actor,
  { limit, after, ...filter }: PageQuery & PaymentFilter,
): Promise<Page<DeskPayment>> {
  await recordDataView(deps, actor, "payments-listed");
  const { rows, next } = await selectDeskPayments(deps.database, filter, { limit, after });
  return { rows: rows.map(presentPayment), next };
}

/** One payment with its order, sessions and refunds. Throws `not_found`. */
export async function getDeskPayment(deps: ListDeps, actor: Actor, id: string): Promise<DeskPaymentDetail> {
  const payment = await findDeskPayment(deps.database, id);
  if (payment === null) throw new AppError("not_found", { msg: "This payment does not exist." });
  await recordDataView(deps, actor, "payment-viewed", `payment:${id}`);
  const { refunds } = await getPayment(deps.database, id);
  const credits = await listPurchasedCredits(deps.database, id);
  const asked = await listOpenApprovalsOf(deps.database, deps.clock.now(), {
    kind: "refund",
    payload: { items: [{ paymentId: id }] },
  });
  return presentPaymentDetail({ payment, credits, refunds, asked });
}

export async function listUnsentRefunds(
  deps: ListDeps,
  actor: Actor,
  { limit, after, state }: PageQuery & { state?: "waiting" | "refused" | undefined },
): Promise<Page<UnsentRefund>> {
  await recordDataView(deps, actor, "refunds-listed");
  const { rows, next } = await selectUnsentRefunds(deps.database, state, { limit, after });
  return { rows: rows.map(presentUnsentRefund), next };
}

export async function listUnpaidOrders(
  deps: ListDeps,
  actor: Actor,
  { limit, after, ...filter }: PageQuery & Parameters<typeof selectUnpaidOrders>[1],
): Promise<Page<UnpaidOrder>> {
  await recordDataView(deps, actor, "orders-listed");
  const { rows, next } = await selectUnpaidOrders(deps.database, filter, { limit, after });
  return { rows: rows.map(presentUnpaidOrder), next };
}
