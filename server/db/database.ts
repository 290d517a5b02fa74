import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { PreparingClient } from "./preparing-client.ts";
import type { DB } from "./types.ts";

/** A handle that reads or writes one statement at a time. */
export type Database = Kysely<DB>;
/** A handle inside a transaction. Functions that must not run outside one ask for this type. */
export type Tx = Transaction<DB>;

// int8 is used for ledger and audit ids only; they stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A `date` is a calendar day without a zone: leave it text.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

/** A connection pool that logs, rather than dies of, the loss of an idle connection. */
export function openPool(
  connectionString: string,
  log: Logger,
  max = 16,
  Client: typeof pg.Client = PreparingClient,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 5_000,
    Client,
  } as pg.PoolConfig);
  pool.on("error", (error) => log.warn({ error: error.message }, "lost an idle database connection"));
  // The pool hears only idle connections. One that is lost in the middle of a transaction, between two statements, would
  // end the process; its next statement rejects, and the pool lets go of it.
  pool.on("connect", (client) => {
    client.on("error", (error) => log.debug({ error: error.message }, "lost a database connection"));
  });
  return pool;
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
}
