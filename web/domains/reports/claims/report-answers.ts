import type { Party } from "@greenroom/contract/bookings.ts";

/** How the reader of a report answers it, and where its moments are. Interviews and practice rounds each have one. */
export interface ReportAnswers {
  viewer: Party;
  /** The address of an item's moment; null if the record has no page. */
  momentPath: ((itemId: string) => string) | null;
  /** Sends an objection and returns the server's message. */
  dispute: (claimId: string, line: string) => Promise<string>;
}
