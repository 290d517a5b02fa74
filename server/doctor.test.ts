import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { checkDatabase, checkPythonPackages } from "./desk/health/checks/check-installation.ts";
import { runDoctor } from "./doctor.ts";
import type { Environment } from "./kernel/config/environment.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { type LocalClamd, startLocalClamd } from "./testing/providers/clamd.ts";
import { startLocalPyodideDistribution } from "./testing/providers/pyodide.ts";
import { type LocalRazorpay, startLocalRazorpay } from "./testing/providers/razorpay.ts";
import { startLocalRedis } from "./testing/providers/redis.ts";
import { type LocalS3, startLocalS3 } from "./testing/providers/s3.ts";
import { type LocalSmtpServer, startLocalSmtpServer } from "./testing/providers/smtp.ts";

let database: TestDatabase;
let razorpay: LocalRazorpay;
let s3: LocalS3;
let smtp: LocalSmtpServer;
let clamd: LocalClamd;
let dataDirectory: string;
beforeAll(async () => {
  [database, razorpay, s3, smtp, clamd, dataDirectory] = await Promise.all([
    createTestDatabase(),
    startLocalRazorpay(),
    startLocalS3(),
    startLocalSmtpServer(),
    startLocalClamd(),
    mkdtemp(join(tmpdir(), "greenroom-doctor-")),
  ]);
});
afterAll(async () => {
  await Promise.all([razorpay.close(), s3.close(), smtp.close(), clamd.close()]);
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

const production = (): Environment => ({
  NODE_ENV: "production",
  DATABASE_URL: database.connectionString,
  GREENROOM_DATA: dataDirectory,
  GREENROOM_SECRET: "q8Zr1mXv0b5Lw3Tn7Ys2Kd9Hf4Gc6PjAeUiRoQxBzM",
  GREENROOM_PUBLIC_URL: "http://127.0.0.1:1",
  GREENROOM_SMTP_URL: smtp.url,
  GREENROOM_TURN_URLS: "none",
  ...razorpay.settings,
  ...s3.settings,
  ...clamd.settings,
});

/** Returns the level and message of each finding, by subject. */
async function ask(change: Environment = {}): Promise<Record<string, [string, string]>> {
  const findings = await runDoctor({ ...production(), ...change });
  return Object.fromEntries(findings.map(({ name, level, message }) => [name, [level, message]]));
}

describe("the doctor", () => {
  it("finds no problem in correct settings, and leaves no test file behind", async () => {
    const pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
    const lines = async () =>
      (await pool.query("select actor from audit_log where action = 'command.doctor'")).rows;
    const before = (await lines()).length;
    const found = await ask();
    const errors = Object.entries(found).filter(([, [level]]) => level === "error");
    expect(errors).toEqual([]);
    expect(Object.keys(found).sort()).toEqual([
      "TURN",
      "clocks",
      "database",
      "database extension",
      "database schema",
      "mail",
      "meetings",
      "payments",
      "public address",
      "report model",
      "secret",
      "sender",
      "settings",
      "storage",
      "time zone",
      "transcription",
      "virus scanner",
    ]);
    const warnings = Object.entries(found).flatMap(([name, [level]]) => (level === "warning" ? [name] : []));
    expect(warnings.sort()).toEqual(["TURN", "payments", "public address", "sender"]);
    expect(found.payments?.[1]).toMatch(/with test keys: .*, its script .*checkout\.js was not found$/);
    expect(found.transcription?.[1]).toContain("by browsers that recognize speech on the device");
    expect(found.sender?.[1]).toContain("support@greenroom.example is nobody's address");
    expect(s3.objects.size).toBe(0);
    expect(smtp.mails).toEqual([]);
    expect(razorpay.calls[0]).toBe("GET /v1/orders?count=1");
    expect((await lines()).slice(before)).toEqual([{ actor: "command line" }]);
    await pool.end();
  });

  it.each<[string, Environment, string]>([
    ["settings", { GREENROOM_SMTP_URL: "" }, "GREENROOM_SMTP_URL must be set in production."],
    ["settings", { GREENROOM_S3_BUKET: "x" }, "GREENROOM_S3_BUKET is not a setting"],
    ["secret", { GREENROOM_SECRET: "changeme-changeme-changeme-changeme" }, "looks typed by hand"],
    ["database", { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }, "ECONNREFUSED"],
    ["mail", { GREENROOM_SMTP_URL: "smtp://127.0.0.1:1" }, "ECONNREFUSED"],
    ["payments", { GREENROOM_RAZORPAY_KEY_SECRET: "another" }, "Razorpay refused orders?count=1 with 401"],
    ["payments", { GREENROOM_RAZORPAY_API_URL: "http://127.0.0.1:1" }, "could not be reached"],
    ["storage", { GREENROOM_S3_SECRET_ACCESS_KEY: "another" }, "SignatureDoesNotMatch"],
    ["storage", { GREENROOM_S3_BUCKET: "another" }, "NoSuchBucket"],
    ["virus scanner", { GREENROOM_CLAMD: "127.0.0.1:1" }, "ECONNREFUSED"],
    [
      "meetings",
      {
        GREENROOM_ZOOM_ACCOUNT_ID: "LocalAccount000000001",
        GREENROOM_ZOOM_CLIENT_ID: "LocalClient000000001",
        GREENROOM_ZOOM_CLIENT_SECRET: "another",
        GREENROOM_ZOOM_HOSTS: "host1@zoom.example",
        GREENROOM_ZOOM_OAUTH_URL: "http://127.0.0.1:1",
      },
      "could not be reached",
    ],
    [
      "report model",
      { GREENROOM_AI_URL: "http://127.0.0.1:1/v1", GREENROOM_AI_MODEL: "local" },
      "could not be reached",
    ],
    [
      "transcription",
      { GREENROOM_TRANSCRIPTION_URL: "http://127.0.0.1:1/v1", GREENROOM_TRANSCRIPTION_MODEL: "local" },
      "fetch failed",
    ],
    ["Redis", { GREENROOM_REDIS_URL: "redis://127.0.0.1:1" }, "ECONNREFUSED"],
    ["replica", { GREENROOM_REPLICA_URL: "postgres://nobody@127.0.0.1:1/none" }, "ECONNREFUSED"],
    [
      "direct database",
      { GREENROOM_DATABASE_DIRECT_URL: "postgres://nobody@127.0.0.1:1/none" },
      "ECONNREFUSED",
    ],
    ["public address", { GREENROOM_PUBLIC_URL: "http://greenroom.example" }, "is not https"],
    [
      "TURN turn:127.0.0.1:1?transport=tcp",
      { GREENROOM_TURN_URLS: "turn:127.0.0.1:1?transport=tcp", GREENROOM_TURN_SECRET: "x" },
      "ECONNREFUSED",
    ],
  ])("explains the problem of %s with %j in one line", async (name, change, words) => {
    const [level, message] = (await ask(change))[name] ?? [];
    expect(level).toBe("error");
    expect(message).toContain(words);
    expect(message).not.toContain("\n");
  });

  it("reports a time zone that the database does not know", async () => {
    const pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
    const findings = await checkDatabase(pool, "Mars/Olympus_Mons").finally(() => pool.end());
    expect(findings.find(({ name }) => name === "time zone")).toMatchObject({
      level: "error",
      message: expect.stringContaining("the database does not know GREENROOM_TIME_ZONE"),
    });
  });

  it("reads the index of Python packages as a page of the site would", async () => {
    const pyodide = await startLocalPyodideDistribution();
    try {
      const ask = () => checkPythonPackages(pyodide.settings.GREENROOM_PYODIDE_URL, "https://stage.example");
      expect(await ask()).toMatchObject({
        level: "ok",
        message: expect.stringMatching(/^4 packages at http/),
      });
      for (const [fault, words] of [
        ["closed", "does not allow pages of https://stage.example to read it"],
        ["other-abi", "its packages are for ABI 2024_0"],
        ["503", "answers 503"],
      ] as const) {
        pyodide.failAlways(fault);
        expect(await ask()).toMatchObject({ level: "error", message: expect.stringContaining(words) });
      }
    } finally {
      await pyodide.close();
    }
  });

  it("checks what several servers share", async () => {
    const redis = await startLocalRedis();
    onTestFinished(() => redis.close());
    const other = await createTestDatabase();
    onTestFinished(() => other.drop());
    const shared = {
      ...redis.settings,
      GREENROOM_ROLE: "web",
      GREENROOM_REPLICA_URL: database.connectionString,
      GREENROOM_DATABASE_DIRECT_URL: other.connectionString,
    };
    const found = await ask(shared);
    expect(found.Redis).toEqual(["ok", "answers and accepts messages"]);
    expect(found.role).toEqual(["ok", "web"]);
    expect(found.replica).toEqual(["error", "GREENROOM_REPLICA_URL is not a replica"]);
    expect(found["direct database"]).toEqual([
      "error",
      "GREENROOM_DATABASE_DIRECT_URL and DATABASE_URL are different databases",
    ]);
    const pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
    onTestFinished(() => pool.end());
    onTestFinished(async () => {
      await pool.query("delete from pgboss.job where name = 'accounts.purge-codes'");
    });
    await pool.query(
      `insert into pgboss.job (name, data, start_after)
       select name, '{}', now() - interval '1 hour' from pgboss.queue where name = 'accounts.purge-codes'`,
    );
    const direct = { ...shared, GREENROOM_DATABASE_DIRECT_URL: database.connectionString };
    const later = await ask(direct);
    expect(later["direct database"]?.[0]).toBe("ok");
    expect(later.role).toEqual(["error", expect.stringMatching(/^jobs have waited since .*start a worker$/)]);
  });

  it("accepts a custom sender and key", async () => {
    const found = await ask({
      GREENROOM_SUPPORT_EMAIL: "help@backstage.test",
      GREENROOM_MAIL_FROM: "Backstage <hello@backstage.test>",
    });
    expect(found.sender).toEqual([
      "ok",
      "emails come from hello@backstage.test, messages to us go to help@backstage.test",
    ]);
  });

  it("never repeats a password", async () => {
    const [, message] =
      (await ask({ GREENROOM_SMTP_URL: "smtp://user:hunter2@127.0.0.1:1?x=1" })).settings ?? [];
    expect(message).toContain("GREENROOM_SMTP_URL");
    expect(message).not.toContain("hunter2");
  });
});
