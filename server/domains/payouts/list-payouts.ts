import { type Paise, rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import type { PageQuery } from "@greenroom/contract/core/page.ts";
import type { Database, Tx } from "../../db/database.ts";
import { streamCsv } from "../earnings/write-csv.ts";
import {
  type DueSum,
  readDueSums,
  readPaidEntries,
  selectDueOf,
  selectDuePage,
  selectDueSums,
  selectPaidOut,
  selectPayouts,
} from "./store.ts";

/** The amount due to each interviewer now; negative if an earning that was paid out was taken back. */
export async function listDuePayouts(database: Database | Tx): Promise<DueSum[]> {
  return await selectDueSums(database);
}

/** A page of the amounts due, by address. */
export async function listDuePage(database: Database, page: PageQuery) {
  return await selectDuePage(database, page);
}

/** The amount that is due to one interviewer now, and the deduction in it for earlier payouts. */
export async function findDueOf(database: Database | Tx, interviewerId: string) {
  return await selectDueOf(database, interviewerId);
}

/** The sum that was transferred to one interviewer, less the deductions of their payouts. */
export async function sumPaidOut(database: Database, interviewerId: string): Promise<Paise> {
  return await selectPaidOut(database, interviewerId);
}

/** All payouts, newest first. */
export async function listPayouts(database: Database, page: PageQuery) {
  return await selectPayouts(database, page);
}

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
    `${line.firstName} ${line.lastName}`.trim(),
    line.startsAt.toISOString(),
    line.bookingId,
    line.kind,
    rupeesFromPaise(line.amountPaise).toFixed(2),
  ]);
}
