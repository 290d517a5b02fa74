import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os, { tmpdir } from "node:os";
import path, { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from "vitest";
import { copyCluster } from "./copy-cluster.ts";
import { canReach, type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

describe("embedded", () => {
  const isRoot = process.getuid?.() === 0;
  const OWNER = fileURLToPath(new URL("../../testing/programs/embedded-owner.ts", import.meta.url));
  const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
  const ORDINARY = { name: "an ordinary user", uid: 1000, gid: 1000 };

  const ADOPTED = "PostgreSQL was running already and is used as it is.";

  const leftovers: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const clear of leftovers.splice(0).reverse()) await clear();
  });

  async function makeFolder(mode = 0o755): Promise<string> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "greenroom-embedded-"));
    await chmod(folder, mode);
    leftovers.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  async function start(dataDirectory: string, lines: string[] = []): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ dataDirectory, log: (line) => lines.push(line) });
    leftovers.push(() => postgres.stop());
    return postgres;
  }

  interface Owner {
    process: ChildProcess;
    ready: { connectionString: string; uid: number; lines: string[] };
    stop(): Promise<void>;
  }

  /** Starts the database in a separate process, which a test may kill. */
  async function startOwner(
    dataDirectory: string,
    account: { uid?: number; gid?: number } = {},
  ): Promise<Owner> {
    const child = spawn(process.execPath, ["--import", "tsx", OWNER, dataDirectory], {
      ...account,
      cwd: REPOSITORY,
      stdio: ["pipe", "pipe", "pipe"],
    });
    leftovers.push(() => {
      if (child.exitCode === null) child.kill("SIGKILL");
    });
    let problem = "";
    child.stderr.on("data", (text) => {
      problem += text;
    });
    const line = await Promise.race([
      once(child.stdout, "data").then(String),
      once(child, "exit").then(() => Promise.reject(new Error(problem))),
    ]);
    return {
      process: child,
      ready: JSON.parse(line),
      async stop() {
        child.stdin.end();
        if (child.exitCode === null) await once(child, "exit");
      },
    };
  }

  async function query(connectionString: string, statement: string): Promise<pg.QueryResultRow[]> {
    const client = new pg.Client({ connectionString });
    client.on("error", () => {}); // Some tests stop the server on purpose.
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async function isRunning(folder: string): Promise<boolean> {
    return stat(path.join(folder, "postgres", "data", "postmaster.pid")).then(
      () => true,
      () => false,
    );
  }

  describe("one owner", () => {
    test("creates a durable UTF-8 database, stops it, and finds its data again", async () => {
      const folder = await makeFolder();
      const lines: string[] = [];
      const first = await start(folder, lines);
      const [settings] = await query(
        first.connectionString,
        `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
              current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses, lower('É') as lower`,
      );
      expect(settings).toEqual({ encoding: "UTF8", checksums: "on", fsync: "on", addresses: "", lower: "é" });
      await query(first.connectionString, "create table kept as select 7 as n");
      await first.stop();
      expect(await isRunning(folder)).toBe(false);

      const second = await start(folder, lines);
      expect(lines).not.toContain(ADOPTED);
      expect(second.connectionString).toBe(first.connectionString);
      expect(await query(second.connectionString, "select n from kept")).toEqual([{ n: 7 }]);
    });

    test("adopts the server that a killed owner left running, with all acknowledged data, and stops it", async () => {
      const folder = await makeFolder();
      const owner = await startOwner(folder);
      await query(owner.ready.connectionString, "create table kept as select 7 as n");
      owner.process.kill("SIGKILL");
      await once(owner.process, "exit");
      expect(await isRunning(folder)).toBe(true);

      const lines: string[] = [];
      const next = await start(folder, lines);
      expect(lines).toContain(ADOPTED);
      expect(await query(next.connectionString, "select n from kept")).toEqual([{ n: 7 }]);
      await next.stop();
      expect(await isRunning(folder)).toBe(false);
    });

    test("starts after the owner and PostgreSQL were both killed", async () => {
      const folder = await makeFolder();
      const owner = await startOwner(folder);
      await query(owner.ready.connectionString, "create table kept as select 7 as n");
      owner.process.kill("SIGKILL");
      process.kill(await postmasterOf(folder), "SIGKILL");
      const lines: string[] = [];
      const next = await start(folder, lines);
      expect(lines).not.toContain(ADOPTED);
      expect(await query(next.connectionString, "select n from kept")).toEqual([{ n: 7 }]);
    });

    test("restarts PostgreSQL when it dies while our server runs", async () => {
      const folder = await makeFolder();
      const lines: string[] = [];
      const postgres = await start(folder, lines);
      process.kill(await postmasterOf(folder), "SIGKILL");
      await expect.poll(() => lines).toContain("PostgreSQL is back.");
      expect(await query(postgres.connectionString, "select 1 as n")).toEqual([{ n: 1 }]);
      await postgres.stop();
      expect(await isRunning(folder)).toBe(false);
    });
  });

  describe("two owners of one folder", () => {
    test("share the database, and only the last one to leave stops it", async () => {
      const folder = await makeFolder();
      const first = await startOwner(folder);
      const second = await startOwner(folder);
      expect(second.ready.lines).toContain(ADOPTED);
      await first.stop();
      expect(await query(second.ready.connectionString, "select 1 as n")).toEqual([{ n: 1 }]);
      await second.stop();
      expect(await isRunning(folder)).toBe(false);
    });

    test("that start and stop at the same moment neither fail nor leave a process behind", async () => {
      const folder = await makeFolder();
      for (let round = 0; round < 3; round++) {
        const owners = await Promise.all([start(folder), start(folder), start(folder)]);
        const [first, ...others] = owners;
        const leaving = first?.stop();
        const late = await start(folder); // This one starts while another stops.
        await Promise.all([leaving, ...others.map((owner) => owner.stop())]);
        expect(await query(late.connectionString, "select 1 as n")).toEqual([{ n: 1 }]);
        await late.stop();
        expect(await isRunning(folder)).toBe(false);
      }
    });
  });

  describe.runIf(isRoot)("started by root", () => {
    test("PostgreSQL runs under another account", async () => {
      const folder = await makeFolder();
      await start(folder);
      const { uid, mode } = await stat(path.join(folder, "postgres", "data"));
      expect(uid).not.toBe(0);
      expect(mode & 0o777).toBe(0o700);
    });

    test("a folder that this account cannot enter gets a pointer to one that it can, and the log says so once", async () => {
      const folder = await makeFolder(0o700);
      const lines: string[] = [];
      const first = await start(folder, lines);
      const base = (await readFile(path.join(folder, "postgres", "location"), "utf8")).trim();
      leftovers.splice(-1, 0, () => rm(base, { recursive: true, force: true }));
      expect(lines.join("\n")).toContain(base);
      await query(first.connectionString, "create table kept as select 7 as n");
      await first.stop();
      const second = await start(folder, lines);
      expect(lines.filter((line) => line.includes(base))).toHaveLength(1);
      expect(await query(second.connectionString, "select n from kept")).toEqual([{ n: 7 }]);
      await second.stop();
      await rm(base, { recursive: true, force: true });
      await expect(start(folder)).rejects.toThrow("nothing is there");
    });

    test.runIf(canReach(ORDINARY, REPOSITORY))(
      "for an ordinary user PostgreSQL runs under their own account",
      async () => {
        const folder = path.join(await makeFolder(), "home");
        await mkdir(folder);
        await chown(folder, ORDINARY.uid, ORDINARY.gid);
        const owner = await startOwner(folder, { uid: ORDINARY.uid, gid: ORDINARY.gid });
        expect(owner.ready.uid).toBe(ORDINARY.uid);
        expect((await stat(path.join(folder, "postgres", "data"))).uid).toBe(ORDINARY.uid);
        await owner.stop();
        expect(await isRunning(folder)).toBe(false);

        const asRoot = await start(folder); // Root keeps using the account that owns the data.
        expect(await query(asRoot.connectionString, "select 1 as n")).toEqual([{ n: 1 }]);
        expect((await stat(path.join(folder, "postgres", "data"))).uid).toBe(ORDINARY.uid);
      },
    );

    test.runIf(canReach(ORDINARY, REPOSITORY))(
      "refuses another user's database with one sentence",
      async () => {
        const folder = await makeFolder();
        await (await start(folder)).stop();
        await expect(startOwner(folder, { uid: ORDINARY.uid, gid: ORDINARY.gid })).rejects.toThrow(
          "belongs to another user",
        );
      },
    );
  });

  test("still works when the path is too long for a socket", async () => {
    const folder = path.join(await makeFolder(), "a".repeat(60), "b".repeat(60));
    await mkdir(folder, { recursive: true });
    const postgres = await start(folder);
    const socketDirectory = new URL(postgres.connectionString.replace("@/", "@localhost/")).searchParams.get(
      "host",
    );
    leftovers.splice(-1, 0, () => rm(String(socketDirectory), { recursive: true, force: true }));
    expect(socketDirectory).not.toContain(folder);
    expect(await query(postgres.connectionString, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  async function postmasterOf(folder: string): Promise<number> {
    const text = await readFile(path.join(folder, "postgres", "data", "postmaster.pid"), "utf8");
    return Number(text.split("\n")[0]);
  }
});

describe("copy cluster", () => {
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
      expect(await copyCluster(client, join(directory, "copy", "postgres", "data"))).toBeGreaterThan(
        1_000_000,
      );
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
});
