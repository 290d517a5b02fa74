import { type differenceKinds, maxDifferences } from "@greenroom/contract/desk/money/settlements.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readInPages, readPage } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { listFailedRefunds } from "../../money/payments/provider-refunds.ts";
import type { SettlementRow } from "./read-settlement.ts";

const batchSize = 1_000;

const dayMs = 24 * 3600 * 1000;
/** The provider does not settle on weekends and bank holidays, so two files can be this far apart. */
const longestGapMs = 4 * dayMs;

interface TimeSpan {
  from: Date;
  until: Date;
}

/**
 * Compares the provider's rows with our books: first the rows that the file has, then those that it lacks.
 * Also returns the time whose refunds were compared; null if there is none.
 */
export async function compareSettlement(
  { database, payments: { name: provider } }: Pick<Deps, "database" | "payments">,
  rows: readonly SettlementRow[],
): Promise<{ differences: NewDifference[]; refundSpan: TimeSpan | null }> {
  const differences: NewDifference[] = [];
  const add = (difference: NewDifference) => {
    differences.push(difference);
    if (differences.length > maxDifferences) {
      throw new AppError("invalid_input", {
        msg: `This file differs from our books in more than ${maxDifferences} places. It probably belongs to another account.`,
      });
    }
  };
  const refundTimes: number[] = [];
  for (const entity of ["payment", "refund"] as const) {
    const theirs = rows.filter((row) => row.entity === entity);
    for (let start = 0; start < theirs.length; start += batchSize) {
      const batch = theirs.slice(start, start + batchSize);
      const references = batch.map(({ reference }) => reference);
      const found =
        entity === "payment"
          ? await database
              .selectFrom("payments")
              .select([
                "id as paymentId",
                "providerPaymentId as reference",
                "amountPaise",
                "capturedAt as at",
              ])
              .where("provider", "=", provider)
              .where("providerPaymentId", "in", references)
              .execute()
          : [
              ...(await database
                .selectFrom("refunds")
                .select(["paymentId", "providerRefundId as reference", "amountPaise", "doneAt as at"])
                .where("providerRefundId", "in", references)
                .$narrowType<{ reference: string }>()
                .execute()),
              ...(await listFailedRefunds(database, references)),
            ];
      const ours = new Map(found.map((row) => [row.reference, row]));
      for (const row of batch) {
        const found = ours.get(row.reference);
        // Our time of a refund is slightly later than the provider's, and our refunds are selected by our
        // time.
        if (entity === "refund") refundTimes.push((found?.at ?? row.at).getTime());
        const difference = compareRow(row, found);
        if (difference !== null) add(difference);
      }
    }
  }
  const refundSpan = await findRefundSpan(database, { provider, rows, refundTimes });
  const inFile = new Set(rows.map(({ reference }) => reference));
  for await (const { entity, reference, amountPaise, paymentId } of readOurs(database, {
    provider,
    rows,
    refundSpan,
  })) {
    if (inFile.has(reference)) continue;
    add({
      kind: "missing-with-provider",
      entity,
      reference,
      oursPaise: amountPaise,
      theirsPaise: null,
      paymentId,
      line: null,
    });
  }
  return { differences, refundSpan };
}

function compareRow(
  { entity, reference, amountPaise, line }: SettlementRow,
  ours: { paymentId: string; amountPaise: number } | undefined,
): NewDifference | null {
  if (ours?.amountPaise === amountPaise) return null;
  return {
    kind: ours === undefined ? "missing-with-us" : "other-amount",
    entity,
    reference,
    oursPaise: ours?.amountPaise ?? null,
    theirsPaise: amountPaise,
    paymentId: ours?.paymentId ?? null,
    line,
  };
}

/**
 * The time whose refunds the file should contain. The provider takes a refund from its next settlement, while a payment
 * is settled some days later, so the refunds of the file's payments' days were in earlier files. The time ends with the
 * file's last refund, and begins where that of the previous file ended or else with its first refund. A file without
 * refunds covers the day before it was settled.
 */
async function findRefundSpan(
  database: Deps["database"],
  {
    provider,
    rows,
    refundTimes,
  }: { provider: string; rows: readonly SettlementRow[]; refundTimes: readonly number[] },
): Promise<TimeSpan | null> {
  const settledTimes = rows.flatMap(({ settledAt }) => (settledAt === null ? [] : [settledAt.getTime()]));
  const own =
    timeSpan(refundTimes) ?? timeSpan(settledTimes.flatMap((settled) => [settled - dayMs, settled]));
  if (own === null) return null;
  // Until when earlier files were compared with refunds.
  const { before } = await database
    .selectFrom("settlementFiles")
    .select(({ fn }) => fn.max("refundsUntilAt").as("before"))
    .where("provider", "=", provider)
    .where("refundsFromAt", "<=", own.from)
    .where("refundsUntilAt", ">=", new Date(own.from.getTime() - longestGapMs))
    .executeTakeFirstOrThrow();
  return before !== null && before < own.from ? { ...own, from: before } : own;
}

/**
 * Our payments and refunds that the file should contain: the payments between its first and last payment, and
 * the refunds of `refundSpan` that no earlier file covered. A refund near the end of that time may be in the
 * next file. It is reported nevertheless, because looking it up costs less than missing it.
 */
async function* readOurs(
  database: Deps["database"],
  {
    provider,
    rows,
    refundSpan,
  }: { provider: string; rows: readonly SettlementRow[]; refundSpan: TimeSpan | null },
) {
  const paymentTimes = rows.filter(({ entity }) => entity === "payment").map(({ at }) => at.getTime());
  const expected = [
    { entity: "payment", span: timeSpan(paymentTimes), selectPage: selectPaymentsOf },
    { entity: "refund", span: refundSpan, selectPage: selectRefundsOf },
  ] as const;
  for (const { entity, span, selectPage } of expected) {
    if (span === null) continue;
    type Ours = Awaited<ReturnType<typeof selectPage>>["rows"][number];
    const pages = readInPages<Ours>((after) => selectPage(database, { provider, ...span }, { after }));
    for await (const row of pages) yield { entity, ...row };
  }
}

/** The first and the last of some times; null when there are none. */
export function timeSpan(times: readonly number[]): TimeSpan | null {
  if (times.length === 0) return null;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const time of times) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return { from: new Date(first), until: new Date(last) };
}

interface NewDifference {
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

interface Span {
  provider: string;
  from: Date;
  until: Date;
}

const byCapture = orderBy("asc", ["instant", "payments.capturedAt"], ["id", "payments.id"]);

/** A page of our payments of a time. */
function selectPaymentsOf(database: Database, { provider, from, until }: Span, page: PageQuery) {
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
function selectRefundsOf(database: Database, { provider, from, until }: Span, page: PageQuery) {
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
