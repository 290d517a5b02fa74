import type { ChildProcess } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { type SpawnedServer, spawnServer } from "./testing/servers/spawned-server.ts";

/* A web server and a worker on one database. Each keeps its mails in a folder of its own, so the folder shows which of
   them has sent a mail. */

let database: TestDatabase;
let folder: string;
let web: SpawnedServer;
let worker: SpawnedServer;
const children: ChildProcess[] = [];

const start = (role: string) =>
  spawnServer(
    {
      DATABASE_URL: database.connectionString,
      GREENROOM_ROLE: role,
      GREENROOM_DATA: join(folder, role),
      GREENROOM_PUBLIC_URL: web?.url,
    },
    children,
  );
const mailsOf = async (role: string) =>
  (await readdir(join(folder, role, "mail")).catch(() => [])).filter((name) => name.endsWith(".eml"));
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
const message = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ name: "A", email: "a@test.example", message: "Hello" }),
};

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "greenroom-roles-"));
  web = await start("web");
}, 240_000);
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it("a web server takes requests and leaves their jobs to a worker", async () => {
  expect(await statusOf(`${web.url}/api/contact`, message)).toBe(200);
  worker = await start("worker");
  await expect.poll(() => mailsOf("worker"), { timeout: 60_000, interval: 200 }).toHaveLength(2);
  expect(await mailsOf("web")).toEqual([]);
}, 240_000);

it("a worker answers health checks and nothing else", async () => {
  expect(await statusOf(`${worker.url}/health/live`)).toBe(200);
  expect(await statusOf(`${worker.url}/health/ready`)).toBe(200);
  expect(await statusOf(`${worker.url}/api/plans`)).toBe(404);
  expect(await statusOf(`${worker.url}/api/contact`, message)).toBe(404);
  expect(await statusOf(`${web.url}/api/plans`)).toBe(200);
});
