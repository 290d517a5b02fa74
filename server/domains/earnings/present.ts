import type { Earning } from "@greenroom/contract/earnings.ts";
import { rupeesFromPaise } from "@greenroom/contract/money.ts";
import type { EarningRow } from "./store.ts";

export function presentEarning(row: EarningRow): Earning {
  return {
    _id: row.id,
    amount: rupeesFromPaise(row.amountPaise),
    // The schema's check allows no other words than the type does.
    status: row.status as Earning["status"],
    creditedAt: row.creditedAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    voided:
      row.voidedAt === null
        ? null
        : {
            at: row.voidedAt.toISOString(),
            reason: row.voidReason,
            takenOffAt: row.takenOffAt?.toISOString() ?? null,
          },
    createdAt: row.createdAt.toISOString(),
    bookingId: {
      _id: row.bookingId,
      startTime: row.startsAt.toISOString(),
      userId: { firstName: row.firstName, lastName: row.lastName },
    },
  };
}
