import { listPurchases, type Purchase } from "@greenroom/contract/money/payments.ts";
import { call } from "../../api/client.ts";
import { isTransient } from "../../api/errors.ts";

/** A webhook takes a second or two; after that, probably nothing was paid. */
const retryDelays = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map((seconds) => seconds * 1000);

/**
 * Checks for half a minute whether an order was paid after all; null when not. Rejects with the signal's
 * reason.
 */
export async function waitForPurchase(orderId: string, signal: AbortSignal): Promise<Purchase | null> {
  for (const wait of retryDelays) {
    await sleep(wait, signal);
    const purchase = (await fetchPurchases(signal)).find((candidate) => candidate.orderId === orderId);
    if (purchase !== undefined) return purchase;
  }
  return null;
}

/** Keeps checking after a short loss of the connection. */
async function fetchPurchases(signal: AbortSignal): Promise<Purchase[]> {
  try {
    return await call(listPurchases, { signal });
  } catch (error) {
    if (isTransient(error)) return [];
    throw error;
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
