import * as contract from "@greenroom/contract/desk/money/payouts.ts";
import { type DuePayout, markPaid, type PayoutBatch } from "@greenroom/contract/desk/money/payouts.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { PayoutTarget } from "@greenroom/contract/money/payout-details.ts";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../../kernel/actor.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { writeCsv } from "../../money/csv.ts";
import { findBatch, findOpenBatch, selectBatchPeople } from "../../money/payouts/payout-batches.ts";
import {
  findDetailsChanges,
  findUsableDetails,
  openUsableDetails,
} from "../../money/payouts/payout-details.ts";
import { listDuePage, listPayouts } from "../../money/payouts/payouts.ts";
import { listOpenApprovalsOf } from "../approvals/approvals.ts";
import { bindList, recordDataView } from "../list.ts";
import { presentPerson } from "../people/find-people.ts";

/** Payouts to interviewers at the desk. */
export function registerDeskPayoutRoutes(app: FastifyInstance, deps: Deps): void {
  bindList(app, deps, contract.listDuePayouts, {
    view: "payouts-due-listed",
    read: ({ query }) => listDeskDue(deps, query),
    present: (row) => row,
  });
  bind(app, deps, contract.getOpenBatch, ({ actor }) => getOpenPayoutBatch(deps, actor));
  bind(app, deps, contract.downloadBatch, async ({ actor, params, reply }) => {
    return sendBytes(reply, {
      content: await writeBatchCsv(deps, actor, params.id),
      contentType: "text/csv; charset=utf-8",
      fileName: `payouts-${deps.clock.now().toISOString().slice(0, 10)}.csv`,
    });
  });
  bindList(app, deps, contract.listPaidPayouts, {
    view: "payouts-listed",
    read: ({ query }) => listPayouts(deps.database, query),
    present: (row) => ({
      _id: row.id,
      interviewer: presentPerson(row),
      amount: rupeesFromPaise(row.amountPaise),
      entries: row.lines ?? 0,
      reference: row.reference,
      paidAt: row.paidAt.toISOString(),
      returned:
        row.returnedAt === null ? null : { at: row.returnedAt.toISOString(), reason: row.returnReason ?? "" },
    }),
  });
}

/** The sum that is due to each interviewer, with masked payout details. */
async function listDeskDue(deps: Deps, page: PageQuery): Promise<Page<DuePayout>> {
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

/** The export that is not completely marked as paid; null if there is none. */
async function getOpenPayoutBatch(deps: Deps, actor: Actor): Promise<{ batch: PayoutBatch | null }> {
  await recordDataView(deps, actor, "payout-batch-viewed");
  const open = await findOpenBatch(deps.database);
  if (open === null) return { batch: null };
  const rows = await selectBatchPeople(deps.database, open.id);
  const asked = await listOpenApprovalsOf(deps.database, deps.clock.now(), {
    kind: "payout",
    payload: { batchId: open.id },
  });
  return {
    batch: {
      _id: open.id,
      madeAt: open.madeAt.toISOString(),
      madeBy: open.madeBy,
      people: rows.map((row) => ({
        interviewer: presentPerson(row),
        entries: row.entries,
        amount: rupeesFromPaise(row.exportedPaise),
        open: rupeesFromPaise(row.openPaise),
      })),
      askedPayouts: asked.map(({ payload, ...approval }) => ({
        ...approval,
        interviewerIds: markPaid.preview.body.parse(payload).interviewerIds,
      })),
    },
  };
}

/**
 * The transfers of an open export that are not marked as paid, with unmasked payout details: a file for the bank must
 * not pay anybody twice. Throws `not_found`, and `conflict` for an export that was replaced or is paid.
 */
async function writeBatchCsv(deps: Deps, actor: Actor, id: string): Promise<Buffer> {
  const batch = await findBatch(deps.database, id);
  if (batch === null) throw new AppError("not_found", { msg: "This export does not exist." });
  if (batch.closedAt !== null) throw batchClosedError();
  await recordDataView(deps, actor, "payout-details-exported", `payout-batch:${id}`);
  const rows = (await selectBatchPeople(deps.database, id)).filter(({ openPaise }) => openPaise > 0);
  const targets = await openUsableDetails(
    deps,
    rows.map(({ personId }) => personId),
  );
  const head = ["Email", "Name", "Amount (INR)", "Entries", "Method"];
  const lines = rows.flatMap(({ personId, email, firstName, lastName, openEntries, openPaise }) => {
    const target = targets.get(personId);
    // Their details were deleted with their account since.
    if (target === undefined) return [];
    const amount = rupeesFromPaise(openPaise).toFixed(2);
    const name = fullName({ firstName, lastName });
    return [[email, name, amount, String(openEntries), ...targetCells(target)]];
  });
  return Buffer.from(writeCsv([[...head, "Account holder", "UPI id", "Account", "IFSC", "PAN"], ...lines]));
}

export function batchClosedError(): AppError {
  return conflict("This export is paid or was replaced by a newer one. Load the page again.");
}

function targetCells(target: PayoutTarget): string[] {
  const { holder, pan } = target;
  return target.kind === "upi"
    ? ["UPI", holder, target.upiId, "", "", pan]
    : ["bank", holder, "", target.accountNumber, target.ifsc, pan];
}
