import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "./kernel/config/config.ts";
import { readDocumentedSettings } from "./kernel/config/documented-settings.ts";
import { builtProgram, type SpawnedServer, spawnServer } from "./testing/app.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { withDatabase } from "./testing/postgres.ts";
import { freePort } from "./testing/processes.ts";
import { welcomeText } from "./welcome.ts";

describe("interrupted start", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "greenroom-interrupted-"));
    // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
    await chmod(directory, 0o755);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it("a server that is told to stop while it creates its database stops in order, and its database with it", async () => {
    const child = spawn(process.execPath, [builtProgram("main")], {
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        ...{ PATH: process.env.PATH, HOST: "127.0.0.1", PORT: String(await freePort()) },
        ...{ GREENROOM_DATA: directory, GREENROOM_DEMO: "false", GREENROOM_DRAIN_SECONDS: "0" },
      },
    });
    const ended = once(child, "exit");
    try {
      createInterface({ input: child.stderr }).on("line", (line) => {
        if (line.startsWith("Creating the database")) child.kill("SIGTERM");
      });
      expect(await ended).toEqual([0, null]);
      expect(existsSync(join(directory, "postgres", "data", "PG_VERSION"))).toBe(true);
      expect(existsSync(join(directory, "postgres", "data", "postmaster.pid"))).toBe(false);
    } finally {
      child.kill("SIGKILL");
    }
  }, 180_000);
});

describe("roles", () => {
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
});

describe("welcome", () => {
  const production = {
    NODE_ENV: "production",
    DATABASE_URL: "postgres://greenroom:database-pass@db.example:5432/greenroom",
    GREENROOM_DATA: "/srv/greenroom",
    GREENROOM_SECRET: "q8Zr1mXv0b5Lw3Tn7Ys2Kd9Hf4Gc6PjAeUiRoQxBzM",
    GREENROOM_PUBLIC_URL: "https://greenroom.example",
    GREENROOM_SMTP_URL: "smtps://user:mail-pass@mail.example:465",
    GREENROOM_RAZORPAY_KEY_ID: "rzp_live_abcdefghijklmn",
    GREENROOM_RAZORPAY_KEY_SECRET: "razorpay-key-secret-24",
    GREENROOM_RAZORPAY_WEBHOOK_SECRET: "razorpay-webhook-secret",
    GREENROOM_TURN_URLS: "turn:turn.example:3478",
    GREENROOM_TURN_SECRET: "turn-secret",
    GREENROOM_S3_BUCKET: "greenroom-files",
    GREENROOM_S3_ACCESS_KEY_ID: "bucket-key",
    GREENROOM_S3_SECRET_ACCESS_KEY: "bucket-secret",
  };
  const said = (environment: Record<string, string>, demoPassword: string | null = null) =>
    welcomeText({ config: readConfig(environment), port: 3000, demoPassword });

  it("names in production where it listens and where data and files are, and no secret", () => {
    expect(said(production)).toBe(`
Greenroom is open: https://greenroom.example
It listens on 0.0.0.0, port 3000.
Mail goes out over mail.example, port 465.
Data is kept in db.example:5432/greenroom, files in the bucket greenroom-files.
SIGTERM lets it finish its current work.

`);
    const { GREENROOM_S3_BUCKET: _bucket, ...rest } = production;
    const { GREENROOM_S3_ACCESS_KEY_ID: _id, GREENROOM_S3_SECRET_ACCESS_KEY: _secret, ...onDisk } = rest;
    expect(said({ ...onDisk, GREENROOM_STORAGE: "disk" })).toContain("files in /srv/greenroom/files.");
  });

  it("shows a new user the demo's password, the mailbox and the folder", () => {
    const text = said({ GREENROOM_DATA: "/srv/data" }, "open sesame");
    expect(text).toContain("Greenroom is open: http://localhost:3000\n\nDemo password: open sesame\n");
    expect(text).toContain("Mail goes to /srv/data/mail and is shown at http://localhost:3000/dev/mailbox\n");
    expect(text).toContain("Data is kept in /srv/data.\nCtrl-C stops everything.\n");
  });
});

describe("settings", () => {
  const server = fileURLToPath(new URL(".", import.meta.url));
  const ours = /\bGREENROOM_[A-Z0-9_]*[A-Z0-9]\b/g;

  /** Every variable that the server's sources name, where it is read or in a message. */
  function namedInSources(): Set<string> {
    const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter(
      (file) =>
        file.endsWith(".ts") &&
        !file.endsWith(".test.ts") &&
        !/(^|[/\\])(node_modules|testing)[/\\]/.test(file),
    );
    return new Set(files.flatMap((file) => readFileSync(join(server, file), "utf8").match(ours) ?? []));
  }

  describe("the list of settings in docs/operating.md", () => {
    it("names each variable that the server knows, once, with a default and an example, and no other", () => {
      const documented = readDocumentedSettings().flatMap(({ names }) => names);
      const known = [...namedInSources(), "PORT", "HOST", "DATABASE_URL"];
      expect(documented.sort()).toEqual(known.sort());
    });
  });
});

describe("operator", () => {
  let database: TestDatabase;
  let dataDirectory: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-operator-"));
  });
  afterAll(async () => {
    await database.drop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  interface Ended {
    code: number;
    said: string;
    complained: string;
  }

  /** Runs a command in a separate process, as `npm run operator` starts it. */
  function operator(given: string[], databaseUrl = database.connectionString): Promise<Ended> {
    const env = { PATH: process.env.PATH, GREENROOM_DATA: dataDirectory, DATABASE_URL: databaseUrl };
    return new Promise((resolve) => {
      execFile(process.execPath, [builtProgram("operator"), ...given], { env }, (error, said, complained) => {
        resolve({ code: error === null ? 0 : Number(error.code), said, complained });
      });
    });
  }

  it("returns JSON with exit code 0, 2 for wrong arguments or a missing --yes, and 1 for a failed command", async () => {
    // One after the other, because concurrent processes would starve each other on a small machine.
    const listed = await operator(["interviewers", "invitations", "--json"]);
    const misspelt = await operator(["reports", "lst", "--json"]);
    const unconfirmed = await operator(["users", "reset-second-factor", "a@test.example", "--json"]);
    const helped = await operator(["credits", "grant", "a@test.example", "--help"]);
    const unknown = await operator(["users", "grant-operator", "a@test.example", "--json"]);
    const away = await operator(
      ["reports", "list"],
      withDatabase(database.connectionString, "no_such_database"),
    );
    expect(listed).toEqual({ code: 0, said: "[]\n", complained: "" });
    expect(misspelt).toMatchObject({ code: 2, said: "" });
    expect(misspelt.complained).toContain("Did you mean list?");
    expect(helped).toMatchObject({
      code: 0,
      said: expect.stringContaining("--sessions <n>   how many"),
    });
    expect(helped.said).not.toContain("reset-second-factor");
    expect(unconfirmed).toMatchObject({ code: 2, said: "" });
    expect(unconfirmed.complained).toContain("required option '--yes'");
    expect(unknown).toMatchObject({
      code: 1,
      said: "",
      complained: "Nobody has an account with a@test.example.\n",
    });
    expect(away.code).toBe(1);
    expect(away.complained).toMatch(/^[^\n]*no_such_database[^\n]*\n$/);
  }, 120_000);
});
