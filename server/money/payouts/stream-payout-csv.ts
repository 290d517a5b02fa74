import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { toInstantRange } from "../../kernel/days.ts";
import type { Deps } from "../../kernel/deps.ts";
import { streamCsv } from "../earnings/write-csv.ts";
import { readPaidEntries } from "./store.ts";

interface PaidFilter {
  interviewerId?: string | undefined;
  /** The first and the last day on which the payout was made. */
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The entries of payouts for accounting, oldest first, streamed; of one interviewer and of a period in the business's
 * time zone, if they are given. Times in UTC, amounts in rupees.
 */
export function streamPaidCsv(
  { database, config }: Pick<Deps, "database" | "config">,
  { interviewerId, from, to }: PaidFilter,
): AsyncGenerator<string> {
  const rangeOf = (day: string) => toInstantRange({ firstDay: day, lastDay: day }, config.business.timeZone);
  const entries = readPaidEntries(database, {
    interviewerId,
    from: from === undefined ? undefined : rangeOf(from).startsAt,
    until: to === undefined ? undefined : rangeOf(to).endsAt,
  });
  const head = ["Paid (UTC)", "Payout", "Reference", "Email", "Name", "Interview (UTC)", "Booking", "Kind"];
  return streamCsv([...head, "Amount (INR)"], entries, (line) => [
    line.paidAt.toISOString(),
    line.payoutId,
    line.reference,
    line.email,
    fullName(line),
    line.startsAt.toISOString(),
    line.bookingId,
    line.kind,
    rupeesFromPaise(line.amountPaise).toFixed(2),
  ]);
}
