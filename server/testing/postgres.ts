import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os, { tmpdir } from "node:os";
import path, { join } from "node:path";
import pg from "pg";
import { copyCluster } from "../kernel/db/copy-cluster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../kernel/db/embedded-postgres.ts";

/** Starts a temporary PostgreSQL without flushing to disk: fast, and deleted by `stop`. */
export async function startThrowawayPostgres(): Promise<EmbeddedPostgres> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "greenroom-test-"));
  await chmod(directory, 0o755); // Under root, PostgreSQL runs with its own account, which needs access.
  const lines: string[] = [];
  try {
    const postgres = await startEmbeddedPostgres({
      dataDirectory: directory,
      log: (line) => lines.push(line),
      settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" },
    });
    return {
      ...postgres,
      async stop() {
        await postgres.stop();
        await rm(directory, { recursive: true, force: true });
      },
    };
  } catch (cause) {
    await rm(directory, { recursive: true, force: true });
    throw new Error(`No PostgreSQL for the tests: ${[...lines, (cause as Error).message].join("\n")}`, {
      cause,
    });
  }
}

/** The same server with another database. */
export function withDatabase(connectionString: string, name: string): string {
  return connectionString.replace(/(@[^/?]*\/)[^?]*/, `$1${name}`);
}

export interface Standby extends EmbeddedPostgres {
  /** Ends it as a power failure would (SIGQUIT); this process starts it again. */
  crash(): Promise<void>;
}

/**
 * A streaming replica of an embedded PostgreSQL, in a temporary folder: a base backup that follows the primary over its
 * socket. `stop` stops it and deletes the folder.
 */
export async function startStandby(primary: string): Promise<Standby> {
  const directory = await mkdtemp(join(tmpdir(), "greenroom-standby-"));
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(directory, 0o755);
  await mkdir(join(directory, "postgres"), { mode: 0o755 });
  const cluster = join(directory, "postgres", "data");
  const client = new pg.Client({ connectionString: primary });
  await client.connect();
  try {
    await copyCluster(client, cluster);
    const { host, port, user } = client;
    await writeFile(join(cluster, "standby.signal"), "");
    await writeFile(
      join(cluster, "postgresql.auto.conf"),
      `primary_conninfo = 'host=${host} port=${port} user=${user}'\nhot_standby = on\n`,
    );
  } finally {
    await client.end();
  }
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory,
    log: () => undefined,
    settings: { max_connections: "200", fsync: "off" },
  });
  return {
    ...postgres,
    async crash() {
      const pid = Number.parseInt(await readFile(join(cluster, "postmaster.pid"), "utf8"), 10);
      process.kill(pid, "SIGQUIT");
    },
    async stop() {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
