import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { currency } from "@greenroom/contract/kernel/money.ts";
import type { createOrder } from "@greenroom/contract/money/payments.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { presentOrder } from "../present.ts";
import { nextCheck } from "../reconciliation/rules.ts";
import { getBuyer } from "../store.ts";
import { failUnopenedOrder, getOrder, type OrderRow, setProviderOrderId } from "./order-store.ts";
import { type OrderRequest, placeOrder } from "./place-order.ts";

/**
 * Opens an order at the provider and returns the data that its checkout needs. Throws `price_changed` with the new
 * quote, `invalid_input` for a coupon, `too_many_requests`, and `unavailable` if the provider is down, in which
 * case nothing is held.
 */
export async function openOrder(
  deps: Deps,
  actor: Actor,
  orderRequest: OrderRequest,
): Promise<EndpointOutput<typeof createOrder>> {
  const order = await placeOrder(deps, actor.userId, orderRequest);
  const providerOrderId = order.providerOrderId ?? (await openAtProvider(deps, order));
  const payer = await getBuyer(deps.database, actor.userId);
  return presentOrder({
    order,
    providerOrderId,
    payer,
    checkout: deps.payments.checkout,
    name: deps.config.business.name,
  });
}

function providerUnavailableError(cause: unknown): AppError {
  const retryAfterSeconds = (cause instanceof AppError ? cause.retryAfterSeconds : undefined) ?? 10;
  return new AppError("unavailable", { msg: "Failed to create payment order.", retryAfterSeconds, cause });
}

/**
 * The network call is between two transactions. A crash here leaves an order that nobody can pay and whose hold
 * expires.
 */
async function openAtProvider(deps: Deps, { id, amountPaise, receipt }: OrderRow): Promise<string> {
  let providerOrderId: string;
  try {
    const opened = await deps.payments.openOrder({ amountPaise, currency, receipt });
    if (opened.amountPaise !== amountPaise || opened.currency !== currency) {
      throw new Error(`the provider opened ${opened.id} for another amount than order ${id}`);
    }
    providerOrderId = opened.id;
  } catch (cause) {
    await failUnopenedOrder(deps.database, id);
    throw providerUnavailableError(cause);
  }
  const nextCheckAt = nextCheck(deps.clock.now(), 0);
  if (await setProviderOrderId(deps.database, id, { providerOrderId, nextCheckAt })) return providerOrderId;
  // A second click was faster, so both use its order. The order that we opened is never shown.
  const { providerOrderId: earlier } = await getOrder(deps.database, id);
  if (earlier === null)
    throw providerUnavailableError(new Error(`order ${id} was given up by a parallel request`));
  return earlier;
}
