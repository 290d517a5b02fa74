import { maxDifferences } from "@greenroom/contract/operator/money/settlements.ts";
import { AppError } from "../../../core/errors.ts";
import type { Deps } from "../../../deps.ts";
import type { SettlementRow } from "./read-settlement.ts";
import {
  findPayments,
  findRefunds,
  type NewDifference,
  selectPaymentsOf,
  selectRefundsOf,
} from "./settlement-store.ts";

const batchSize = 1_000;

/** Compares the provider's rows with our books: first the rows that they have, then those that they lack. */
export async function compareSettlement(
  { database, payments: { name: provider } }: Pick<Deps, "database" | "payments">,
  rows: readonly SettlementRow[],
): Promise<NewDifference[]> {
  const differences: NewDifference[] = [];
  const add = (difference: NewDifference) => {
    differences.push(difference);
    if (differences.length > maxDifferences) {
      throw new AppError("invalid_input", {
        msg: `This file differs from our books in more than ${maxDifferences} places. It is probably of another account.`,
      });
    }
  };
  for (const entity of ["payment", "refund"] as const) {
    const theirs = rows.filter((row) => row.entity === entity);
    for (let start = 0; start < theirs.length; start += batchSize) {
      const batch = theirs.slice(start, start + batchSize);
      const references = batch.map(({ reference }) => reference);
      const found =
        entity === "payment"
          ? await findPayments(database, provider, references)
          : await findRefunds(database, references);
      const ours = new Map(found.map((row) => [row.reference, row]));
      for (const row of batch) {
        const difference = compareRow(row, ours.get(row.reference));
        if (difference !== null) add(difference);
      }
    }
  }
  const inFile = new Set(rows.map(({ reference }) => reference));
  for await (const { entity, reference, amountPaise, paymentId } of readOurs(database, provider, rows)) {
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
  return differences;
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
 * Our payments and refunds that the file should contain. A payment is settled some days later and a refund at once, so
 * the payments are those between the file's first and last payment, and the refunds those between its first and last
 * row of either kind. A refund near these ends may be in the file of the days before or after. It is reported
 * all the same, because looking it up costs less than missing it.
 */
async function* readOurs(database: Deps["database"], provider: string, rows: readonly SettlementRow[]) {
  const spanOf = (covering: readonly SettlementRow[]) => timeSpan(covering.map(({ at }) => at.getTime()));
  const expected = [
    {
      entity: "payment",
      span: spanOf(rows.filter(({ entity }) => entity === "payment")),
      selectPage: selectPaymentsOf,
    },
    { entity: "refund", span: spanOf(rows), selectPage: selectRefundsOf },
  ] as const;
  for (const { entity, span, selectPage } of expected) {
    if (span === null) continue;
    let after: string | undefined;
    do {
      const { rows: ours, next } = await selectPage(database, { provider, ...span }, { after });
      for (const row of ours) yield { entity, ...row };
      after = next ?? undefined;
    } while (after !== undefined);
  }
}

/** The first and the last of some times; null when there are none. */
export function timeSpan(times: readonly number[]): { from: Date; until: Date } | null {
  if (times.length === 0) return null;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const time of times) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return { from: new Date(first), until: new Date(last) };
}
