import { rupeesFromPaise } from "@greenroom/contract/money.ts";
import type { Database } from "../../db/database.ts";
import { writeCsv } from "../earnings/write-csv.ts";
import { type DueSum, type PaidLine, selectDueSums, selectPaidLines } from "./store.ts";

/** What is due to each interviewer now; negative: they were paid for something that was taken back. */
export async function listDuePayouts(database: Database): Promise<DueSum[]> {
  return await selectDueSums(database);
}

/** The same for a bank's form or a spreadsheet, in rupees. */
export function writeDueCsv(due: DueSum[]): string {
  const head = ["Email", "Name", "Amount (INR)", "Lines"];
  const lines = due.map(({ email, name, amountPaise, lines }) => [
    email,
    name,
    rupeesFromPaise(amountPaise).toFixed(2),
    String(lines),
  ]);
  return writeCsv([head, ...lines]);
}

/** Every line of every payout, oldest first; of one interviewer, or of all (null). */
export async function listPaidLines(database: Database, interviewerId: string | null): Promise<PaidLine[]> {
  return await selectPaidLines(database, interviewerId);
}

/** Paid lines for the books: times in UTC, sums in rupees. */
export function writePaidCsv(paid: PaidLine[]): string {
  const head = ["Paid (UTC)", "Payout", "Reference", "Email", "Name", "Interview (UTC)", "Booking", "Kind"];
  const lines = paid.map((line) => [
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
  return writeCsv([[...head, "Amount (INR)"], ...lines]);
}
