import type { EndpointOutput } from "@greenroom/contract/endpoint.ts";
import { currency } from "@greenroom/contract/money.ts";
import type { createOrder } from "@greenroom/contract/payments.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { holdOrder, type OrderWish } from "./hold-order.ts";
import { failUnopenedOrder, getOrder, type OrderRow, setProviderOrderId } from "./order-store.ts";
import { presentOrder } from "./present.ts";
import { nextCheck } from "./reconciliation-rules.ts";
import { getPayer } from "./store.ts";

/**
 * Opens an order at the provider and answers what its checkout needs. Throws `price_changed` with the fresh quote,
 * `invalid_input` for a coupon, `too_many_requests`, and `unavailable` when the provider is away: then nothing is held.
 */
export async function openOrder(
  deps: Deps,
  actor: Actor,
  wish: OrderWish,
): Promise<EndpointOutput<typeof createOrder>> {
  await deps.limits.count("order-by-user", actor.userId);
  const order = await holdOrder(deps, actor.userId, wish);
  const providerOrderId = order.providerOrderId ?? (await openAtProvider(deps, order));
  const payer = await getPayer(deps.database, actor.userId);
  return presentOrder({
    order,
    providerOrderId,
    payer,
    checkout: deps.payments.checkout,
    name: deps.config.business.name,
  });
}

function providerAway(cause: unknown): AppError {
  const retryAfterSeconds = (cause instanceof AppError ? cause.retryAfterSeconds : undefined) ?? 10;
  return new AppError("unavailable", { msg: "Failed to create payment order.", retryAfterSeconds, cause });
}

/** The network call stands between two transactions: a crash here leaves an order that nobody can pay and whose hold ends by itself. */
async function openAtProvider(deps: Deps, { id, amountPaise, receipt }: OrderRow): Promise<string> {
  let providerOrderId: string;
  try {
    const opened = await deps.payments.openOrder({ amountPaise, currency, receipt });
    if (opened.amountPaise !== amountPaise || opened.currency !== currency) {
      throw new Error(`the provider opened ${opened.id} for another amount than order ${id} asks`);
    }
    providerOrderId = opened.id;
  } catch (cause) {
    await failUnopenedOrder(deps.database, id);
    throw providerAway(cause);
  }
  const nextCheckAt = nextCheck(deps.clock.now(), 0);
  if (await setProviderOrderId(deps.database, id, { providerOrderId, nextCheckAt })) return providerOrderId;
  // A second click was quicker; both go on with its order at the provider, ours there is never shown to anybody.
  const { providerOrderId: earlier } = await getOrder(deps.database, id);
  if (earlier === null) throw providerAway(new Error(`order ${id} was given up by a parallel request`));
  return earlier;
}
