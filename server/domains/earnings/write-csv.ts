/**
 * CSV (RFC 4180) that spreadsheets open as UTF-8. A cell that a spreadsheet would take for a formula, which anybody could
 * put into their name, gets an apostrophe before it.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`;
}

function cellOf(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
