import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import { recordCommand } from "../../../../audit/record-command.ts";
import { getPayment, listPayments } from "../../../payments/list-payments.ts";
import { refundPayment } from "../../../payments/refunds/refund-payment.ts";
import { formatSessionCount } from "../../../payments/rules.ts";
import type { CommandGroup } from "../command.ts";
import { getUserByEmail } from "../get-user.ts";
import { readEmail, readId, readReason, readWholeNumber } from "../read-input.ts";
import { explainNextPage, pageOptions, pageUsage, readPageOptions } from "../read-page.ts";

const formatMoney = (paise: Paise) => formatRupees(rupeesFromPaise(paise), { decimals: true });

export const paymentCommands: CommandGroup = {
  "payments list": {
    usage: `payments list [email] ${pageUsage}`,
    summary: "the newest first, of everybody or of one person",
    options: pageOptions,
    async run(deps, input) {
      const isOfOne = input.positionals.length > 0;
      const user = isOfOne ? await getUserByEmail(deps.database, readEmail(input, "payments list")) : null;
      await recordCommand(deps, "payments-list", user === null ? "everybody" : `user:${user.id}`);
      const { rows, next } = await listPayments(deps.database, user?.id ?? null, readPageOptions(input));
      return { rows: rows.map(presentPayment), ...explainNextPage(next) };
    },
  },
  "payments show": {
    usage: "payments show <id>",
    summary: "one payment with its sessions and refunds",
    async run(deps, input) {
      const id = readId(input, "payments");
      const { purchase, credits, refunds } = await getPayment(deps.database, id);
      await recordCommand(deps, "payments-show", `payment:${id}`);
      const count = (status: string) => credits.filter((credit) => credit.status === status).length;
      return {
        rows: [
          {
            ...presentPayment(purchase),
            inHand: count("available"),
            spent: count("spent"),
            refunded: count("refunded"),
            refundsUnderWay: refunds.filter(({ status }) => status === "pending").length,
            refundRefused: refunds.findLast(({ refusal }) => refusal !== null)?.refusal ?? "no",
            refunds: refunds.map(presentRefund),
          },
        ],
      };
    },
  },
  "payments refund": {
    usage: 'payments refund <id> [--sessions <n>] --reason "…" --yes',
    summary: "give all back, or the money of n sessions; these are taken first",
    options: ["sessions", "reason"],
    confirmation: "This takes the sessions back and sends the money to who paid.",
    async run(deps, input) {
      const paymentId = readId(input, "payments");
      const { sessions: given } = input.options;
      const wanted = given === undefined ? "all" : readWholeNumber(given, "--sessions", { min: 1, max: 100 });
      const { sessions, amountPaise } = await refundPayment(deps, {
        paymentId,
        sessions: wanted,
        reason: readReason(input),
        actor: "command line",
      });
      return {
        msg: `${formatSessionCount(sessions)} taken back. ${formatMoney(amountPaise)} is sent by the running server; the person is told by email when it has gone out.`,
      };
    },
  },
};

function presentPayment(payment: Awaited<ReturnType<typeof listPayments>>["rows"][number]) {
  return {
    paidAt: payment.capturedAt.toISOString(),
    receipt: payment.receipt,
    plan: payment.planType,
    sessions: payment.sessions,
    rupees: rupeesFromPaise(payment.amountPaise),
    status: payment.status === "captured" && payment.refundedPaise > 0 ? "part refunded" : payment.status,
    refundedRupees: rupeesFromPaise(payment.refundedPaise),
    providerPayment: payment.providerPaymentId,
    id: payment.id,
  };
}

function presentRefund(refund: Awaited<ReturnType<typeof getPayment>>["refunds"][number]) {
  return {
    takenBackAt: refund.createdAt.toISOString(),
    sessions: refund.sessions,
    rupees: rupeesFromPaise(refund.amountPaise),
    sentAt: refund.doneAt?.toISOString() ?? "not yet",
    providerRefund: refund.providerRefundId ?? "none yet",
    reason: refund.reason,
  };
}
