import type { Party } from "@greenroom/contract/bookings.ts";

/**
 * The calls by which the reader of a report answers it, and the addresses of its moments. They differ between
 * interviews and practice rounds.
 */
export interface ReportAnswers {
  viewer: Party;
  /** The address of an item's moment; null if the record has no page. */
  momentPath: ((itemId: string) => string) | null;
  /** Sends an objection and returns the server's message. */
  dispute: (claimId: string, line: string) => Promise<string>;
}
