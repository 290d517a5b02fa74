import { readFile } from "node:fs/promises";
import pg from "pg";
import { DATABASE, passwordFile, ROLE } from "./cluster.ts";

/* PostgreSQL itself tracks which processes use the database: each of our processes holds one connection
   with a shared advisory lock. A process that dies loses the lock at once, so no stale entry remains. A
   process that wants to stop the server must take the same lock exclusively, which only the last one can.
   A process that joins at that moment waits for the lock, loses its connection in the shutdown and starts
   the server again. */
const MEMBERS_LOCK = 4_711_001;
/** The lock is in this database so that our connection never blocks creating or dropping another one. */
const LOCK_DATABASE = "postgres";
/** The prefix of `application_name`, by which a process finds the others; its process id follows. */
const APPLICATION_NAME = "greenroom supervisor";

/** The address of a running server. */
export interface ServerAddress {
  /** The directory that contains the cluster and, on Windows, the file with the password. */
  base: string;
  socketDirectory: string;
  port: number;
  /** Only on Windows, where the server listens on 127.0.0.1. */
  password?: string;
}

export interface Membership {
  /** Includes the password on Windows. */
  address: ServerAddress;
  /** Process ids of the other processes that used the database when we joined. */
  others: number[];
  /**
   * Calls the listener once if the connection is lost before `leave`: at once if that has happened already.
   * A second listener replaces the first.
   */
  onLost(listener: (reason: string) => void): void;
  /** Resolves to true if we are the last: no other process can join any more, and we may stop the server. */
  leave(): Promise<boolean>;
  /** Closes the connection, which releases its locks. Call `leave` first. */
  close(): Promise<void>;
}

/** Works for pg, pg-boss and psql. */
export function connectionStringFor({ socketDirectory, port, password }: ServerAddress): string {
  if (password) return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`;
  return `postgresql://${ROLE}@/${DATABASE}?host=${encodeURIComponent(socketDirectory)}&port=${port}`;
}

/**
 * Registers this process with a running server and creates our database in it if needed.
 *
 * @returns "busy" when a server answers but is starting, recovering or stopping; "gone" when no server of
 * ours answers.
 * @throws any other error of the connection, such as too many clients.
 */
export async function joinCluster(
  found: ServerAddress,
  clusterDirectory: string,
): Promise<Membership | "busy" | "gone"> {
  const windows = process.platform === "win32";
  const address = windows ? { ...found, password: await readFile(passwordFile(found.base), "utf8") } : found;
  const client = new pg.Client({
    host: windows ? "127.0.0.1" : found.socketDirectory,
    port: found.port,
    user: ROLE,
    database: LOCK_DATABASE,
    application_name: `${APPLICATION_NAME} ${process.pid}`,
    ...(address.password ? { password: address.password } : {}),
    connectionTimeoutMillis: 5000,
  });
  /** We end the connection ourselves, so an error or end of it is not a loss. */
  let isClosing = false;
  let lostBecause: string | null = null;
  let notifyLost: (reason: string) => void = () => {};
  const handleLost = (reason: string) => {
    if (isClosing || lostBecause !== null) return;
    lostBecause = reason;
    notifyLost(reason);
  };
  client.on("error", (cause) => handleLost(cause.message));
  client.on("end", () => handleLost("it closed the connection"));
  try {
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1)", [MEMBERS_LOCK]);
    if (!(await servesCluster(client, clusterDirectory)))
      throw new Error(`It does not serve ${clusterDirectory}.`);
    await createDatabase(client);
    const others = await findOthers(client);
    return {
      address,
      others,
      onLost(listener) {
        notifyLost = listener;
        if (lostBecause !== null) listener(lostBecause);
      },
      async leave() {
        isClosing = true;
        await client.query("select pg_advisory_unlock_shared($1)", [MEMBERS_LOCK]);
        const { rows } = await client.query("select pg_try_advisory_lock($1) as last", [MEMBERS_LOCK]);
        return rows[0].last;
      },
      close: () => endIgnoringErrors(client),
    };
  } catch (cause) {
    isClosing = true;
    await endIgnoringErrors(client);
    return classifyJoinError(cause as NodeJS.ErrnoException);
  }
}

function classifyJoinError(cause: NodeJS.ErrnoException): "busy" | "gone" {
  const { code = "", message } = cause;
  // 57P01–57P03: the server is shutting down, has crashed or is starting. The caller tries again.
  if (["57P01", "57P02", "57P03"].includes(code) || /terminated|timeout/i.test(message)) return "busy";
  if (["ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE"].includes(code) || /does not serve/.test(message))
    return "gone";
  throw cause;
}

async function servesCluster(client: pg.Client, clusterDirectory: string): Promise<boolean> {
  const { rows } = await client.query("select current_setting('data_directory') as directory");
  return process.platform === "win32" || rows[0].directory === clusterDirectory;
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
  if (rowCount) return;
  await client.query(`create database ${DATABASE}`).catch((cause: { code?: string }) => {
    // Another process joined at the same moment and created it first.
    if (cause.code !== "42P04" && cause.code !== "23505") throw cause;
  });
}

async function findOthers(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query(
    "select application_name as name from pg_stat_activity where application_name like $1 and pid <> pg_backend_pid()",
    [`${APPLICATION_NAME} %`],
  );
  return rows.map((row: { name: string }) => Number(row.name.slice(APPLICATION_NAME.length + 1)));
}

/** Closing may fail when the server closes the connection at the same time; it is closed either way. */
async function endIgnoringErrors(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined);
}
