import { messages, type PGlite, protocol } from "@electric-sql/pglite";
import type { QuestionTable } from "@greenroom/contract/room/questions.ts";
import type { ProgramOutcome } from "../program-messages.ts";
import type { SqlOutput } from "../sql-results.ts";

/** PostgreSQL's error code for lack of memory. */
const outOfMemory = "53200";
/** The prefix of PostgreSQL's codes for internal errors. */
const internalErrors = "XX";

/**
 * Removes everything that an earlier run created: its transaction, settings, temporary tables and schemas. Separate
 * statements, because `discard all` cannot run in a transaction.
 */
const reset = [
  "rollback",
  "discard all",
  `do $$ declare name text; begin
  for name in select nspname from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'
  loop execute format('drop schema %I cascade', name); end loop;
end $$`,
  "create schema public",
];

/** Leaves nothing in the database but the tables of a question. */
export async function resetDatabase(database: PGlite, tables: readonly QuestionTable[]): Promise<void> {
  for (const statement of reset) await database.exec(statement);
  await database.exec(tables.map(createTable).join("\n"));
}

/**
 * One run of SQL, in a database that was reset. The statements run one after the other, as in `psql`. Rejects when the
 * database is no longer usable.
 */
export class SqlRun {
  readonly #database: PGlite;
  readonly #output: SqlOutput;
  #code = "";
  #outcome: ProgramOutcome = "finished";
  #hasResult = false;
  #hasInternalError = false;
  /** Until the database reports that it is ready again. */
  #isBroken = true;

  constructor(database: PGlite, output: SqlOutput) {
    this.#database = database;
    this.#output = output;
  }

  async run(code: string): Promise<ProgramOutcome> {
    this.#code = code;
    const parser = new protocol.Parser();
    // Handles each message as it arrives, so that a million rows take no more memory than one.
    await this.#database.runExclusive(() =>
      this.#database.execProtocolRawStream(protocol.serialize.query(code), {
        onRawData: (bytes) => parser.parse(bytes, (message) => this.#handle(message)),
      }),
    );
    if (this.#isBroken)
      throw new Error("PostgreSQL failed while running this code. The next run starts a new one.");
    if (this.#outcome === "finished" && !this.#hasResult) this.#output.notice("Nothing to run.\n");
    this.#output.finish();
    return this.#outcome;
  }

  #handle(message: unknown): void {
    if (message instanceof messages.RowDescriptionMessage) {
      this.#output.columns(message.fields);
    } else if (message instanceof messages.DataRowMessage) {
      this.#output.row(message.fields);
    } else if (message instanceof messages.CommandCompleteMessage) {
      this.#hasResult = true;
      this.#output.end(message.text);
    } else if (message instanceof messages.NoticeMessage) {
      this.#output.notice(`${message.severity ?? "NOTICE"}: ${message.message}\n`);
    } else if (message instanceof messages.ReadyForQueryMessage) {
      this.#isBroken = this.#hasInternalError;
    } else if (message instanceof messages.DatabaseError) {
      if (message.code?.startsWith(internalErrors)) this.#hasInternalError = true;
      this.#outcome = message.code === outOfMemory ? "out_of_memory" : "failed";
      this.#output.error(errorText(message, this.#code));
    }
  }
}

interface SqlError {
  message: string;
  detail?: string | undefined;
  hint?: string | undefined;
  /** The number of a character of the code, from 1. */
  position?: string | undefined;
}

function errorText({ message, detail, hint, position }: SqlError, code: string): string {
  const lines = [
    `ERROR: ${message}`,
    detail && `DETAIL: ${detail}`,
    hint && `HINT: ${hint}`,
    position && placeText(code, Number(position)),
  ];
  return `${lines.filter(Boolean).join("\n")}\n`;
}

function placeText(code: string, position: number): string {
  // PostgreSQL counts an emoji as one character, where JavaScript counts two.
  const lines = [...code]
    .slice(0, position - 1)
    .join("")
    .split("\n");
  return `At line ${lines.length}, character ${[...(lines.at(-1) ?? "")].length + 1}.`;
}

function createTable({ name, columns, rows }: QuestionTable): string {
  const definition = columns.map((column) => `${quoteName(column.name)} ${column.type}`).join(", ");
  const create = `create table ${quoteName(name)} (${definition});`;
  if (rows.length === 0) return create;
  const literal = (cell: string | null) => (cell === null ? "null" : `'${cell.replaceAll("'", "''")}'`);
  const values = rows.map((row) => `(${row.map(literal).join(", ")})`).join(", ");
  return `${create} insert into ${quoteName(name)} values ${values};`;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
