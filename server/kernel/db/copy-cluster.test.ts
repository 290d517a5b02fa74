import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyCluster } from "./copy-cluster.ts";
import { startEmbeddedPostgres } from "./embedded/embedded.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "greenroom-copy-"));
  // If root runs the test, PostgreSQL runs under another account, which needs access.
  await chmod(directory, 0o755);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const start = (name: string) =>
  startEmbeddedPostgres({ dataDirectory: join(directory, name), log: () => undefined });

it("copies a database in use as of one moment: with every committed change, and without open transactions", async () => {
  const original = await start("original");
  const pool = new pg.Pool({ connectionString: original.connectionString, max: 4 });
  let isStopping = false;
  pool.on("error", (cause) => {
    // The pool's end does not wait until its connections are closed, so PostgreSQL may still end one of them.
    if (!isStopping) throw cause;
  });
  await pool.query("create table pairs (n integer, half text)");
  await pool.query("insert into pairs values (0, 'left'), (0, 'right')");
  const open = await pool.connect();
  await open.query("begin");
  await open.query("insert into pairs values (-1, 'left'), (-1, 'right')");
  let isOver = false;
  let committed = 0;
  const writing = (async () => {
    for (let n = 1; !isOver && n < 50_000; n += 1) {
      await pool.query({ text: "insert into pairs values ($1, 'left'), ($1, 'right')", values: [n] });
      committed = n;
    }
  })();
  await mkdir(join(directory, "copy", "postgres"), { recursive: true, mode: 0o755 });
  const client = await pool.connect();
  const committedBefore = committed;
  try {
    expect(await copyCluster(client, join(directory, "copy", "postgres", "data"))).toBeGreaterThan(1_000_000);
  } finally {
    client.release(true);
    isOver = true;
    await writing;
    await open.query("rollback");
    open.release();
  }
  await expect
    .poll(async () => (await pool.query("select count(*)::int as n from pg_replication_slots")).rows[0].n)
    .toBe(0);
  await pool.end();
  isStopping = true;
  await original.stop();

  const copy = await start("copy");
  const restored = new pg.Client({ connectionString: copy.connectionString });
  await restored.connect();
  const { rows } = await restored.query(
    `select count(*)::int as pairs, min(n) as first, max(n) as last, bool_and(halves = 2) as whole
     from (select n, count(*) as halves from pairs group by n) pair`,
  );
  await restored.end();
  await copy.stop();
  const { pairs, first, last, whole } = rows[0];
  expect([first, whole]).toEqual([0, true]);
  expect(last).toBeGreaterThanOrEqual(committedBefore);
  // None between the first and the last is missing.
  expect(pairs).toBe(last + 1);
}, 120_000);
