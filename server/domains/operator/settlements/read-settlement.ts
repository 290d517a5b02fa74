import type { Paise } from "@greenroom/contract/core/money.ts";
import { maxSettlementRows } from "@greenroom/contract/operator/money/settlements.ts";
import { AppError } from "../../../core/errors.ts";
import { type CsvLine, lineError, readCsv } from "./read-csv.ts";

/** A payment or refund of the provider's file. */
export interface SettlementRow {
  line: number;
  entity: "payment" | "refund";
  /** The provider's id. */
  reference: string;
  amountPaise: Paise;
  feePaise: Paise;
  at: Date;
  /** Null if the file does not say when the row was settled. */
  settledAt: Date | null;
}

export interface SettlementFile {
  /** Lines below the head, with those that are about something else. */
  lines: number;
  rows: SettlementRow[];
}

/** Columns of Razorpay's settlement recon report; the second names are those of its API. */
const columnNames = {
  entity: ["transaction_entity", "type"],
  reference: ["entity_id"],
  amount: ["amount"],
  currency: ["currency"],
  fee: ["fee (exclusive tax)", "fee"],
  tax: ["tax"],
  at: ["entity_created_at", "created_at"],
} as const;
const settledColumn = "settled_at";
type Columns = Record<keyof typeof columnNames, number> & { settled: number | null };

const idForms = { payment: /^pay_\w{1,59}$/, refund: /^rfnd_\w{1,59}$/ } as const;

/**
 * The payments and refunds of Razorpay's settlement recon report (CSV, amounts in rupees, times in Indian
 * time). Throws `invalid_input` with the line's number for a row that does not fit.
 */
export async function readSettlement(content: Buffer): Promise<SettlementFile> {
  let columns: Columns | null = null;
  const rows: SettlementRow[] = [];
  const seen = new Set<string>();
  let lines = 0;
  for await (const line of readCsv(content)) {
    if (columns === null) {
      columns = readHead(line);
      continue;
    }
    lines += 1;
    if (lines > maxSettlementRows) {
      throw lineError(
        line.number,
        `the file has more than ${maxSettlementRows} rows. Download a shorter period.`,
      );
    }
    const row = readRow(line, columns);
    if (row === null) continue;
    if (seen.has(row.reference)) throw lineError(line.number, `${row.reference} is in the file twice.`);
    seen.add(row.reference);
    rows.push(row);
  }
  if (rows.length === 0) {
    throw new AppError("invalid_input", { msg: "This file contains no payments or refunds." });
  }
  return { lines, rows };
}

function readHead({ number, cells }: CsvLine): Columns {
  const names = cells.map((cell) => cell.replace(/^\uFEFF/, "").toLowerCase());
  const found = Object.entries(columnNames).map(([column, accepted]) => {
    const index = accepted.map((name) => names.indexOf(name)).find((place) => place >= 0);
    if (index === undefined) {
      throw lineError(
        number,
        `there is no column ${accepted[0]}. Upload Razorpay's "Settlement recon" report as CSV.`,
      );
    }
    return [column, index];
  });
  const settled = names.indexOf(settledColumn);
  return { ...Object.fromEntries(found), settled: settled < 0 ? null : settled } as Columns;
}

/** Null for a row about something else: a transfer, an adjustment, a fee. */
function readRow({ number, cells }: CsvLine, columns: Columns): SettlementRow | null {
  const cell = (column: keyof Columns) => cells[columns[column] ?? -1] ?? "";
  const entity = cell("entity").toLowerCase();
  if (entity !== "payment" && entity !== "refund") {
    if (/^[a-z_ ]{2,40}$/.test(entity)) return null;
    throw lineError(number, `"${entity.slice(0, 20)}" is not a kind of row that we know.`);
  }
  const reference = cell("reference");
  if (!idForms[entity].test(reference)) {
    throw lineError(number, `"${reference.slice(0, 20)}" is not the id of a ${entity}.`);
  }
  if (cell("currency") !== "INR") throw lineError(number, `the currency is not INR.`);
  const settled = cell("settled");
  const money = (column: keyof typeof columnNames) =>
    readRupees(cell(column), number, columnNames[column][0]);
  return {
    line: number,
    entity,
    reference,
    amountPaise: money("amount"),
    feePaise: money("fee") + money("tax"),
    at: readTime(cell("at"), number, columnNames.at[0]),
    settledAt: settled === "" ? null : readTime(withTime(settled), number, settledColumn),
  };
}

function readRupees(text: string, line: number, column: string): Paise {
  if (text === "") return 0;
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) {
    throw lineError(line, `${column} is "${text.slice(0, 20)}" and not an amount in rupees.`);
  }
  return Math.round(Number(text) * 100);
}

/** A day without a time, which some reports have, counts from its midnight. */
const withTime = (text: string) => (/^[\d/-]{10}$/.test(text) && /\D/.test(text) ? `${text} 00:00` : text);

/** Seconds since 1970, or a day and a time in Indian time: `20/11/2026 18:00:00`, `2026-11-20 18:00:00`. */
function readTime(text: string, line: number, column: string): Date {
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000);
  const parts = /^(?:(\d{2})\/(\d{2})\/(\d{4})|(\d{4})-(\d{2})-(\d{2}))[ T](\d{2}:\d{2}(?::\d{2})?)$/.exec(
    text,
  );
  const [, day, month, year, isoYear, isoMonth, isoDay, time] = parts ?? [];
  const instant = new Date(`${isoYear ?? year}-${isoMonth ?? month}-${isoDay ?? day}T${time}+05:30`);
  if (parts === null || Number.isNaN(instant.getTime())) {
    throw lineError(line, `${column} is "${text.slice(0, 20)}" and not a day with a time.`);
  }
  return instant;
}
