import "@fastify/multipart";
import { createHash } from "node:crypto";
import * as contract from "@greenroom/contract/desk/money/settlements.ts";
import {
  type Difference,
  maxSettlementMegabytes,
  type SettlementFile,
  settlementTooLargeMessage,
} from "@greenroom/contract/desk/money/settlements.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import type { UploadedFile, UploadKind } from "../../kernel/files.ts";
import { bind } from "../../kernel/http/bind.ts";
import { receiveUpload } from "../../kernel/http/uploads-and-downloads.ts";
import { WorkerStopped } from "../../workers/worker-pool.ts";
import { bindList } from "../list.ts";
import { compareSettlement, insertFile, timeSpan } from "./compare-settlement.ts";

/** The provider's settlement files at the desk. */
export function registerSettlementRoutes(app: FastifyInstance, deps: Deps): void {
  bindList(app, deps, contract.listSettlementFiles, {
    read: ({ query }) => readPage(selectFileRows(deps.database), newestFirst, query),
    present: presentFile,
  });
  bind(app, deps, contract.uploadSettlementFile, ({ actor, request }) =>
    receiveUpload(request, settlementUpload, (file) => compareFile(deps, actor, file)),
  );
  bind(app, deps, contract.getSettlementFile, ({ params }) => getFile(deps.database, params.id));
  bindList(app, deps, contract.listDifferences, {
    read: ({ params, query }) => selectDifferences(deps.database, { ...params, ...query }),
    present: presentDifference,
  });
}

const settlementUpload: UploadKind = {
  field: "settlement",
  maxBytes: maxSettlementMegabytes * 1024 * 1024,
  tooLargeMessage: settlementTooLargeMessage,
  checkHead({ head }) {
    // A spreadsheet or a PDF by its first bytes.
    if (
      head.subarray(0, 2).toString("latin1") === "PK" ||
      head.subarray(0, 4).toString("latin1") === "%PDF"
    ) {
      throw new AppError("unsupported_media_type", {
        msg: "This is not a CSV file. Download the report as CSV.",
      });
    }
  },
};

/**
 * Compares the provider's settlement file with our books and stores the differences. Throws `invalid_input`
 * with the line that cannot be read, and `conflict` for a file that was compared before.
 */
async function compareFile(
  deps: Deps,
  { userId }: Actor,
  { fileName, content }: UploadedFile,
): Promise<SettlementFile> {
  const { lines, rows } = await readFile(deps.workers, content);
  const { differences, refundSpan } = await compareSettlement(deps, rows);
  const span = timeSpan(rows.map(({ at }) => at.getTime()));
  if (span === null) throw new Error("a settlement without rows is refused before");
  const now = deps.clock.now();
  const [payments, refunds] = (["payment", "refund"] as const).map((entity) =>
    rows.filter((row) => row.entity === entity),
  );
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return await inTransaction(deps.database, async (tx) => {
    const id = await insertFile(
      tx,
      {
        fileName: fileName.replace(/[^\p{L}\p{N} ._-]/gu, "_").slice(0, 100) || "settlement.csv",
        contentHash: createHash("sha256").update(content).digest(),
        provider: deps.payments.name,
        uploadedBy: userId,
        uploadedAt: now,
        rows: lines,
        payments: payments?.length ?? 0,
        refunds: refunds?.length ?? 0,
        fromAt: span.from,
        untilAt: span.until,
        refundsFromAt: refundSpan?.from ?? null,
        refundsUntilAt: refundSpan?.until ?? null,
        paidPaise: sum((payments ?? []).map(({ amountPaise }) => amountPaise)),
        refundedPaise: sum((refunds ?? []).map(({ amountPaise }) => amountPaise)),
        feePaise: sum(rows.map(({ feePaise }) => feePaise)),
      },
      differences,
    );
    if (id === null) throw conflict("This file was compared before. You can find it in the list.");
    await recordAudit(tx, {
      actor: { userId },
      action: "settlement.compared",
      subject: `settlement:${id}`,
      details: { rows: lines, differences: differences.length },
      now,
    });
    return await getFile(tx, id);
  });
}

/** Reads the file in a process of its own, which is stopped if that takes too long. */
async function readFile(workers: Deps["workers"], content: Uint8Array) {
  const read = await workers.run("readSettlement", content).catch((cause: unknown) => {
    if (!(cause instanceof WorkerStopped)) throw cause;
    throw invalidField(
      settlementUpload.field,
      "Reading this file takes too long. Download a shorter period.",
    );
  });
  if ("problem" in read) throw invalidField(settlementUpload.field, read.problem);
  return read;
}

const newestFirst = orderBy("desc", ["instant", "file.uploadedAt"], ["id", "file.id"]);

function selectFileRows(database: Database | Tx) {
  return database
    .selectFrom("settlementFiles as file")
    .innerJoin("users as person", "person.id", "file.uploadedBy")
    .selectAll("file")
    .select("person.email");
}
type FileRow = Awaited<ReturnType<ReturnType<typeof selectFileRows>["execute"]>>[number];

/** Throws `not_found`. */
async function getFile(database: Database | Tx, id: string): Promise<SettlementFile> {
  const file = await selectFileRows(database).where("file.id", "=", id).executeTakeFirst();
  if (file === undefined) throw new AppError("not_found", { msg: "This settlement file does not exist." });
  return presentFile(file);
}

const inOrder = orderBy("asc", ["number", "difference.position"]);

/** The differences, in order. Throws `not_found`. */
async function selectDifferences(
  database: Database,
  { id, kind, ...page }: PageQuery & { id: string; kind?: Difference["kind"] | undefined },
) {
  await getFile(database, id);
  let query = database
    .selectFrom("settlementDifferences as difference")
    .selectAll("difference")
    .where("difference.fileId", "=", id);
  if (kind !== undefined) query = query.where("difference.kind", "=", kind);
  return await readPage(query, inOrder, page);
}

function presentFile(row: FileRow): SettlementFile {
  return {
    _id: row.id,
    fileName: row.fileName,
    uploadedAt: row.uploadedAt.toISOString(),
    uploadedBy: row.email,
    rows: row.rows,
    payments: row.payments,
    refunds: row.refunds,
    from: row.fromAt.toISOString(),
    until: row.untilAt.toISOString(),
    paid: rupeesFromPaise(row.paidPaise),
    refunded: rupeesFromPaise(row.refundedPaise),
    fees: rupeesFromPaise(row.feePaise),
    differences: row.differences,
  };
}

function presentDifference(row: Awaited<ReturnType<typeof selectDifferences>>["rows"][number]): Difference {
  const rupees = (paise: number | null) => (paise === null ? null : rupeesFromPaise(paise));
  return {
    position: row.position,
    kind: row.kind,
    entity: row.entity,
    reference: row.reference,
    ours: rupees(row.oursPaise),
    theirs: rupees(row.theirsPaise),
    paymentId: row.paymentId,
    line: row.line,
  };
}
