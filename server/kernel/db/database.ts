import type { Socket } from "node:net";
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { batch } from "../concurrency.ts";
import type { DB } from "./types.ts";

/**
 * How many different statements get a name. The product has about 800, and more with `in` lists of other lengths. A
 * connection that ran all of them would keep 60 MB of plans.
 */
const maxPreparedStatements = 1_000;

/** In characters. Longer texts are inserts of many rows, whose number differs each time. The plan of one takes a megabyte. */
const maxTextLength = 10_000;

/**
 * All columns, or `count(*)`. A prepared `select *` breaks when a migration adds a column. The sign of a multiplication
 * does not count: the lists of bookings contain one, and planning their many joins takes longer than running them.
 */
const star = /(?:[(,.]|\b(?:select|distinct|all|returning))\s*\*/i;

/**
 * The names of a pool's statements: one for each text, the same on every connection. A text gets its name when it runs for
 * the second time, so that texts which run only once do not use up the names.
 */
class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly once = new Set<string>();

  get(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (this.names.size >= maxPreparedStatements || text.length > maxTextLength || star.test(text))
      return undefined;
    if (!this.once.delete(text)) {
      // Texts that run seldom are forgotten, so they take no more memory than the names do.
      if (this.once.size >= maxPreparedStatements) this.once.clear();
      this.once.add(text);
      return undefined;
    }
    const name = `q${this.names.size + 1}`;
    this.names.set(text, name);
    return name;
  }
}

/**
 * The class of a pool's connections, which plan a statement with parameters once and then only run it. Planning the
 * session lookup costs ten times as much as running it.
 */
export function createPreparingClient(): typeof pg.Client {
  const names = new StatementNames();

  return class PreparingClient extends pg.Client {
    // We cannot restate pg's overloads, so all arguments are passed on, and only text with parameters is
    // changed.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    override query(first: any, second?: any, third?: any): any {
      if (typeof first !== "string" || !Array.isArray(second) || second.length === 0) {
        return super.query(first, second, third);
      }
      const name = names.get(first);
      if (name === undefined) return super.query(first, second, third);
      return super.query({ name, text: first, values: second }, third);
    }
  };
}

/**
 * A connection that prepares no statement by name. Behind a pooler in transaction mode each statement may reach
 * another connection of PostgreSQL, where a name is unknown or belongs to another statement.
 */
export class UnpreparingClient extends pg.Client {
  // We cannot restate pg's overloads, so all arguments are passed on, and only a query with a name is changed.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  override query(first: any, second?: any, third?: any): any {
    if (typeof first?.name !== "string" || typeof first.text !== "string") {
      return super.query(first, second, third);
    }
    const { name: _name, ...unnamed } = first;
    return super.query(unnamed, second, third);
  }
}

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

/** Of one kind; calls that arrive meanwhile share the next statement. */
const usualBatches = { maxSize: 100, maxConcurrent: 4 };

/**
 * Lets calls that arrive at the same moment share one statement, for example those of jobs that run side by side.
 * `run` returns the results in the order of the inputs; a result may be a promise that settles for that call alone. It
 * must not use a caller's transaction, because the statement serves several callers.
 */
export function batchStatements<Input, Output>(
  run: (database: Database, inputs: Input[]) => Promise<(Output | Promise<Output>)[]>,
  options = usualBatches,
): (database: Database, input: Input) => Promise<Output> {
  const batchers = new WeakMap<Database, (input: Input) => Promise<Output>>();
  return (database, input) => {
    const batcher = batchers.get(database) ?? batch((inputs: Input[]) => run(database, inputs), options);
    batchers.set(database, batcher);
    return batcher(input);
  };
}
