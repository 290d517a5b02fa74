import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { freePort } from "../../server/testing/free-port.ts";
import setUpServer from "../../server/testing/global-setup.ts";
import { startPooler } from "./pooler.ts";
import { findPrograms } from "./programs.ts";

/** The PostgreSQL of the server's tests, with PgBouncer in front of it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { pgbouncer } = findPrograms();
  const stopServer = await setUpServer(project);
  const directory = await mkdtemp(join(tmpdir(), "greenroom-pooled-"));
  // Under root, PgBouncer runs with an account of its own, which needs access.
  await chmod(directory, 0o755);
  const pooler = await startPooler({
    program: pgbouncer,
    directory,
    port: await freePort(),
    target: project.getProvidedContext().postgresConnectionString,
    servesAll: true,
  });
  project.provide("pooledConnectionString", pooler.url);
  return async () => {
    await pooler.stop();
    await stopServer();
    await rm(directory, { recursive: true, force: true });
  };
}
