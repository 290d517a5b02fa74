import { listPurchases, type Purchase } from "@greenroom/contract/payments.ts";
import { call } from "../../api/client.ts";
import { isPassing } from "../../api/errors.ts";

/** A webhook takes a second or two; after that it is likelier that nothing was paid. */
const waits = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map((seconds) => seconds * 1000);

/** Looks whether an order was paid after all, for half a minute; null when not. Rejects with the signal's reason. */
export async function waitForPurchase(orderId: string, signal: AbortSignal): Promise<Purchase | null> {
  for (const wait of waits) {
    await sleep(wait, signal);
    const purchase = (await ownPurchases(signal)).find((bought) => bought.orderId === orderId);
    if (purchase !== undefined) return purchase;
  }
  return null;
}

/** A line that broke for a moment is no reason to stop looking. */
async function ownPurchases(signal: AbortSignal): Promise<Purchase[]> {
  try {
    return await call(listPurchases, { signal });
  } catch (error) {
    if (isPassing(error)) return [];
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
