import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { z } from "zod";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { getPayment } from "../../money/payments/purchases.ts";
import {
  planGoodwill,
  planRefund,
  refundGoodwill,
  refundInTransaction,
} from "../../money/payments/refund.ts";
import { formatSessionCount } from "../../money/payments/rules.ts";
import { formatPaise } from "../../money/payouts/rules.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import type { ApprovableAction } from "../approvals/approvable-action.ts";
import { amountToType, numberLines } from "../preview.ts";

const payload = z.object({
  items: z
    .array(
      z.union([
        z.object({ paymentId: z.string(), sessions: z.union([z.literal("all"), z.number().int()]) }),
        z.object({ paymentId: z.string(), goodwillPaise: z.number().int().positive() }),
      ]),
    )
    .min(1)
    .max(maxActionRows),
});
type Payload = z.infer<typeof payload>;

/** With several payments, the sentence must name the one that it is about. */
async function nameThePayment(tx: Tx, error: unknown, paymentId: string): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "conflict") return error;
  const { purchase } = await getPayment(tx, paymentId);
  return new AppError("conflict", { msg: `Receipt ${purchase.receipt}: ${error.message}`, cause: error });
}

interface Planned {
  /** A refund with exact values: `all` sessions have become a number. */
  item: Payload["items"][number];
  payment: { userId: string; amountPaise: Paise };
  amountPaise: Paise;
  /** The effect on the sessions, as the end of a sentence. */
  effect: string;
  /** Set if the money went back at the provider already. */
  sentPaise: Paise | null;
}

async function planItem(deps: Deps, tx: Tx, item: Payload["items"][number]): Promise<Planned> {
  const { paymentId } = item;
  if ("goodwillPaise" in item) {
    const amountPaise = item.goodwillPaise;
    const { payment, used, refundedPaise } = await planGoodwill(deps, tx, { paymentId, amountPaise });
    const stays = `the ${formatSessionCount(used)} that ${used === 1 ? "is used stays" : "are used stay"} used`;
    // A second refund shows another preview than the first, so two operators cannot confirm the same one.
    const before = refundedPaise > 0 ? ` ${formatPaise(refundedPaise)} went back before.` : "";
    const effect = `it is goodwill: ${stays}.${before}`;
    return { item, payment, amountPaise, effect, sentPaise: null };
  }
  const { payment, sessions, amountPaise, leftSessions, madeAtProvider } = await planRefund(deps, tx, item);
  const effect = `${formatSessionCount(sessions)} of this payment ${sessions === 1 ? "is" : "are"} taken back: ${leftSessions} ${leftSessions === 1 ? "is" : "are"} left to book.`;
  const sentPaise = madeAtProvider?.amountPaise ?? null;
  return { item: { paymentId, sessions }, payment, amountPaise, effect, sentPaise };
}

const sum = (amounts: Paise[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Refunds of one or several payments: all of them, or none. */
export const refundAction: ApprovableAction<Payload> = {
  kind: "refund",
  payload,
  async plan(deps, tx, { items }) {
    const planned: Planned[] = [];
    // Sorted, so that two operators with the same payments wait for each other instead of deadlocking.
    for (const item of [...items].sort((one, other) => one.paymentId.localeCompare(other.paymentId))) {
      planned.push(
        await planItem(deps, tx, item).catch(async (error: unknown) => {
          throw items.length === 1 ? error : await nameThePayment(tx, error, item.paymentId);
        }),
      );
    }
    const people = await findPeople(
      tx,
      planned.map(({ payment }) => payment.userId),
    );
    const totalPaise = sum(planned.map(({ amountPaise }) => amountPaise));
    if (totalPaise === 0 && planned.every(({ sentPaise }) => sentPaise === null)) {
      throw new AppError("conflict", {
        msg: "Nothing was paid for these sessions, so there is nothing to refund.",
      });
    }
    const lines = planned.map(({ payment, amountPaise, effect, sentPaise }) => ({
      label: sentPaise === null ? "Refund" : "Take back",
      text: `${people.get(payment.userId)?.email ?? "A deleted user"}: ${formatPaise(sentPaise ?? amountPaise)} of ${formatPaise(payment.amountPaise)} ${sentPaise === null ? "goes back" : "went back at the provider"}, and ${effect}`,
    }));
    return {
      payload: { items: planned.map(({ item }) => item) },
      lines: [
        ...numberLines(lines),
        ...(planned.length > 1
          ? [{ label: "Together", text: `${formatPaise(totalPaise)} for ${planned.length} payments.` }]
          : []),
        {
          label: "Then",
          text:
            totalPaise === 0
              ? "No more money is sent."
              : `The provider sends the money, and ${planned.length === 1 ? "the" : "each"} buyer is told by email when it has been sent.`,
        },
      ],
      typedConfirmation: totalPaise === 0 ? null : amountToType(totalPaise),
      state: planned.flatMap(({ item: { paymentId }, effect }) => [paymentId, effect]),
      beneficiaries: planned.map(({ payment }) => payment.userId),
      amount: totalPaise,
      limit: deps.config.approval.refundPaise,
      format: formatPaise,
    };
  },
  async run(deps, tx, { items }, by) {
    const refunded: Paise[] = [];
    for (const item of items) {
      const refund = { ...by, paymentId: item.paymentId };
      refunded.push(
        "goodwillPaise" in item
          ? await refundGoodwill(deps, tx, { ...refund, amountPaise: item.goodwillPaise })
          : (await refundInTransaction(deps, tx, { ...refund, sessions: item.sessions })).amountPaise,
      );
    }
    if (sum(refunded) === 0) return { msg: "The sessions are taken back." };
    const what = items.length === 1 ? "The refund is" : `${items.length} refunds are`;
    return { msg: `${what} on the way: ${formatPaise(sum(refunded))}.` };
  },
};
