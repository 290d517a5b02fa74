import {
  checkOrder,
  leaveSessions,
  type RefundItem,
  refundPayments,
  retryRefund,
} from "@greenroom/contract/desk/money/payments.ts";
import { type Paise, paiseFromRupees } from "@greenroom/contract/kernel/money.ts";
import { asSentence } from "@greenroom/contract/kernel/plain-text.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { sendRefund } from "../../money/payments/mails.ts";
import { getPayment } from "../../money/payments/purchases.ts";
import { checkAgain, lockCheckableOrder } from "../../money/payments/reconcile.ts";
import {
  leaveSessionsOf,
  lockUndecidedRefund,
  lockUnsentRefund,
  planGoodwill,
  planRefund,
  refundGoodwill,
  refundInTransaction,
} from "../../money/payments/refund.ts";
import { formatSessionCount } from "../../money/payments/rules.ts";
import { formatPaise } from "../../money/payouts/rules.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { action, amountToType, numberLines } from "../action.ts";

/** Refunds of one or several payments: all of them, or none. */
export const refund = action(refundPayments, {
  async lock({ deps, tx, input: { items } }) {
    const planned: PlannedRefund[] = [];
    // Sorted, so that two operators with the same payments wait for each other instead of deadlocking.
    for (const item of [...items].sort((one, other) => one.paymentId.localeCompare(other.paymentId))) {
      planned.push(
        await planItem(deps, tx, item).catch(async (error: unknown) => {
          throw items.length === 1 ? error : await nameThePayment(tx, error, item.paymentId);
        }),
      );
    }
    if (sumOf(planned) === 0 && planned.every(({ sentPaise }) => sentPaise === null))
      throw conflict("Nothing was paid for these sessions, so there is nothing to refund.");
    return planned;
  },
  async plan({ tx, subject: planned }) {
    const buyers = planned.map(({ userId }) => userId);
    const people = await findPeople(tx, buyers);
    const total = sumOf(planned);
    return {
      data: planned.map((one) => ({ ...one, email: people.get(one.userId)?.email ?? "A deleted user" })),
      exact: { items: planned.map(({ item }) => item) },
      typed: total === 0 ? null : amountToType(total),
      beneficiaries: buyers,
    };
  },
  describe(planned) {
    const total = sumOf(planned);
    const lines = planned.map(({ email, amountPaise, paidPaise, sentPaise, ...refund }) => ({
      label: sentPaise === null ? "Refund" : "Take back",
      text: `${email}: ${formatPaise(sentPaise ?? amountPaise)} of ${formatPaise(paidPaise)} ${sentPaise === null ? "goes back" : "went back already"}. ${describeSessions(refund)}`,
    }));
    const then = `The provider sends the money, and ${planned.length === 1 ? "the" : "each"} buyer is told by email when it has been sent.`;
    return [
      ...numberLines(lines),
      ...(planned.length > 1
        ? [{ label: "Together", text: `${formatPaise(total)} for ${planned.length} payments.` }]
        : []),
      { label: "Then", text: total === 0 ? "No more money is sent." : then },
    ];
  },
  async run({ deps, tx, subject: planned }, by) {
    let total = 0;
    for (const { item, amountPaise } of planned) {
      const { paymentId } = item;
      total +=
        "goodwill" in item
          ? await refundGoodwill(deps, tx, { ...by, paymentId, amountPaise })
          : (await refundInTransaction(deps, tx, { ...by, paymentId, sessions: item.sessions })).amountPaise;
    }
    if (total === 0) return { msg: "The sessions are taken back." };
    const what = planned.length === 1 ? "The refund is" : `${planned.length} refunds are`;
    return { msg: `${what} on the way: ${formatPaise(total)}.` };
  },
  limit: {
    kind: "refund",
    amount: (planned) => sumOf(planned),
    most: ({ approval }) => approval.refundPaise,
    format: formatPaise,
  },
});

interface PlannedRefund {
  /** With exact values: `all` sessions have become a number. */
  item: RefundItem;
  userId: string;
  paidPaise: Paise;
  amountPaise: Paise;
  /** Set if the money went back already, and none is sent. */
  sentPaise: Paise | null;
  sessions:
    | { taken: number; left: number }
    /** Goodwill, for sessions that stay used, with what went back before. */
    | { used: number; refundedPaise: Paise };
}

async function planItem(deps: Deps, tx: Tx, item: RefundItem): Promise<PlannedRefund> {
  const { paymentId } = item;
  if ("goodwill" in item) {
    const amountPaise = paiseFromRupees(item.goodwill);
    const { payment, ...sessions } = await planGoodwill(deps, tx, { paymentId, amountPaise });
    const of = { item, userId: payment.userId, paidPaise: payment.amountPaise };
    return { ...of, amountPaise, sentPaise: null, sessions };
  }
  const { payment, sessions, amountPaise, leftSessions, earlier } = await planRefund(deps, tx, item);
  return {
    item: { paymentId, sessions },
    userId: payment.userId,
    paidPaise: payment.amountPaise,
    amountPaise,
    sentPaise: earlier?.sentPaise ?? null,
    sessions: { taken: sessions, left: leftSessions },
  };
}

