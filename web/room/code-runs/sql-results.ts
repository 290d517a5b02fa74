import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import { maxSqlRows } from "@greenroom/contract/room/pad-run-limits.ts";

/* Results of SQL in the text of a run: Markdown tables, which people can also read as text. */

/** One line of a table. A null is NULL. */
export function sqlTableLine(cells: readonly (string | null)[]): string {
  return `| ${cells.map((cell) => (cell === null ? "NULL" : escapeCell(cell))).join(" | ")} |\n`;
}

/** The line between the names of the columns and the rows. */
export function sqlTableRule(columns: number): string {
  return `|${" --- |".repeat(columns)}\n`;
}

function escapeCell(cell: string): string {
  return cell.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}

export type OutputPart =
  | { kind: "text"; text: string }
  | { kind: "table"; columns: string[]; rows: string[][] };

/** Splits the output of a run of SQL into text and tables. A truncated table ends with its last whole line. */
export function splitSqlOutput(output: string): OutputPart[] {
  const parts: OutputPart[] = [];
  const lines = output.split("\n");
  for (const [index, line] of lines.entries()) {
    const last = parts.at(-1);
    const cells = readLine(line);
    if (cells !== null && isRule(lines[index + 1])) parts.push({ kind: "table", columns: cells, rows: [] });
    else if (isRule(line) && last?.kind === "table" && last.rows.length === 0) continue;
    else if (cells !== null && last?.kind === "table" && cells.length === last.columns.length)
      last.rows.push(cells);
    else if (last?.kind === "text") last.text += `\n${line}`;
    else if (line !== "") parts.push({ kind: "text", text: line });
  }
  return parts;
}

function isRule(line: string | undefined): boolean {
  return line !== undefined && /^\|( --- \|)*$/.test(line);
}

function readLine(line: string): string[] | null {
  if (!line.startsWith("| ") || !line.endsWith(" |") || line.length < 4) return null;
  const cells = [""];
  const text = line.slice(2, -2);
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\") {
      const escaped = text[at + 1] ?? "";
      cells.push(cells.pop() + ({ n: "\n", r: "\r" }[escaped] ?? escaped));
      at += 1;
    } else if (text.startsWith(" | ", at)) {
      cells.push("");
      at += 2;
    } else cells.push(`${cells.pop()}${text[at]}`);
  }
  return cells;
}

/** The last result of a run of SQL for tests, as JSON in the run's output. */
export interface SqlResult {
  columns: string[];
  rows: (string | null)[][];
  /** The error that ended the run; null if there was none. */
  error: string | null;
}

interface Output {
  write(text: string): void;
}

interface Column {
  name: string;
  /** PostgreSQL's number of the column's type. */
  dataTypeID: number;
}

/** Receives what a run of SQL returns, in order. */
export interface SqlOutput {
  columns(columns: readonly Column[]): void;
  row(cells: readonly (string | null)[]): void;
  /** A statement has ended; `tag` is PostgreSQL's, such as "INSERT 0 1". */
  end(tag: string): void;
  notice(text: string): void;
  error(text: string): void;
  /** The run has ended. */
  finish(): void;
}

const maxCellCharacters = 300;

/** Writes results as tables, for people. */
export class SqlTables implements SqlOutput {
  readonly #output: Output;
  #columnCount = 0;
  #rows = 0;

  constructor(output: Output) {
    this.#output = output;
  }

  columns(columns: readonly Column[]): void {
    this.#columnCount = columns.length;
    this.#rows = 0;
    if (columns.length === 0) return;
    this.#output.write(sqlTableLine(columns.map(({ name }) => name)) + sqlTableRule(columns.length));
  }

  row(cells: readonly (string | null)[]): void {
    this.#rows += 1;
    if (this.#rows <= maxSqlRows && cells.length > 0) this.#output.write(sqlTableLine(cells.map(shorten)));
  }

  end(tag: string): void {
    this.#output.write(this.#columnCount > 0 ? `${rowCount(this.#rows)}\n` : `${tag}\n`);
    this.#columnCount = 0;
  }

  notice(text: string): void {
    this.#output.write(text);
  }

  error(text: string): void {
    this.#output.write(text);
  }

  finish(): void {}
}

const boolean = 16;
const numeric = 1700;

/** Writes the last result as JSON, for tests. Values have the form in which the question bank writes them. */
export class SqlJson implements SqlOutput {
  readonly #output: Output;
  #columns: readonly Column[] = [];
  #result: SqlResult = { columns: [], rows: [], error: null };

  constructor(output: Output) {
    this.#output = output;
  }

  columns(columns: readonly Column[]): void {
    this.#columns = columns;
    this.#result = { columns: columns.map(({ name }) => name), rows: [], error: null };
  }

  row(cells: readonly (string | null)[]): void {
    // One row more than the limit, so that a result that is too long differs from the expected one.
    if (this.#result.rows.length > maxSqlRows) return;
    this.#result.rows.push(cells.map((cell, index) => normalize(cell, this.#columns[index]?.dataTypeID)));
  }

  end(): void {}

  notice(): void {}

  error(text: string): void {
    this.#result = { ...this.#result, error: text.trim() };
  }

  finish(): void {
    this.#output.write(JSON.stringify(this.#result));
  }
}

function normalize(value: string | null, type: number | undefined): string | null {
  if (value === null) return null;
  if (type === boolean) return value === "t" ? "true" : "false";
  // Drops the zeros at the end that PostgreSQL keeps after a division, so that 0.5000 equals 0.5.
  return type === numeric ? String(Number(value)) : value;
}

function rowCount(rows: number): string {
  const count = rows.toLocaleString("en");
  if (rows > maxSqlRows) return `(the first ${maxSqlRows} of ${count} rows)`;
  return rows === 1 ? "(1 row)" : `(${count} rows)`;
}

function shorten(value: string | null): string | null {
  return value === null || value.length <= maxCellCharacters
    ? value
    : `${cutText(value, maxCellCharacters)}…`;
}
