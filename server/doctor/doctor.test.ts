import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Environment } from "../environment.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { type ClamdPeer, startClamdPeer } from "../testing/peers/clamd.ts";
import { type RazorpayPeer, startRazorpayPeer } from "../testing/peers/razorpay.ts";
import { type S3Peer, startS3Peer } from "../testing/peers/s3.ts";
import { type SmtpPeer, startSmtpPeer } from "../testing/peers/smtp.ts";
import { runDoctor } from "./run-doctor.ts";

let database: TestDatabase;
let razorpay: RazorpayPeer;
let s3: S3Peer;
let smtp: SmtpPeer;
let clamd: ClamdPeer;
let dataDirectory: string;
beforeAll(async () => {
  [database, razorpay, s3, smtp, clamd, dataDirectory] = await Promise.all([
    createTestDatabase(),
    startRazorpayPeer(),
    startS3Peer(),
    startSmtpPeer(),
    startClamdPeer(),
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
  ...razorpay.settings,
  ...s3.settings,
  ...clamd.settings,
});

/** Levels and sentences by what they are about. */
async function ask(change: Environment = {}): Promise<Record<string, [string, string]>> {
  const findings = await runDoctor({ ...production(), ...change });
  return Object.fromEntries(findings.map(({ what, level, says }) => [what, [level, says]]));
}

describe("the doctor", () => {
  it("finds everything right on settings that are, and leaves no probe behind", async () => {
    const found = await ask();
    const wrong = Object.entries(found).filter(([, [level]]) => level === "wrong");
    expect(wrong).toEqual([]);
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
      "secret",
      "sender",
      "settings",
      "storage",
      "virus scanner",
    ]);
    const looks = Object.entries(found).flatMap(([what, [level]]) => (level === "look" ? [what] : []));
    expect(looks.sort()).toEqual(["TURN", "payments", "public address", "sender"]);
    expect(found.payments?.[1]).toMatch(/with test keys: .*, its script .*checkout\.js is not there$/);
    expect(found.sender?.[1]).toContain("support@greenroom.example is nobody's address");
    expect(s3.objects.size).toBe(0);
    expect(smtp.mails).toEqual([]);
    expect(razorpay.calls[0]).toBe("GET /v1/orders?count=1");
    const pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
    const { rows } = await pool.query("select actor from audit_log where action = 'command.doctor'");
    await pool.end();
    expect(rows).toEqual([{ actor: "command line" }]);
  });

  it.each<[string, Environment, string]>([
    ["settings", { GREENROOM_SMTP_URL: "" }, "GREENROOM_SMTP_URL must be set in production."],
    ["settings", { GREENROOM_S3_BUKET: "x" }, "Did you mean GREENROOM_S3_BUCKET?"],
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
        GREENROOM_ZOOM_ACCOUNT_ID: "PeerAccount0000000001",
        GREENROOM_ZOOM_CLIENT_ID: "PeerClient0000000001",
        GREENROOM_ZOOM_CLIENT_SECRET: "another",
        GREENROOM_ZOOM_HOSTS: "host1@zoom.example",
        GREENROOM_ZOOM_OAUTH_URL: "http://127.0.0.1:1",
      },
      "could not be reached",
    ],
    ["public address", { GREENROOM_PUBLIC_URL: "http://greenroom.example" }, "is not https"],
    [
      "TURN",
      { GREENROOM_TURN_URLS: "turn:127.0.0.1:1?transport=tcp", GREENROOM_TURN_SECRET: "x" },
      "ECONNREFUSED",
    ],
  ])("says of %s with %j what is wrong, in one line", async (what, change, words) => {
    const [level, says] = (await ask(change))[what] ?? [];
    expect(level).toBe("wrong");
    expect(says).toContain(words);
    expect(says).not.toContain("\n");
  });

  it("has nothing to say of a sender and a key that are one's own", async () => {
    const found = await ask({
      GREENROOM_SUPPORT_EMAIL: "help@backstage.test",
      GREENROOM_MAIL_FROM: "Backstage <hello@backstage.test>",
    });
    expect(found.sender).toEqual([
      "ok",
      "mails come from hello@backstage.test, notes to us go to help@backstage.test",
    ]);
  });

  it("never repeats a password", async () => {
    const [, says] =
      (await ask({ GREENROOM_SMTP_URL: "smtp://user:hunter2@127.0.0.1:1?x=1" })).settings ?? [];
    expect(says).toContain("GREENROOM_SMTP_URL");
    expect(says).not.toContain("hunter2");
  });
});
