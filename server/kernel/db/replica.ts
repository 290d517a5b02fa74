import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { AppError } from "../errors.ts";
import { type Database, openDatabase, openPool, UnpreparingClient } from "./database.ts";

/** Reads that may lag by seconds. Never use them for data that a person has just changed and expects to see. */
export interface LaggingReads {
  /**
   * Runs `read` on the replica if that is fresh enough, else on the primary. May run it twice: after an error on the
   * replica, it runs again on the primary.
   */
  read<T>(read: (database: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** All reads go to the primary. */
export function readFromPrimary(primary: Database): LaggingReads {
  return { read: (read) => read(primary), close: async () => undefined };
}

interface ReplicaOptions {
  primary: pg.Pool;
  url: string;
  maxLagSeconds: number;
  log: Logger;
}

const pollMilliseconds = 500;
/** A statement that takes longer runs again on the primary. */
const statementMilliseconds = 3_000;
const maxConnections = 8;

/**
 * Measures how far the replica lags. Each poll stores the position of the primary's log; the age of the newest stored
 * position that the replica has replayed is its lag. This needs neither equal clocks nor writes on the primary.
 */
export function openReplica({ primary, url, maxLagSeconds, log }: ReplicaOptions): LaggingReads {
  // A replica may be behind a pooler too.
  const pool = openPool({
    connectionString: url,
    log,
    max: maxConnections,
    Client: UnpreparingClient,
    statementMilliseconds,
  });
  const replica = openDatabase(pool);
  const primaryDatabase = openDatabase(primary);
  const closing = new AbortController();
  let positions: { at: number; position: bigint }[] = [];
  /** The replica contains everything that was committed before this. */
  let freshAt = Number.NEGATIVE_INFINITY;
  let wasFresh: boolean | null = null;

  const isFresh = () => performance.now() - freshAt <= maxLagSeconds * 1000;

  async function poll(): Promise<void> {
    const at = performance.now();
    const { rows: written } = await primary.query("select pg_current_wal_lsn()::text as position");
    positions.push({ at, position: parsePosition(written[0].position) });
    const { rows: replayed } = await pool.query("select pg_last_wal_replay_lsn()::text as position");
    if (replayed[0].position === null) throw new Error("GREENROOM_REPLICA_URL is not a replica");
    const reached = parsePosition(replayed[0].position);
    const newest = positions.findLastIndex(({ position }) => position <= reached);
    if (newest < 0) return;
    freshAt = positions[newest]?.at ?? freshAt;
    positions = positions.slice(newest);
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      const reason = await poll().then(
        () => undefined,
        (error: Error) => error.message,
      );
      // Older positions are dropped, because a replica that has replayed only those is not fresh.
      positions = positions.filter(({ at }) => performance.now() - at <= maxLagSeconds * 1000);
      if (isFresh() !== wasFresh && !closing.signal.aborted) {
        wasFresh = isFresh();
        if (wasFresh) log.info("the replica is fresh enough for reads");
        else log.warn({ reason }, "the replica is unavailable or lags; all reads go to the primary");
      }
      await sleep(pollMilliseconds, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  const watched = watch();

  return {
    async read(read) {
      if (isFresh()) {
        try {
          return await read(replica);
        } catch (error) {
          // The caller's own mistake, such as a cursor that nobody issued.
          if (error instanceof AppError) throw error;
          // The replica is down, canceled the statement for its replay, or lacks a newer table. The next poll
          // decides whether it is used again.
          freshAt = Number.NEGATIVE_INFINITY;
          log.warn({ error: (error as Error).message }, "a read failed on the replica; trying the primary");
        }
      }
      return await read(primaryDatabase);
    },
    async close() {
      closing.abort();
      await watched;
      await pool.end();
    },
  };
}

/** A position in the write-ahead log, such as `16/B374D848`. */
function parsePosition(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
