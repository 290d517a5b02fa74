import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { Earning, HeldEarning, listEarnings } from "@greenroom/contract/money/earnings.ts";
import type { EarningRow, EarningSums, HeldRow } from "./store.ts";

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
}: EarningsAnswer): EndpointOutput<typeof listEarnings> {
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
