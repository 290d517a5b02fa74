import type { Readable } from "node:stream";
import type { EndpointOutput, PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type {
  Earning,
  HeldEarning,
  listEarnings as listEarningsEndpoint,
} from "@greenroom/contract/money/earnings.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database } from "../../kernel/db/database.ts";
import { orderBy, readPage, readWithCursor } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { spoolCsv } from "../csv.ts";

/** More than an interviewer can have without talking to us. */
const shownHeld = 20;

const newestFirst = orderBy("desc", ["instant", "earning.createdAt"], ["id", "earning.id"]);

/** A page of the actor's earnings, newest first, with the sums of all of them and the interviews whose earning is held. */
export async function listEarnings(deps: Deps, actor: Actor, query: PageQuery) {
  const page = await readPage(selectEarningRows(deps.database, actor.userId), newestFirst, query);
  const held = await selectHeld(deps.database, actor.userId);
  return { ...page, held, sums: await sumEarnings(deps.database, actor.userId) };
}

/** Null for an earning that can have no such entry, so that PostgreSQL does not look for one. */
const idIf = (condition: RawBuilder<unknown>) => sql<string>`case when ${condition} then earning.id end`;

/**
 * An interviewer's earnings, including void ones, with the payouts that paid each one and those that deducted it
 * again.
 */
function selectEarningRows(database: Database, interviewerId: string) {
  return database
    .selectFrom("earnings as earning")
    .innerJoin("bookings as booking", "booking.id", "earning.bookingId")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .leftJoin("payoutLines as paid", (on) =>
      on.on("paid.earningId", "=", idIf(sql`earning.paid_out`)).on("paid.kind", "=", "earned"),
    )
    .leftJoin("payouts as payout", "payout.id", "paid.payoutId")
    .leftJoin("payoutLines as taken", (on) =>
      on.on("taken.earningId", "=", idIf(sql`earning.status = 'void'`)).on("taken.kind", "=", "taken-back"),
    )
    .leftJoin("payouts as later", "later.id", "taken.payoutId")
    .select(["payout.paidAt", "payout.reference as payoutReference", "later.paidAt as takenOffAt"])
    .select("later.reference as takenOffReference")
    .select(["earning.voidedAt", "earning.voidReason"])
    .select([
      "earning.id",
      "earning.amountPaise",
      "earning.sessionPricePaise",
      "earning.sharePercent",
      "earning.status",
      "earning.createdAt",
      "earning.creditedAt",
      "earning.bookingId",
      "booking.startsAt",
      "booking.status as bookingStatus",
      "interviewee.firstName",
      "interviewee.lastName",
    ])
    .where("earning.interviewerId", "=", interviewerId);
}
type EarningRow = Awaited<ReturnType<ReturnType<typeof selectEarningRows>["execute"]>>[number];

interface EarningSums {
  creditedPaise: Paise;
  pendingPaise: Paise;
  pendingInterviews: number;
  /** Paid, taken back since, and not deducted from a payout yet. */
  toDeductPaise: Paise;
}

/** The sums of an interviewer's earnings by state. */
async function sumEarnings(database: Database, interviewerId: string): Promise<EarningSums> {
  const { rows } = await sql<EarningSums>`
    select coalesce(sum(amount_paise) filter (where status = 'credited'), 0)::int8 as credited_paise,
      coalesce(sum(amount_paise) filter (where status = 'pending'), 0)::int8 as pending_paise,
      count(*) filter (where status = 'pending') as pending_interviews,
      coalesce(sum(amount_paise) filter (where status = 'void'
        and exists (select from payout_lines line where line.earning_id = earnings.id and line.kind = 'earned')
        and not exists (select from payout_lines line where line.earning_id = earnings.id and line.kind = 'taken-back')
      ), 0)::int8 as to_deduct_paise
    from earnings where interviewer_id = ${interviewerId}`.execute(database);
  return rows[0] as EarningSums;
}

/** An interviewer's interviews that ended early and wait for an answer, newest first. */
async function selectHeld(database: Database, interviewerId: string) {
  return await database
    .selectFrom("unclearInterviews as unclear")
    .innerJoin("bookings as booking", "booking.id", "unclear.bookingId")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .select(["booking.id", "booking.startsAt", "interviewee.firstName", "interviewee.lastName"])
    .select(["unclear.secondsTogether", "unclear.reason"])
    .where("booking.interviewerId", "=", interviewerId)
    .where("booking.status", "=", "pending")
    .where("unclear.found", "=", "ended-early")
    .where("unclear.outcome", "is", null)
    .orderBy("booking.startsAt", "desc")
    .limit(shownHeld)
    .execute();
}

type HeldRow = Awaited<ReturnType<typeof selectHeld>>[number];

export function presentEarnings({
  rows,
  next,
  sums,
  held,
}: Awaited<ReturnType<typeof listEarnings>>): EndpointOutput<typeof listEarningsEndpoint> {
  return {
    transactions: rows.map(presentEarning),
    totalEarnings: rupeesFromPaise(sums.creditedPaise),
    pending: { amount: rupeesFromPaise(sums.pendingPaise), interviews: sums.pendingInterviews },
    held: held.map(presentHeld),
    toDeduct: rupeesFromPaise(sums.toDeductPaise),
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
    voided: row.voidedAt && {
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
  const rows = selectEarningRows(deps.database, actor.userId)
    .where(({ eb, or }) => or([eb("earning.status", "<>", "void"), eb("earning.paidOut", "=", true)]))
    .orderBy("earning.createdAt", "desc")
    .orderBy("earning.id", "desc");
  const entries = toEntries(readWithCursor(deps.database, rows));
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
