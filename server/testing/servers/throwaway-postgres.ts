import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../kernel/db/embedded/embedded.ts";

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
