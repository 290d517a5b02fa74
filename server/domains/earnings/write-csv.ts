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

function writeLine(row: readonly string[]): string {
  return `${row.map(escapeCell).join(",")}\r\n`;
}

function escapeCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
