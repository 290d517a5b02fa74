import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../server/db/embedded/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { startServer, stopServer } from "../serve.ts";
import { type SeededRoom, seedRooms } from "./room-seed.ts";

interface RoomServer {
  port: number;
  settings?: Record<string, string>;
}

/** Runs `use` with one interview in progress on the built product, on a database of its own. */
export async function withRoom(
  { port, settings = {} }: RoomServer,
  use: (room: SeededRoom) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
  // When root runs this, PostgreSQL runs under another account, which must be able to enter.
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: () => undefined });
  try {
    const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 2 });
    await migrate(pool, () => undefined);
    const [room] = await seedRooms(pool, 1);
    await pool.end();
    const server = await startServer({
      dataDirectory: directory,
      databaseUrl: postgres.connectionString,
      port,
      entry: ["dist/server/main.js"],
      settings,
    });
    try {
      await use(room as SeededRoom);
    } finally {
      await stopServer(server);
    }
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
