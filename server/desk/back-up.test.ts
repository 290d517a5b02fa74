import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../kernel/config/config.ts";
import { startEmbeddedPostgres } from "../kernel/db/embedded-postgres.ts";
import { backUp } from "./back-up.ts";

let directory: string;
let embedded: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let pool: pg.Pool;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "greenroom-back-up-"));
  // If root runs the test, PostgreSQL runs under another account, which needs access.
  await chmod(directory, 0o755);
  embedded = await startEmbeddedPostgres({ dataDirectory: directory, log: () => undefined });
  pool = new pg.Pool({ connectionString: embedded.connectionString, max: 1 });
  await mkdir(join(directory, "files", "resumes"), { recursive: true });
  await writeFile(join(directory, "secret"), "a secret");
});
afterAll(async () => {
  await pool.end();
  await embedded.stop();
  await rm(directory, { recursive: true, force: true });
});

const newKey = () => `resumes/${randomUUID()}.pdf`;
const pathOf = (key: string) => join(directory, "files", key);
const copyOf = (folder: string, key: string) => join(directory, folder, "files", key);
const config = () => ({ ...readConfig({}), dataDirectory: directory });

it("contains the files that its rows name, even if one is replaced after the database was copied", async () => {
  const [replaced, replacement] = [newKey(), newKey()];
  await writeFile(pathOf(replaced), "the file of the row");
  const storedAt = new Date("2026-11-20T06:30:00Z");
  await utimes(pathOf(replaced), storedAt, storedAt);
  const connect = async () => {
    const client = await pool.connect();
    const release = client.release.bind(client);
    // The database has been copied when its connection is released.
    client.release = (error) => {
      writeFileSync(pathOf(replacement), "the new file");
      rmSync(pathOf(replaced));
      release(error);
    };
    return client;
  };
  await backUp({ config: config(), pool: { connect } as pg.Pool }, join(directory, "replaced"));
  expect((await stat(copyOf("replaced", replaced))).mtime).toEqual(storedAt);
  expect((await stat(copyOf("replaced", replacement))).isFile()).toBe(true);
  expect((await stat(join(directory, "replaced", "secret"))).isFile()).toBe(true);
});

it("succeeds while files are being stored and removed, and contains no unfinished file", async () => {
  const stable = Array.from({ length: 300 }, newKey);
  for (const key of stable) await writeFile(pathOf(key), "stays");
  let isOver = false;
  const changing = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const key = newKey();
      const part = join(directory, "files", "resumes", `${randomUUID()}.part`);
      await writeFile(part, "a file");
      await rename(part, pathOf(key));
      await rm(pathOf(key));
    }
  });
  try {
    await backUp({ config: config(), pool }, join(directory, "changing"));
  } finally {
    isOver = true;
    await Promise.all(changing);
  }
  const copied = await readdir(copyOf("changing", "resumes"));
  expect(copied).toEqual(expect.arrayContaining(stable.map((key) => key.replace("resumes/", ""))));
  expect(copied.filter((name) => name.endsWith(".part"))).toEqual([]);
});
