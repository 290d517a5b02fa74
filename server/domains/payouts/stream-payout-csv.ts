import { fullName } from "@greenroom/contract/core/full-name.ts";
import { rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import type { Database } from "../../db/database.ts";
import { streamCsv } from "../earnings/write-csv.ts";
import { readDueSums, readPaidEntries } from "./store.ts";

/** The amounts due, for a bank's form or a spreadsheet, in rupees; streamed. */
export function streamDueCsv(database: Database): AsyncGenerator<string> {
  const head = ["Email", "Name", "Amount (INR)", "Lines"];
  return streamCsv(head, readDueSums(database), ({ email, name, amountPaise, lines }) => [
    email,
    name,
    rupeesFromPaise(amountPaise).toFixed(2),
    String(lines),
  ]);
}

/**
 * Every entry of every payout for accounting, oldest first, streamed; of one interviewer, or of all (null).
 * Times in UTC, amounts in rupees.
 */
export function streamPaidCsv(database: Database, interviewerId: string | null): AsyncGenerator<string> {
  const head = ["Paid (UTC)", "Payout", "Reference", "Email", "Name", "Interview (UTC)", "Booking", "Kind"];
  return streamCsv([...head, "Amount (INR)"], readPaidEntries(database, interviewerId), (line) => [
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
