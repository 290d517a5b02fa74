import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import { recordCommand } from "../../../../audit/record-command.ts";
import type { Deps } from "../../../../deps.ts";
import { getPayment, listPayments } from "../../../payments/list-payments.ts";
import { refundPayment } from "../../../payments/refunds/refund-payment.ts";
import { formatSessionCount } from "../../../payments/rules.ts";
import type { CommandOutput, Commands } from "../command.ts";
import { getUserByEmail } from "../list-users.ts";
import { readEmail, readId, readReason, wholeNumberReader } from "../read-input.ts";
import { afterOption, explainNextPage, limitOption } from "../read-page.ts";

const formatMoney = (paise: Paise) => formatRupees(rupeesFromPaise(paise), { decimals: true });

export function addPaymentCommands({ add, plan }: Commands): void {
  add("payments list", "list payments of everybody or of one person, newest first")
    .argument("[email]", "only those of this person", readEmail)
    .addOption(limitOption)
    .addOption(afterOption)
    .action((email, { limit, after }) =>
      plan(async (deps) => {
        const user = email === undefined ? null : await getUserByEmail(deps.database, email);
        await recordCommand(deps, "payments-list", user === null ? "everybody" : `user:${user.id}`);
        const { rows, next } = await listPayments(deps.database, user?.id ?? null, { limit, after });
        return { rows: rows.map(presentPayment), ...explainNextPage(next) };
      }),
    );
  add("payments show", "show one payment with its sessions and refunds")
    .argument("<id>", "as the list of payments shows it", readId("payments"))
    .action((id) => plan((deps) => showPayment(deps, id)));
  add("payments refund", "refund all sessions of a payment, or n of them, which are taken back first", {
    confirmation: "This takes the sessions back and sends the money to the person who paid.",
  })
    .argument("<id>", "as the list of payments shows it", readId("payments"))
    .option(
      "--sessions <n>",
      "how many; all of them if left out",
      wholeNumberReader("--sessions", { min: 1, max: 100 }),
    )
    .requiredOption("--reason <text>", "why; the person reads it", readReason)
    .action((paymentId, { sessions: wanted = "all" as const, reason }) =>
      plan(async (deps) => {
        const refund = { paymentId, sessions: wanted, reason, actor: "command line" } as const;
        const { sessions, amountPaise } = await refundPayment(deps, refund);
        return {
          msg: `${formatSessionCount(sessions)} taken back. The running server sends ${formatMoney(amountPaise)}, and then tells the person by email.`,
        };
      }),
    );
}

async function showPayment(deps: Deps, id: string): Promise<CommandOutput> {
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
}

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
