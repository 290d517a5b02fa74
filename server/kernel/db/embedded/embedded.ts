import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Cluster, createCluster, DATABASE, isCreated, locateCluster, ROLE } from "./cluster.ts";
import {
  findPrograms,
  isPostmasterOf,
  launchPostmaster,
  readPostmasterFile,
  removeStalePidFile,
  stopPostmaster,
} from "./postmaster.ts";

/** fsync and synchronous_commit stay on, as they are by default, so acknowledged data is on disk. */
const SETTINGS = { timezone: "UTC", log_timezone: "UTC", log_checkpoints: "off", jit: "off" };
/** A running server that refuses connections may be recovering from a crash. */
const BUSY_TIMEOUT_MS = 120_000;
/** After a crash, child processes need a moment to end, and PostgreSQL does not start before they have. */
const STALE_TIMEOUT_MS = 5000;
/**
 * Each of our processes that uses the database holds this lock, shared. PostgreSQL releases it when a process dies, and
 * the process that can take it exclusively is the last one and stops the server.
 */
const USERS_LOCK = 4_711_001;
const APPLICATION_NAME = "greenroom process ";

export interface EmbeddedPostgresOptions {
  /** For example `./data`; the cluster lives in its `postgres` folder. */
  dataDirectory: string;
  log: (line: string) => void;
  /** PostgreSQL settings that replace ours, for example `{ fsync: "off" }` for temporary data. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  connectionString: string;
  /** True if the database was already running, either after a crash of ours or because another process uses it. */
  adopted: boolean;
  /** Stops using the database; the last process to do so stops the server. Then all data is on disk. */
  stop(): Promise<void>;
}

/**
 * Runs the embedded PostgreSQL of a data folder: creates it if it is new, adopts it if it is running, starts it if not,
 * and restarts it if it dies. Processes may share a folder, such as a server and the operator's commands.
 *
 * @throws an Error of one sentence when the folder, the programs or the cluster cannot be used.
 */
export async function startEmbeddedPostgres({
  dataDirectory,
  log,
  settings = {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await locateCluster(dataDirectory, log);
  /** Held as long as we use the database; null while it is lost. */
  let client: pg.Client | null = null;
  let recovering: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | null = null;

  /** Joins the server, launching it if it does not run; returns whether it did. */
  async function joinOrLaunch(): Promise<{ connectionString: string; adopted: boolean }> {
    if (!(await isCreated(cluster))) {
      log("Creating the database…");
      await createCluster(cluster, await findPrograms(cluster, log), settings.fsync === "off");
    }
    let adopted = true;
    const start = Date.now();
    for (let refusedSince: number | null = null; ; await sleep(100)) {
      const file = await readPostmasterFile(cluster);
      const joined = file?.isReady ? await join(cluster, file, log) : "gone";
      if (typeof joined === "object") {
        client = joined;
        watch(joined);
        const address = `host=${encodeURIComponent(file?.socket ?? "")}&port=${file?.port}`;
        return { connectionString: `postgresql://${ROLE}@/${DATABASE}?${address}`, adopted };
      }
      if (joined === "busy" || (file && (await isPostmasterOf(file.pid, cluster)))) {
        if (Date.now() - start < BUSY_TIMEOUT_MS) continue;
        throw new Error(
          `PostgreSQL (process ${file?.pid}) is running on ${cluster.data} but takes no connections: end that process and start again.`,
        );
      }
      if (await launchPostmaster(cluster, { ...SETTINGS, ...settings }, log)) {
        adopted = false;
        refusedSince = null;
        continue;
      }
      refusedSince ??= Date.now();
      if (Date.now() - refusedSince < STALE_TIMEOUT_MS) continue;
      if (!(await removeStalePidFile(cluster)))
        throw new Error(
          `${cluster.data}/postmaster.pid names a running process that is not the database of this folder: if no PostgreSQL uses the folder, delete that file and start again.`,
        );
      log("A postmaster.pid left by a crash was removed: its number belongs to another program.");
    }
  }

  /** PostgreSQL died or restarted itself: bring it back. The address stays the same, and pools reconnect. */
  function watch(joined: pg.Client): void {
    joined.once("end", () => {
      if (client !== joined || stopped) return;
      client = null;
      log("The connection to PostgreSQL was lost; recovering…");
      recovering = recover();
    });
  }

  async function recover(): Promise<void> {
    for (let pause = 200; !stopped; pause = Math.min(pause * 2, 10_000)) {
      try {
        await joinOrLaunch();
        log("PostgreSQL is back.");
        return;
      } catch (cause) {
        log(`PostgreSQL could not be brought back, trying again: ${(cause as Error).message}`);
        await sleep(pause);
      }
    }
  }

  async function leave(): Promise<void> {
    await recovering;
    if (!client) return; // The connection was lost just now, so there is nothing to stop.
    await client.query("select pg_advisory_unlock_shared($1)", [USERS_LOCK]);
    const { rows } = await client.query("select pg_try_advisory_lock($1) as last", [USERS_LOCK]);
    const file = await readPostmasterFile(cluster);
    if (!rows[0].last) log("PostgreSQL stays up for the other process that uses it.");
    else if (file && (await isPostmasterOf(file.pid, cluster))) await stopPostmaster(cluster, file.pid);
    await client.end().catch(() => undefined); // The server may close it at the same time.
  }

  const { connectionString, adopted } = await joinOrLaunch();
  if (adopted) log("PostgreSQL was running already and is used as it is.");
  return {
    connectionString,
    adopted,
    stop() {
      stopped ??= leave();
      return stopped;
    },
  };
}

/**
 * Connects to a running server, takes the lock, and creates our database if needed. Returns "busy" when a server answers
 * but is starting, recovering or stopping; "gone" when no server of this cluster answers.
 */
async function join(
  cluster: Cluster,
  { socket, port }: { socket: string; port: number },
  log: (line: string) => void,
): Promise<pg.Client | "busy" | "gone"> {
  const client = new pg.Client({
    host: socket,
    port,
    user: ROLE,
    database: "postgres", // So that the connection never blocks creating or dropping another database.
    application_name: APPLICATION_NAME + process.pid,
    connectionTimeoutMillis: 5000,
  });
  client.on("error", () => undefined); // "end" follows.
  try {
    await client.connect();
    // While the last process stops the server this waits, and then loses the connection.
    await client.query("select pg_advisory_lock_shared($1)", [USERS_LOCK]);
    const { rows } = await client.query("select current_setting('data_directory') as data");
    if (rows[0].data !== cluster.data) throw Object.assign(new Error("Another cluster."), { code: "ENOENT" });
    const { rows: others } = await client.query<{ pid: string }>(
      "select replace(application_name, $1, '') as pid from pg_stat_activity where starts_with(application_name, $1) and pid <> pg_backend_pid()",
      [APPLICATION_NAME],
    );
    if (others.length > 0) log(`PostgreSQL is shared with process ${others.map(({ pid }) => pid)}.`);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0)
      await client.query(`create database ${DATABASE}`).catch((cause: { code?: string }) => {
        if (cause.code !== "42P04" && cause.code !== "23505") throw cause; // Another process created it.
      });
    return client;
  } catch (cause) {
    await client.end().catch(() => undefined);
    const { code = "", message } = cause as NodeJS.ErrnoException;
    // 57P01 to 57P03: the server is shutting down, has crashed or is starting.
    if (["57P01", "57P02", "57P03"].includes(code) || /terminated|timeout/i.test(message)) return "busy";
    if (["ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE"].includes(code)) return "gone";
    throw cause;
  }
}
