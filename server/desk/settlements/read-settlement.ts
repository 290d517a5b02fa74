import { maxSettlementRows } from "@greenroom/contract/desk/money/settlements.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";

declare module "../../workers/worker-pool.ts" {
  interface Tasks {
    readSettlement: typeof readSettlement;
  }
}

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

/** For a worker process, which cannot throw an error with fields. */
export function readSettlement(content: Uint8Array): SettlementFile | { problem: string } {
  try {
    return readRows(content);
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message };
    throw error;
  }
}

/**
 * The payments and refunds of Razorpay's settlement recon report (CSV, amounts in rupees, times in Indian
 * time), also after a spreadsheet has saved it. Throws `UnreadableFile` for a row that does not fit.
 */
function readRows(content: Uint8Array): SettlementFile {
  let columns: Columns | null = null;
  const rows: SettlementRow[] = [];
  const seen = new Set<string>();
  let lines = 0;
  for (const line of readCsv(content)) {
    if (columns === null) {
      // Excel's own first line, `sep=;`, names the separator.
      if (!/^sep=/i.test(line.cells[0] ?? "")) columns = readHead(line);
      continue;
    }
    lines += 1;
    if (lines > maxSettlementRows) {
      throw new UnreadableFile(
        `A settlement file can have at most ${maxSettlementRows.toLocaleString("en")} rows. Download a shorter period.`,
      );
    }
    const row = readRow(line, columns);
    if (row === null) continue;
    if (seen.has(row.reference))
      throw new UnreadableFile(`${row.reference} is in the file twice.`, line.number);
    seen.add(row.reference);
    rows.push(row);
  }
  if (rows.length === 0) {
    throw new UnreadableFile("This file contains no payments or refunds.");
  }
  return { lines, rows };
}

function readHead({ number, cells }: CsvLine): Columns {
  const names = cells.map((cell) => cell.replace(/^\uFEFF/, "").toLowerCase());
  const found = Object.entries(columnNames).map(([column, accepted]) => {
    const index = accepted.map((name) => names.indexOf(name)).find((place) => place >= 0);
    if (index === undefined) {
      throw new UnreadableFile(
        `there is no column ${accepted[0]}. Upload Razorpay's "Settlement recon" report as CSV.`,
        number,
      );
    }
    return [column, index];
  });
  const settled = names.indexOf(settledColumn);
  return { ...Object.fromEntries(found), settled: settled < 0 ? null : settled } as Columns;
}

/** Null for a row about something else: a transfer, an adjustment, a fee, or a spreadsheet's sum. */
function readRow({ number, cells }: CsvLine, columns: Columns): SettlementRow | null {
  const cell = (column: keyof Columns) => cells[columns[column] ?? -1] ?? "";
  const entity = cell("entity").toLowerCase();
  const reference = cell("reference");
  if (entity !== "payment" && entity !== "refund") {
    if (/^[a-z_ ]{2,40}$/.test(entity) || (entity === "" && reference === "")) return null;
    throw new UnreadableFile(`"${entity.slice(0, 20)}" is not a kind of row that we know.`, number);
  }
  if (!idForms[entity].test(reference)) {
    throw new UnreadableFile(`"${reference.slice(0, 20)}" is not the id of a ${entity}.`, number);
  }
  if (cell("currency") !== "INR") throw new UnreadableFile(`the currency is not INR.`, number);
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

/** Razorpay writes every amount and time in a form that we read. */
function unreadable(text: string, { line, column, what }: { line: number; column: string; what: string }) {
  const hint =
    "Perhaps a spreadsheet has changed it: download the file again, and upload it without opening it.";
  return new UnreadableFile(`${column} is "${text.slice(0, 20)}" and not ${what}. ${hint}`, line);
}

/** `1499`, `1499.00`, `1,499.00`, `1,00,499.00`; and `1.499,00` and `499,00`, as spreadsheets write them in other countries. */
function readRupees(text: string, line: number, column: string): Paise {
  if (text === "") return 0;
  const plain = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d{1,2})?$/.test(text)
    ? text.replaceAll(",", "")
    : /^\d{1,3}(\.\d{3})*,\d{1,2}$|^\d+,\d{1,2}$/.test(text)
      ? text.replaceAll(".", "").replace(",", ".")
      : text;
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) {
    throw unreadable(text, { line, column, what: "an amount in rupees" });
  }
  return Math.round(Number(plain) * 100);
}

/** A day without a time, which some reports have, counts from its midnight. */
const withTime = (text: string) => (/^\d+[/-]\d+[/-]\d+$/.test(text) ? `${text} 00:00` : text);

