import type { Socket } from "node:net";
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { createPreparingClient } from "./clients/preparing-client.ts";
import type { DB } from "./types.ts";

/** Runs one statement at a time, outside a transaction. */
export type Database = Kysely<DB>;
/** Runs statements inside a transaction. Functions that must not run outside one take this type. */
export type Tx = Transaction<DB>;

// Only ids of the ledger and of the audit log are int8, and they stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A `date` is a calendar day without a time zone, so it stays text.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

interface PoolOptions {
  connectionString: string;
  log: Logger;
  max?: number;
  Client?: typeof pg.Client;
  /** How long a statement may take before it is given up; without it, as long as it needs. */
  statementMilliseconds?: number;
  /** A connection over which no answer to a statement arrives for so long is closed; null: statements may take longer. */
  silentMilliseconds?: number | null;
}

/**
 * When the database's machine vanishes, its side of a connection is not closed, and the kernel would wait 15 minutes for
 * an answer to a statement. No call and no job has a statement that takes so long.
 */
const longestSilence = 60_000;

/** A connection pool that logs the loss of an idle connection instead of crashing. */
export function openPool({
  connectionString,
  log,
  max = 16,
  Client = createPreparingClient(),
  statementMilliseconds,
  silentMilliseconds = longestSilence,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: statementMilliseconds ?? 5_000,
    // Firewalls and load balancers forget connections that send nothing for some minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    // After a failover, no connection stays with a former primary that only reads.
    maxLifetimeSeconds: 600,
    ...(statementMilliseconds === undefined ? {} : { query_timeout: statementMilliseconds }),
    Client,
  } as pg.PoolConfig);
  pool.on("error", (error) => log.warn({ error: error.message }, "lost an idle database connection"));
  // The pool handles errors of idle connections only. Without this listener, losing a connection between two
  // statements of a transaction would end the process. The next statement rejects, and the pool discards the
  // connection.
  pool.on("connect", (client) => {
    client.on("error", (error) => log.debug({ error: error.message }, "lost a database connection"));
    if (silentMilliseconds !== null) closeIfSilent(client, silentMilliseconds);
  });
  return pool;
}

/**
 * The pending statement rejects, and the pool opens another connection. A transaction that waits for its caller, such as
 * one that reads rows for a slow download, has no pending statement.
 */
function closeIfSilent(client: pg.PoolClient, milliseconds: number): void {
  // Missing in the types of pg. The stream is the encrypted one if there is encryption.
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.setTimeout(milliseconds);
  // Not as a callback of `setTimeout`, which would be called for the first silence only.
  connection.stream.on("timeout", () => {
    const { readyForQuery } = client as unknown as { readyForQuery: boolean };
    if (!readyForQuery) connection.stream.destroy();
  });
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
}
