import { readFile } from "node:fs/promises";
import pg from "pg";
import { DATABASE, passwordFile, ROLE } from "./cluster.ts";

/*
 * Who uses the database is kept by PostgreSQL itself: each process of ours holds one connection with a shared
 * advisory lock. A process that dies loses it at once, so nothing can go stale. To stop the server one must get
 * the same lock exclusively: only the last one does, and whoever arrives in that moment waits for the lock, is
 * turned away by the shutdown and starts the server anew.
 */
const MEMBERS_LOCK = 4_711_001;
/** The lock lives here, so that our connection is never in the way of creating or dropping another database. */
const MEETING_PLACE = "postgres";
const NAME = "greenroom supervisor";

/** Where a running server is found. */
export interface Reachable {
  base: string;
  socketDirectory: string;
  port: number;
  password?: string;
}

export interface Membership {
  /** With its password, on Windows. */
  reachable: Reachable;
  /** Process ids of the others that used the database when we joined. */
  others: number[];
  onLost(listener: (reason: string) => void): void;
  /** True when we are the last: then nobody else can join any more, and the server is ours to stop. */
  leave(): Promise<boolean>;
  close(): Promise<void>;
}

/** For pg, pg-boss and psql alike. */
export function connectionStringFor({ socketDirectory, port, password }: Reachable): string {
  if (password) return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`;
  return `postgresql://${ROLE}@/${DATABASE}?host=${encodeURIComponent(socketDirectory)}&port=${port}`;
}

/**
 * Joins the users of a running server and creates our database in it if need be.
 *
 * @returns "busy" when a server answers but is starting, recovering or stopping; "gone" when nothing of ours answers.
 */
export async function join(
  found: Reachable,
  clusterDirectory: string,
): Promise<Membership | "busy" | "gone"> {
  const windows = process.platform === "win32";
  const reachable = windows
    ? { ...found, password: await readFile(passwordFile(found.base), "utf8") }
    : found;
  const client = new pg.Client({
    host: windows ? "127.0.0.1" : found.socketDirectory,
    port: found.port,
    user: ROLE,
    database: MEETING_PLACE,
    application_name: `${NAME} ${process.pid}`,
    ...(reachable.password ? { password: reachable.password } : {}),
    connectionTimeoutMillis: 5000,
  });
  let left = false;
  let lostBecause: string | null = null;
  let tell: (reason: string) => void = () => {};
  const lost = (reason: string) => {
    if (left || lostBecause !== null) return;
    lostBecause = reason;
    tell(reason);
  };
  client.on("error", (cause) => lost(cause.message));
  client.on("end", () => lost("it closed the connection"));
  try {
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1)", [MEMBERS_LOCK]);
    if (!(await serves(client, clusterDirectory))) throw new Error(`It does not serve ${clusterDirectory}.`);
    await createDatabase(client);
    const others = await findOthers(client);
    return {
      reachable,
      others,
      onLost(listener) {
        tell = listener;
        if (lostBecause !== null) listener(lostBecause);
      },
      async leave() {
        left = true;
        await client.query("select pg_advisory_unlock_shared($1)", [MEMBERS_LOCK]);
        const asked = await client.query("select pg_try_advisory_lock($1) as last", [MEMBERS_LOCK]);
        return asked.rows[0].last;
      },
      close: () => endQuietly(client),
    };
  } catch (cause) {
    left = true;
    await endQuietly(client);
    return readRefusal(cause as NodeJS.ErrnoException);
  }
}

function readRefusal(cause: NodeJS.ErrnoException): "busy" | "gone" {
  const { code = "", message } = cause;
  // 57P01–57P03: it is shutting down, has crashed or is starting; another try decides.
  if (["57P01", "57P02", "57P03"].includes(code) || /terminated|timeout/i.test(message)) return "busy";
  if (["ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE"].includes(code) || /does not serve/.test(message))
    return "gone";
  throw cause;
}

async function serves(client: pg.Client, clusterDirectory: string): Promise<boolean> {
  const asked = await client.query("select current_setting('data_directory') as directory");
  return process.platform === "win32" || asked.rows[0].directory === clusterDirectory;
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
  if (rowCount) return;
  await client.query(`create database ${DATABASE}`).catch((cause: { code?: string }) => {
    // Another process joined in the same moment and was quicker.
    if (cause.code !== "42P04" && cause.code !== "23505") throw cause;
  });
}

async function findOthers(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query(
    "select application_name as name from pg_stat_activity where application_name like $1 and pid <> pg_backend_pid()",
    [`${NAME} %`],
  );
  return rows.map((row: { name: string }) => Number(row.name.slice(NAME.length + 1)));
}

/** Ending a connection that the server is closing too may fail; either way it is closed. */
async function endQuietly(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined);
}
