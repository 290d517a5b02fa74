import type { Readable } from "node:stream";
import type { EndpointOutput, PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type {
  Earning,
  HeldEarning,
  listEarnings as listEarningsEndpoint,
} from "@greenroom/contract/money/earnings.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { spoolCsv } from "../csv.ts";
import {
  type EarningRow,
  type EarningSums,
  type HeldRow,
  readCountedOrPaidEarnings,
  selectEarnings,
  selectHeld,
  sumEarnings,
} from "./store.ts";

/** More than an interviewer can have without talking to us. */
const shownHeld = 20;

/** A page of the actor's earnings, newest first, with the sums of all of them and the interviews whose earning is held. */
export async function listEarnings(
  deps: Deps,
  actor: Actor,
  query: PageQuery,
): Promise<Page<EarningRow> & { sums: EarningSums; held: HeldRow[] }> {
  const page = await selectEarnings(deps.database, actor.userId, query);
  const held = await selectHeld(deps.database, actor.userId, shownHeld);
  return { ...page, held, sums: await sumEarnings(deps.database, actor.userId) };
}

interface EarningsAnswer {
  rows: EarningRow[];
  next: string | null;
  sums: EarningSums;
  held: HeldRow[];
  /** True if the caller asked for a page. Other callers get the older response format. */
  isPage: boolean;
}

export function presentEarnings({
  rows,
  next,
  sums,
  held,
  isPage,
}: EarningsAnswer): EndpointOutput<typeof listEarningsEndpoint> {
  const pending = { amount: rupeesFromPaise(sums.pendingPaise), interviews: sums.pendingInterviews };
  return {
    transactions: rows.map(presentEarning),
    totalEarnings: rupeesFromPaise(sums.creditedPaise),
    ...(isPage
      ? { pending, held: held.map(presentHeld), toDeduct: rupeesFromPaise(sums.toDeductPaise) }
      : {}),
    ...(next === null ? {} : { next }),
  };
}

function presentHeld({ id, startsAt, firstName, lastName, secondsTogether, reason }: HeldRow): HeldEarning {
  const minutesTogether = Math.floor(secondsTogether / 60);
  const startTime = startsAt.toISOString();
  return { _id: id, startTime, userId: { firstName, lastName }, minutesTogether, reason };
}

function presentEarning(row: EarningRow): Earning {
  return {
    _id: row.id,
    amount: rupeesFromPaise(row.amountPaise),
    status: row.status,
    creditedAt: row.creditedAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    payoutReference: row.payoutReference,
    voided:
      row.voidedAt === null
        ? null
        : {
            at: row.voidedAt.toISOString(),
            reason: row.voidReason,
            takenOffAt: row.takenOffAt?.toISOString() ?? null,
          },
    createdAt: row.createdAt.toISOString(),
    without: reasonWithoutInterview(row.bookingStatus),
    bookingId: {
      _id: row.bookingId,
      startTime: row.startsAt.toISOString(),
      userId: { firstName: row.firstName, lastName: row.lastName },
    },
  };
}

/** A canceled booking earns only if it was canceled too late for the credit to be returned. */
function reasonWithoutInterview(bookingStatus: string): Earning["without"] {
  if (bookingStatus === "cancelled") return "late-cancellation";
  return bookingStatus === "no_show_interviewee" ? "no-show" : null;
}

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