/** The effect on the sessions. */
function describeSessions({ sessions }: Pick<PlannedRefund, "sessions">): string {
  if ("taken" in sessions) {
    const { taken, left } = sessions;
    return `Removes ${formatSessionCount(taken)}. ${left === 0 ? "None" : left} left from this payment.`;
  }
  const { used, refundedPaise } = sessions;
  return `Goodwill: ${formatSessionCount(used)} ${used === 1 ? "stays" : "stay"} used.${refundedPaise > 0 ? ` ${formatPaise(refundedPaise)} went back before.` : ""}`;
}

/** With several payments, the sentence must name the one that it is about. */
async function nameThePayment(tx: Tx, error: unknown, paymentId: string): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "conflict") return error;
  const { purchase } = await getPayment(tx, paymentId);
  return new AppError("conflict", { msg: `Receipt ${purchase.receipt}: ${error.message}`, cause: error });
}

const sumOf = (planned: readonly { amountPaise: Paise }[]): Paise =>
  planned.reduce((total, { amountPaise }) => total + amountPaise, 0);

/**
 * Sends a refund again that the provider refused or did not answer. It is paid at most once, because its id is the
 * idempotency key at the provider. Throws `not_found`, and `conflict` when the money has gone out.
 */
export const retry = action(retryRefund, {
  lock: async ({ tx, id }) => await lockUnsentRefund(tx, id),
  plan: async ({ subject: { id, status, refusal, amountPaise, userId } }) => ({
    data: { id, status, refusal, amountPaise },
    typed: amountToType(amountPaise),
    beneficiaries: [userId],
  }),
  describe: ({ amountPaise, refusal }) => [
    {
      label: "Refund",
      text: `The provider is asked once more to send ${formatPaise(amountPaise)}. It is sent at most once.`,
    },
    {
      label: "So far",
      text: refusal === null ? "The provider has not answered yet." : asSentence(refusal),
    },
  ],
  async run({ deps, tx, id, subject: { paymentId } }) {
    await deps.jobs.enqueue(tx, sendRefund, { refundId: id });
    return {
      msg: "The provider is asked again. Look at the refund again in a minute.",
      audit: { action: "refund.retried", subject: `payment:${paymentId}`, details: { refundId: id } },
    };
  },
});

/** Leaves the sessions of a refund that was made at the provider. Throws `not_found`, and `conflict` when it is decided. */
export const leave = action(leaveSessions, {
  lock: async ({ tx, id }) => await lockUndecidedRefund(tx, id),
  plan: async ({ subject: { id, amountPaise, leftPaise, userId } }) => ({
    data: { id, amountPaise, leftPaise },
    beneficiaries: [userId],
  }),
  describe: ({ amountPaise, leftPaise }) => [
    {
      label: "Refund",
      text: `${formatPaise(amountPaise)} went back at the provider. It counts as goodwill, and the sessions stay as they are.`,
    },
    {
      label: "Then",
      text:
        leftPaise > 0
          ? `A later refund of this payment sends at most the ${formatPaise(leftPaise)} that is left.`
          : "All the money of this payment has gone back. You can take its sessions back later, and no more money is sent.",
    },
  ],
  async run({ tx, id, subject: refund, now }) {
    await leaveSessionsOf(tx, refund, now);
    return {
      msg: "The sessions stay as they are.",
      audit: {
        action: "payment.sessions-left",
        subject: `payment:${refund.paymentId}`,
        details: { refundId: id, amountPaise: refund.amountPaise },
      },
    };
  },
});

/**
 * Has a job ask the provider once more whether an order was paid. Throws `not_found`, and `conflict` for an order that is
 * paid or was never opened.
 */
export const check = action(checkOrder, {
  lock: async ({ tx, id }) => await lockCheckableOrder(tx, id),
  plan: async ({ subject: { receipt, amountPaise, checks, userId } }) => ({
    data: { receipt, amountPaise, checks },
    beneficiaries: [userId],
  }),
  describe: ({ receipt, amountPaise }) => [
    {
      label: "Order",
      text: `${receipt}, ${formatPaise(amountPaise)}. The provider is asked once more whether it was paid.`,
    },
    {
      label: "If it was",
      text: "Its sessions are granted and the receipt is emailed. If not, nothing changes.",
    },
  ],
  async run({ tx, id, subject: order, now }) {
    await checkAgain(tx, order, now);
    return {
      msg: "The provider is asked within a minute. A payment is credited as usual.",
      audit: { action: "order.check-asked", subject: `order:${id}` },
    };
  },
});
