import type { DuePayout, PaidPayout } from "@greenroom/contract/desk/money/payouts.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findDetailsChanges, findUsableDetails } from "../../money/payouts/payout-details.ts";
import { listDuePage, listPayouts } from "../../money/payouts/payouts.ts";
import { presentPerson } from "../present-person.ts";
import { recordDataView } from "../record-data-view.ts";

/** The sum that is due to each interviewer, with masked payout details. */
export async function listDeskDue(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
  page: PageQuery,
): Promise<Page<DuePayout>> {
  await recordDataView(deps, actor, "payouts-due-listed");
  const { rows, next } = await listDuePage(deps.database, page);
  const ids = rows.map(({ interviewerId }) => interviewerId);
  const now = deps.clock.now();
  const usable = await findUsableDetails(deps.database, ids, now);
  const changes = await findDetailsChanges(deps.database, ids, now);
  return {
    rows: rows.map(({ interviewerId, email, name, amountPaise, deductedPaise, lines }) => ({
      interviewer: { _id: interviewerId, email, name },
      amount: rupeesFromPaise(amountPaise),
      deducted: rupeesFromPaise(deductedPaise),
      entries: lines,
      details: usable.get(interviewerId) ?? null,
      detailsChangeAt: changes.get(interviewerId)?.toISOString() ?? null,
    })),
    next,
  };
}

/** Payouts that were made, newest first. */
export async function listDeskPaid(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
  page: PageQuery,
): Promise<Page<PaidPayout>> {
  await recordDataView(deps, actor, "payouts-listed");
  const { rows, next } = await listPayouts(deps.database, page);
  return {
    rows: rows.map((row) => ({
      _id: row.id,
      interviewer: presentPerson(row),
      amount: rupeesFromPaise(row.amountPaise),
      entries: row.lines ?? 0,
      reference: row.reference,
      paidAt: row.paidAt.toISOString(),
      returned:
        row.returnedAt === null ? null : { at: row.returnedAt.toISOString(), reason: row.returnReason ?? "" },
    })),
    next,
  };
}
