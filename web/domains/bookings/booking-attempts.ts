import { ApiError } from "../../api/errors.ts";

/**
 * The `Idempotency-Key` of each slot that is being booked. A key lives until the server has said yes or no: as long as
 * nobody knows whether a booking was made, asking again must be the same request.
 */
export interface BookingAttempts {
  keyFor: (slotId: string) => string;
  isOpen: (slotId: string) => boolean;
  settle: (slotId: string) => void;
}

export function createBookingAttempts(makeKey: () => string = () => crypto.randomUUID()): BookingAttempts {
  const keys = new Map<string, string>();
  return {
    keyFor(slotId) {
      const key = keys.get(slotId) ?? makeKey();
      keys.set(slotId, key);
      return key;
    },
    isOpen: (slotId) => keys.has(slotId),
    settle: (slotId) => void keys.delete(slotId),
  };
}

/** False when the booking may have been made all the same: no answer, or a server that stumbled on the way. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}
