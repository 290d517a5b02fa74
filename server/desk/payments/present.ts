import type {
  DeskPayment,
  DeskPaymentDetail,
  PaymentState,
  UnpaidOrder,
  UnsentRefund,
} from "@greenroom/contract/desk/money/payments.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { findAnyRevocationProblem } from "../../money/credits/credits.ts";
import type { getPayment } from "../../money/payments/purchases.ts";
import { countSessions, goodwillLimit, type PurchasedCredit } from "../../money/payments/rules.ts";
import { presentLines } from "../../money/plans/pricing.ts";
import { presentOpenApproval } from "../approvals/present-open-approval.ts";
import type { OpenApprovalRow } from "../approvals/store.ts";
import { presentPerson } from "../present-person.ts";
import type { DeskPaymentRow, UnpaidOrderRow, UnsentRefundRow } from "./payment-store.ts";

function stateOf({ status, amountPaise, refundedPaise, waiting, refused }: DeskPaymentRow): PaymentState {
  const refunded = refundedPaise ?? 0;
  if ((refused ?? 0) > 0) return "refund-refused";
  if ((waiting ?? 0) > 0) return "refund-waiting";
  if (status === "refunded" || (refunded > 0 && refunded >= amountPaise)) return "refunded";
  return refunded > 0 ? "part-refunded" : "captured";
}

export function presentPayment(row: DeskPaymentRow): DeskPayment {
  return {
    _id: row.id,
    person: presentPerson(row),
    planType: row.planType,
    sessions: row.sessions,
    amount: rupeesFromPaise(row.amountPaise),
    refunded: rupeesFromPaise(row.refundedPaise ?? 0),
    state: stateOf(row),
    notInFull: findAnyRevocationProblem({ spent: row.spent ?? 0, inHand: row.inHand ?? 0 }),
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
    reason: refund.reason,
    state: refund.status === "done" ? "sent" : waiting,
    refusal: refund.refusal,
    createdAt: refund.createdAt.toISOString(),
    sentAt: refund.doneAt?.toISOString() ?? null,
    reference: refund.providerRefundId,
  };
}

interface PaymentParts {
  payment: DeskPaymentRow;
  /** In the order in which a refund takes them. */
  credits: PurchasedCredit[];
  refunds: RefundRow[];
  asked: OpenApprovalRow[];
}

export function presentPaymentDetail({ payment, credits, refunds, asked }: PaymentParts): DeskPaymentDetail {
  const leftValues = credits
    .filter(({ status }) => status === "available")
    .map(({ valuePaise }) => valuePaise);
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
    leftValues: leftValues.map(rupeesFromPaise),
    refunds: refunds.map(presentRefund),
    askedRefunds: asked.map(presentOpenApproval),
  };
}

export function presentUnsentRefund(row: UnsentRefundRow): UnsentRefund {
  return { ...presentRefund(row), paymentId: row.paymentId, person: presentPerson(row) };
}

export function presentUnpaidOrder(row: UnpaidOrderRow): UnpaidOrder {
  const open = row.givenUpAt === null ? ("open" as const) : ("given-up" as const);
  return {
    _id: row.id,
    person: presentPerson(row),
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
