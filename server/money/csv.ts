import type { Readable } from "node:stream";
import { exportTurns, Spool } from "../kernel/files.ts";

/**
 * CSV (RFC 4180) that spreadsheets open as UTF-8. Anyone could enter a formula as their name, so a cell that a
 * spreadsheet would run as a formula gets a leading apostrophe.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map(writeLine).join("")}`;
}

/** Streams the same format, one line at a time. */
export async function* streamCsv<Row>(
  head: readonly string[],
  rows: AsyncIterable<Row>,
  toCells: (row: Row) => readonly string[],
): AsyncGenerator<string> {
  yield `\uFEFF${writeLine(head)}`;
  for await (const row of rows) yield writeLine(toCells(row));
}

/**
 * Writes the same as a file that is complete before it is read: a slow reader occupies neither memory nor a database
 * connection, and a failed query is an error and not half a file. Throws `unavailable` if too many exports wait, and the
 * signal's reason once its reader has left.
 */
export async function spoolCsv<Row>(
  head: readonly string[],
  rows: AsyncIterable<Row>,
  toCells: (row: Row) => readonly string[],
  reader: AbortSignal,
): Promise<Readable> {
  const spool = await Spool.open();
  try {
    return await exportTurns.run(async () => {
      for await (const line of streamCsv(head, rows, toCells)) {
        reader.throwIfAborted();
        await spool.write(line);
      }
      return await spool.readToEnd();
    }, reader);
  } catch (error) {
    await spool.close();
    throw error;
  }
}

function writeLine(row: readonly string[]): string {
  return `${row.map(escapeCell).join(",")}\r\n`;
}

function escapeCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
