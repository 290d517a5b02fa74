import { cutText } from "@greenroom/contract/kernel/cut-text.ts";
import { maxSqlRows } from "@greenroom/contract/room/pad-run-limits.ts";
import { type SqlResult, sqlTableLine, sqlTableRule } from "../output/sql-table.ts";

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

/** The longest text of one value that is shown. */
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
