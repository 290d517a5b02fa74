import type { differenceKinds } from "@greenroom/contract/desk/money/settlements.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import { newId } from "../../kernel/ids.ts";

export interface NewDifference {
  kind: (typeof differenceKinds)[number];
  entity: "payment" | "refund";
  reference: string;
  oursPaise: number | null;
  theirsPaise: number | null;
  paymentId: string | null;
  line: number | null;
}

interface NewFile {
  fileName: string;
  contentHash: Buffer;
  provider: string;
  uploadedBy: string;
  uploadedAt: Date;
  rows: number;
  payments: number;
  refunds: number;
  fromAt: Date;
  untilAt: Date;
  /** The time whose refunds it was compared with, by our time of sending; null if there is none. */
  refundsFromAt: Date | null;
  refundsUntilAt: Date | null;
  paidPaise: number;
  refundedPaise: number;
  feePaise: number;
}

const insertBatch = 500;

/** Null when the same file was stored before. */
export async function insertFile(
  tx: Tx,
  file: NewFile,
  differences: NewDifference[],
): Promise<string | null> {
  const row = await tx
    .insertInto("settlementFiles")
    .values({ id: newId(), ...file, differences: differences.length })
    .onConflict((conflict) => conflict.column("contentHash").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) return null;
  for (let start = 0; start < differences.length; start += insertBatch) {
    await tx
      .insertInto("settlementDifferences")
      .values(
        differences
          .slice(start, start + insertBatch)
          .map((difference, index) => ({ ...difference, fileId: row.id, position: start + index + 1 })),
      )
      .execute();
  }
  return row.id;
}

function selectFileRows(database: Database | Tx) {
  return database
    .selectFrom("settlementFiles as file")
    .innerJoin("users as person", "person.id", "file.uploadedBy")
    .selectAll("file")
    .select("person.email");
}
export type FileRow = Awaited<ReturnType<ReturnType<typeof selectFileRows>["execute"]>>[number];

const newestFirst = orderBy("desc", ["instant", "file.uploadedAt"], ["id", "file.id"]);

export function selectFiles(database: Database, page: PageQuery) {
  return readPage(selectFileRows(database), newestFirst, page);
}

export async function findFile(database: Database | Tx, id: string): Promise<FileRow | null> {
  return (await selectFileRows(database).where("file.id", "=", id).executeTakeFirst()) ?? null;
}

const inOrder = orderBy("asc", ["number", "difference.position"]);

export function selectDifferences(
  database: Database,
  { fileId, kind }: { fileId: string; kind?: NewDifference["kind"] | undefined },
  page: PageQuery,
) {
  let query = database
    .selectFrom("settlementDifferences as difference")
    .selectAll("difference")
    .where("difference.fileId", "=", fileId);
  if (kind !== undefined) query = query.where("difference.kind", "=", kind);
  return readPage(query, inOrder, page);
}
export type DifferenceRow = Awaited<ReturnType<typeof selectDifferences>>["rows"][number];

/** Our payments with these ids of the provider's. */
export async function findPayments(database: Database, provider: string, references: string[]) {
  return await database
    .selectFrom("payments")
    .select(["id as paymentId", "providerPaymentId as reference", "amountPaise", "capturedAt as at"])
    .where("provider", "=", provider)
    .where("providerPaymentId", "in", references)
    .execute();
}

/** Our refunds with these ids of the provider's. */
export async function findRefunds(database: Database, references: string[]) {
  return await database
    .selectFrom("refunds")
    .select(["paymentId", "providerRefundId as reference", "amountPaise", "doneAt as at"])
    .where("providerRefundId", "in", references)
    .$narrowType<{ reference: string; at: Date }>()
    .execute();
}

/**
 * Until when earlier files were compared with the refunds of the time up to `until`; null if the last of them ends
 * before `from`.
 */
export async function findEndOfComparedRefunds(
  database: Database,
  { provider, from, until }: Span,
): Promise<Date | null> {
  const { end } = await database
    .selectFrom("settlementFiles")
    .select(({ fn }) => fn.max("refundsUntilAt").as("end"))
    .where("provider", "=", provider)
    .where("refundsFromAt", "<=", until)
    .where("refundsUntilAt", ">=", from)
    .executeTakeFirstOrThrow();
  return end;
}

interface Span {
  provider: string;
  from: Date;
  until: Date;
}

const byCapture = orderBy("asc", ["instant", "payments.capturedAt"], ["id", "payments.id"]);

/** A page of our payments of a time. */
export function selectPaymentsOf(database: Database, { provider, from, until }: Span, page: PageQuery) {
  const query = database
    .selectFrom("payments")
    .select([
      "payments.id",
      "payments.id as paymentId",
      "payments.providerPaymentId as reference",
      "payments.amountPaise",
    ])
    .where("provider", "=", provider)
    .where("capturedAt", ">=", from)
    .where("capturedAt", "<=", until);
  return readPage(query, byCapture, page);
}

const bySending = orderBy("asc", ["instant", "refunds.doneAt"], ["id", "refunds.id"]);

/** A page of our refunds that the provider has sent within a time and that no earlier file was compared with. */
export function selectRefundsOf(database: Database, { provider, from, until }: Span, page: PageQuery) {
  const query = database
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.paymentId")
    .select([
      "refunds.id",
      "refunds.paymentId",
      "refunds.providerRefundId as reference",
      "refunds.amountPaise",
    ])
    .where("refunds.status", "=", "done")
    .where("payments.provider", "=", provider)
    .where("refunds.doneAt", ">=", from)
    .where("refunds.doneAt", "<=", until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("settlementFiles as file")
            .select("file.id")
            .whereRef("file.provider", "=", "payments.provider")
            .whereRef("file.refundsFromAt", "<=", "refunds.doneAt")
            .whereRef("file.refundsUntilAt", ">=", "refunds.doneAt"),
        ),
      ),
    )
    .$narrowType<{ reference: string }>();
  return readPage(query, bySending, page);
}
