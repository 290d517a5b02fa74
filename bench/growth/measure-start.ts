import { freePort } from "../../server/testing/free-port.ts";
import { startServer, stopServer } from "../serve.ts";

const runs = 5;

/**
 * Starts the built server on a generated database, as after a deploy, and returns the median time in milliseconds from
 * the start of the process to its first answer. All migrations have been applied before.
 */
export async function measureStart(database: {
  connectionString: string;
  dataDirectory: string;
}): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now();
    const server = await startServer({
      dataDirectory: database.dataDirectory,
      databaseUrl: database.connectionString,
      port: await freePort(),
      entry: ["dist/server/main.js"],
    });
    times.push(performance.now() - startedAt);
    await stopServer(server);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
}
