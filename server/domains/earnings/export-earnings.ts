import { rupeesFromPaise } from "@greenroom/contract/money.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findPeople } from "../accounts/find-people.ts";
import { type EarningRow, selectEarnings } from "./store.ts";
import { writeCsv } from "./write-csv.ts";

/** My earnings as CSV, newest first; days and times on my own clock, which the head of the column names. */
export async function exportEarnings(deps: Deps, actor: Actor): Promise<Buffer> {
  const all = await selectEarnings(deps.database, actor.userId);
  // Its amounts are summed: what was taken away is no part of them.
  const rows = all.filter(({ status }) => status !== "void");
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
  ];
  return Buffer.from(writeCsv([head, ...rows.map((row) => lineOf(row, format))]));
}

function lineOf(row: EarningRow, format: Intl.DateTimeFormat): string[] {
  return [
    format.format(row.startsAt),
    `${row.firstName} ${row.lastName}`.trim(),
    rupeesFromPaise(row.sessionPricePaise).toFixed(2),
    String(row.sharePercent),
    rupeesFromPaise(row.amountPaise).toFixed(2),
    row.status,
    row.creditedAt === null ? "" : format.format(row.creditedAt),
    row.paidAt === null ? "" : format.format(row.paidAt),
  ];
}
