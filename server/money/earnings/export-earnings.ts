import type { Readable } from "node:stream";
import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import { type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findPeople } from "../../people/accounts/profile/find-people.ts";
import { type EarningRow, readCountedOrPaidEarnings } from "./store.ts";
import { spoolCsv } from "./write-csv.ts";

/**
 * The actor's earnings as CSV, newest first; days and times in the actor's zone, which the column's header names.
 * People sum the amounts, also by the bank's reference: an earning that was paid and taken back has a second line with
 * the negative amount. One that was taken back before it was paid is left out. Throws the signal's reason once the reader
 * has left.
 */
export async function exportEarnings(deps: Deps, actor: Actor, reader: AbortSignal): Promise<Readable> {
  const me = (await findPeople(deps.database, [actor.userId])).get(actor.userId);
  const timeZone = me?.timeZone ?? deps.config.business.timeZone;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const head = [
    `Interview (${timeZone})`,
    "Interviewee",
    "Session price (INR)",
    "Your share (%)",
    "Amount (INR)",
    "Status",
    `Credited (${timeZone})`,
    `Paid (${timeZone})`,
    "Payment reference",
  ];
  const entries = toEntries(readCountedOrPaidEarnings(deps.database, actor.userId));
  return await spoolCsv(head, entries, (entry) => toCsvRow(entry, format), reader);
}

/** A line of the file: the amount that was earned, or the one that is or will be deducted for it. */
interface Entry {
  row: EarningRow;
  amountPaise: Paise;
  status: "pending" | "credited" | "taken back" | "deducted" | "to be deducted";
  paidAt: Date | null;
  reference: string | null;
}

async function* toEntries(rows: AsyncIterable<EarningRow>): AsyncGenerator<Entry> {
  for await (const row of rows) {
    const { amountPaise, paidAt, payoutReference, takenOffAt, takenOffReference } = row;
    const status = row.status === "void" ? "taken back" : row.status;
    yield { row, amountPaise, status, paidAt, reference: payoutReference };
    if (row.status !== "void") continue;
    const deduction = takenOffAt === null ? "to be deducted" : "deducted";
    yield {
      row,
      amountPaise: -amountPaise,
      status: deduction,
      paidAt: takenOffAt,
      reference: takenOffReference,
    };
  }
}

function toCsvRow(entry: Entry, format: Intl.DateTimeFormat): string[] {
  const { row, amountPaise, status, paidAt, reference } = entry;
  return [
    format.format(row.startsAt),
    fullName(row),
    rupeesFromPaise(row.sessionPricePaise).toFixed(2),
    String(row.sharePercent),
    rupeesFromPaise(amountPaise).toFixed(2),
    status,
    row.creditedAt === null ? "" : format.format(row.creditedAt),
    paidAt === null ? "" : format.format(paidAt),
    reference ?? "",
  ];
}
