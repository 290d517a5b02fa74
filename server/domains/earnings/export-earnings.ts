import type { Readable } from "node:stream";
import { fullName } from "@greenroom/contract/core/full-name.ts";
import { rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import type { Actor } from "../../core/actor.ts";
import type { Deps } from "../../deps.ts";
import { findPeople } from "../accounts/profile/find-people.ts";
import { type EarningRow, readValidEarnings } from "./store.ts";
import { spoolCsv } from "./write-csv.ts";

/**
 * The actor's earnings as CSV, newest first; days and times in the actor's zone, which the column's header names.
 * People sum the amounts, so voided earnings are left out. Throws the signal's reason once the reader has left.
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
  const earnings = readValidEarnings(deps.database, actor.userId);
  return await spoolCsv(head, earnings, (row) => toCsvRow(row, format), reader);
}

function toCsvRow(row: EarningRow, format: Intl.DateTimeFormat): string[] {
  return [
    format.format(row.startsAt),
    fullName(row),
    rupeesFromPaise(row.sessionPricePaise).toFixed(2),
    String(row.sharePercent),
    rupeesFromPaise(row.amountPaise).toFixed(2),
    row.status,
    row.creditedAt === null ? "" : format.format(row.creditedAt),
    row.paidAt === null ? "" : format.format(row.paidAt),
    row.payoutReference ?? "",
  ];
}
