import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Deps } from "../../../kernel/deps.ts";
import type { ListedRefund } from "../../../vendors/payment/port.ts";
import { getOrder } from "../orders/order-store.ts";
import { findRefundedPayments, recordProviderRefund } from "../refunds/record-provider-refund.ts";
import { undoProviderRefund } from "../refunds/undo-provider-refund.ts";

/** How far back each run looks: longer than an outage of ours, and than the provider takes for a refund that fails. */
const daysBack = 10;
const refundsPerPage = 100;
/** The rest is older, and earlier runs have seen it. */
const maxPages = 20;

/**
 * Asks the provider for its newest refunds, and records those that we did not make or hear of, as their webhook would.
 * Undoes those that failed. Rejects if the provider's call fails; the next run finds the same.
 */
export async function findProviderRefunds(deps: Deps): Promise<void> {
  const since = addMinutes(deps.clock.now(), -daysBack * 24 * 60);
  for (let page = 0; page < maxPages; page += 1) {
    const refunds = await deps.payments.listRefunds({
      since,
      skip: page * refundsPerPage,
      count: refundsPerPage,
    });
    await recordAll(deps, refunds);
    if (refunds.length < refundsPerPage) return;
  }
  deps.log.warn({ since }, "the provider has more refunds than one run reads");
}

async function recordAll(deps: Deps, refunds: readonly ListedRefund[]): Promise<void> {
  const provider = deps.payments.name;
  const payments = await findRefundedPayments(deps.database, { provider, refunds });
  for (const refund of refunds) {
    const payment = payments.get(refund.paymentId);
    // Of another installation, or of a payment that never gave a session.
    if (payment === undefined) continue;
    const { id: providerRefundId, amountPaise } = refund;
    if (refund.status === "failed") await undoProviderRefund(deps, { provider, providerRefundId });
    else if (!payment.knownRefunds.includes(providerRefundId)) {
      const order = await getOrder(deps.database, payment.orderId);
      const { providerPaymentId, paidPaise, currency } = payment;
      await recordProviderRefund(deps, {
        ...{ order, providerPaymentId, paidPaise, currency, providerRefundId, amountPaise },
      });
    }
  }
}