const dayFirst = String.raw`(?<day>\d{1,2})[/-](?<month>\d{1,2})[/-](?<year>\d{4})`;
const yearFirst = String.raw`(?<year>\d{4})[/-](?<month>\d{1,2})[/-](?<day>\d{1,2})`;
const clock = String.raw`[ T](?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?: (?<half>[AP]M))?`;
const timeForms = [dayFirst, yearFirst].map((day) => new RegExp(`^${day}${clock}$`, "i"));

/**
 * Seconds since 1970, or a day and a time in Indian time: `20/11/2026 18:00:00`, `2026-11-20 18:00:00`, and `5/11/2026 9:05`
 * and `20-11-2026 18:00`, as spreadsheets save them.
 */
function readTime(text: string, line: number, column: string): Date {
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000);
  const groups = timeForms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  const part = (name: string) => Number(groups?.[name] ?? 0);
  const half = groups?.half?.toUpperCase();
  const hour = half === undefined ? part("hour") : (part("hour") % 12) + (half === "PM" ? 12 : 0);
  const inIndia = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    hour,
    part("minute"),
    part("second"),
  );
  const read = new Date(inIndia);
  const isReal =
    groups !== undefined &&
    read.getUTCMonth() === part("month") - 1 &&
    read.getUTCDate() === part("day") &&
    read.getUTCHours() === hour &&
    part("minute") < 60 &&
    part("second") < 60;
  if (!isReal) throw unreadable(text, { line, column, what: "a day with a time" });
  return new Date(inIndia - indianOffset);
}

const indianOffset = 5.5 * 3_600_000;

const maxCells = 100;
const maxLineCharacters = 20_000;

/** One line of a CSV file with the number that an editor shows. */
export interface CsvLine {
  number: number;
  cells: string[];
}

/** What is wrong with a file, in a sentence; with the line, if it is about one. */
class UnreadableFile extends Error {
  constructor(problem: string, line?: number) {
    super(line === undefined ? problem : `Line ${line}: ${problem}`);
  }
}

/** UTF-8, or UTF-16 with its mark, which Excel calls Unicode. */
function decode(content: Uint8Array): string {
  const [first, second] = content;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    throw new UnreadableFile("This file is not text in UTF-8. Download it again as CSV.");
  }
}

/** A spreadsheet may separate by semicolons or tabs: the head has one of them, and has it most often. */
function findSeparator(text: string): string {
  const [head = ""] = text.slice(0, maxLineCharacters).trimStart().split(/\r?\n/, 1);
  const counts = [",", ";", "\t"].map((separator) => ({ separator, count: head.split(separator).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).separator;
}

/**
 * The lines of a CSV file (RFC 4180), those without any text left out. A formula is text like any other. Its time is
 * linear: it stops at the first line that is too long. Throws `UnreadableFile` for what is no CSV.
 */
export function* readCsv(content: Uint8Array): Generator<CsvLine> {
  const text = decode(content);
  const separator = findSeparator(text);
  let position = 0;
  let number = 1;
  while (position < text.length) {
    const start = number;
    const line = readLine(text, { start: position, number, separator });
    position = line.next;
    number += line.breaks;
    if (line.cells.every((cell) => cell === "")) continue;
    if (line.cells.some((cell) => cell.includes("\0"))) {
      throw new UnreadableFile("it has a character that is not allowed.", start);
    }
    yield { number: start, cells: line.cells };
  }
}

function readLine(
  text: string,
  { start, number, separator }: { start: number; number: number; separator: string },
) {
  const cells: string[] = [];
  const last = start + maxLineCharacters;
  let position = start;
  let breaks = 0;
  const separatorCode = separator.charCodeAt(0);
  const isEnd = (code: number) => code === separatorCode || code === 10 || code === 13;
  const checkLength = () => {
    if (position > last) throw new UnreadableFile("it is too long.", number);
  };
  for (;;) {
    let cell = "";
    if (text[position] === '"') {
      position += 1;
      for (;;) {
        const quote = text.indexOf('"', position);
        if (quote < 0) throw new UnreadableFile("a quotation mark is not closed.", number);
        cell += text.slice(position, quote);
        position = quote + 1;
        if (text[position] !== '"') break;
        cell += '"';
        position += 1;
        checkLength();
      }
      checkLength();
      breaks += cell.split("\n").length - 1;
      if (position < text.length && !isEnd(text.charCodeAt(position))) {
        throw new UnreadableFile("something follows a closing quotation mark.", number);
      }
    } else {
      const from = position;
      while (position < text.length && !isEnd(text.charCodeAt(position)) && position <= last) position += 1;
      checkLength();
      cell = text.slice(from, position);
    }
    cells.push(cell.trim());
    if (cells.length > maxCells) throw new UnreadableFile(`it has more than ${maxCells} columns.`, number);
    if (text[position] === separator) {
      position += 1;
      continue;
    }
    if (text[position] === "\r") position += 1;
    if (text[position] === "\n") position += 1;
    return { cells, next: position, breaks: breaks + 1 };
  }
}
