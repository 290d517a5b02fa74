import { startEmbeddedPostgres } from "../../kernel/db/embedded-postgres.ts";

/*
 * A separate process that runs the embedded PostgreSQL of a folder, for tests that kill it or run it as another
 * user. It prints one line of JSON when ready, and stops the database and exits when its standard input closes.
 */
const [dataDirectory = ""] = process.argv.slice(2);
const lines: string[] = [];
const postgres = await startEmbeddedPostgres({ dataDirectory, log: (line) => lines.push(line) });
const { connectionString } = postgres;
process.stdout.write(`${JSON.stringify({ connectionString, uid: process.getuid?.(), lines })}\n`);
process.stdin.resume().once("end", async () => {
  await postgres.stop();
  process.exit(0);
});
