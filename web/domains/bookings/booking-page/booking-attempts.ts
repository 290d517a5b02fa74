import { ApiError } from "../../../api/errors.ts";

/**
 * The `Idempotency-Key` of each slot that is being booked. A key stays until the server accepts or refuses: while
 * the outcome is unknown, a retry must be the same request.
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

/** False when the booking may still have been made: without a response, or after a server error. */
export function isDefiniteRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}
