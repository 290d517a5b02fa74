import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { describeCommand } from "../scripts/command-options.ts";
import {
  book,
  bookContinuously,
  checkRecords,
  expectThat,
  operator,
  signIn,
  startServer,
} from "../scripts/lib-drill.mjs";
import { PlainFailure, ROOT, runScript, step } from "../scripts/lib-steps.mjs";
import { startEmbeddedPostgres } from "../server/kernel/db/embedded-postgres.ts";
import { migrate } from "../server/kernel/db/migrate.ts";
import { withDatabase } from "../server/testing/postgres.ts";
import { freePort } from "../server/testing/processes.ts";
import { startLocalSmtpServer } from "../server/testing/providers/smtp.ts";
import { compareSnapshots, describeSchema, takeSnapshot } from "./lib/snapshot.mjs";

/* `npm run drill -- upgrade`: starts an older server (`-- --from <commit>`) with people, bookings, files and
   open jobs. This tree's server then takes over its data folder while the older one keeps answering. The
   drill does not touch your data. */

const run = promisify(execFile);
const OLDEST = "6b64bc83";
/** Tables that change through the drill's own calls, a migration, or the jobs that servers run each minute. */
const MAY_CHANGE = new Set([
  "auth_sessions",
  "availability",
  "bookings",
  "credit_accounts",
  "credits",
  "meetings",
  "weekly_generation",
  "weekly_rules",
]);

await runScript(async () => {
  const { from } = describeCommand(
    "drill -- upgrade",
    "Takes over an older server's data while that server answers.",
  )
    .option("--from <commit>", "the older server", OLDEST)
    .parse()
    .opts();
  const folder = await mkdtemp(path.join(os.tmpdir(), "greenroom-upgrade-"));
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(folder, 0o755);
  const closing = [() => rm(folder, { recursive: true, force: true })];
  try {
    await upgrade({ from, folder, closing });
  } finally {
    for (const close of closing.reverse()) await close();
  }
});

/** The tree of a commit with its own packages, and our `tsx` to run it. */
async function extract(commit, target) {
  const archive = `${target}.tar`;
  await run("git", ["archive", `--output=${archive}`, commit], { cwd: ROOT }).catch(() => {
    throw new PlainFailure(`The commit ${commit} is not in this clone: fetch its history first.`);
  });
  await mkdir(target);
  await run("tar", ["-xf", archive, "-C", target]);
  // Not "ci": the lock of an older commit can lack packages of other systems, which newer versions of npm refuse.
  const options = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", ...options], { cwd: target });
  await symlink(path.join(ROOT, "node_modules/tsx"), path.join(target, "node_modules/tsx"));
  return { cwd: target, args: ["--import", "tsx", "server/main.ts"] };
}

async function upgrade({ from, folder, closing }) {
  const servers = [];
  closing.push(async () => {
    for (const server of servers) await server.stop();
  });
  const older = await step(`Extracting and installing ${from}`, () =>
    extract(from, path.join(folder, "older")),
  );
  const dataFolder = path.join(folder, "data");
  // Nothing listens on this port yet, so every mail stays an open job.
  const smtpPort = await freePort();
  const mail = { GREENROOM_SMTP_URL: `smtp://greenroom:local-p%40ssword@127.0.0.1:${smtpPort}` };
  const settings = { GREENROOM_DATA: dataFolder, GREENROOM_RATE_LIMIT_FACTOR: "1000", ...mail };

  const old = await step(`Starting ${from} with demo data`, () => startServer(settings, servers, older));
  const person = await signIn(old);
  const booked = await book(old, person);
  const postgres = await startEmbeddedPostgres({ dataDirectory: dataFolder, log: () => undefined });
  closing.push(() => postgres.stop());
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  closing.push(() => client.end());
  // Waits until the jobs include the mails of the booking.
  const before = await waitForJobs(client, dataFolder);

  const load = bookContinuously(old, person);
  let during = 0;
  let next;
  try {
    next = await step("Starting this tree's server beside it", () => startServer(settings, servers));
    await sleep(3000);
  } finally {
    during = await load.stop();
  }
  const after = await takeSnapshot(client, dataFolder);
  const { changed, kept, ...compared } = compareSnapshots(before, after);
  // A row leaves this table once its meeting exists.
  const lost = compared.lost.filter((row) => !row.startsWith("bookings_without_meeting "));
  expectThat(lost.length === 0, `nothing is lost (${lost.slice(0, 5).join("; ")})`);
  const unexpected = [...changed.keys()].filter((table) => !MAY_CHANGE.has(table));
  expectThat(unexpected.length === 0, `no row of ${unexpected.join(", ")} changed`);
  await step("Comparing its schema with a new database's", () =>
    compareSchemas(client, postgres.connectionString),
  );
  expectThat(during > 0, "the older server took bookings during the upgrade");

  const afterwards = await step("Using both", async () => {
    await checkRecords(next, person, booked);
    const changes = { older: 0, newer: 0 };
    for (const [name, server] of [
      ["older", old],
      ["newer", next],
    ]) {
      const use = bookContinuously(server, await signIn(server));
      await sleep(2000);
      changes[name] = await use.stop();
    }
    return changes;
  });
  expectThat(afterwards.older > 0, "the older server takes bookings on the new schema");
  expectThat(afterwards.newer > 0, "the newer server takes bookings beside it");
  const delivered = await step("Delivering the mails that waited", () =>
    deliver(client, smtpPort, before, closing),
  );
  const checks = JSON.parse(await operator(settings, "verify", "--json"));
  const violated = checks.filter(({ broken }) => broken > 0);
  expectThat(violated.length === 0, violated.map(({ holds }) => holds).join("; "));

  const rows = [...before.tables.values()].reduce((sum, table) => sum + table.rows.size, 0);
  process.stdout.write(
    `Upgraded from ${from}: ${rows} rows in ${before.tables.size} tables (${kept} exactly as they were), ` +
      `${before.files.size} files, none lost; ${during} changes through the older server meanwhile, ${afterwards.older} and ${afterwards.newer} through both afterwards, ` +
      `${delivered} of ${before.openJobs.length} open jobs done, ${checks.length} of ${checks.length} checks hold.\n`,
  );
}

/** A database that was taken over has the schema of a new one. */
async function compareSchemas(client, connectionString) {
  await client.query("create database greenroom_new");
  const pool = new pg.Pool({ connectionString: withDatabase(connectionString, "greenroom_new"), max: 1 });
  await migrate(pool, () => undefined);
  const created = await describeSchema(pool);
  await pool.end();
  const upgraded = await describeSchema(client);
  const different = [
    ...[...created].filter((line) => !upgraded.has(line)).map((line) => `only new: ${line}`),
    ...[...upgraded].filter((line) => !created.has(line)).map((line) => `only upgraded: ${line}`),
  ];
  expectThat(different.length === 0, different.slice(0, 5).join("; "));
}

/** The older server announces bookings once a minute, beginning a minute after its start. */
async function waitForJobs(client, dataFolder) {
  for (let tries = 0; tries < 360; tries += 1) {
    const snapshot = await takeSnapshot(client, dataFolder);
    if (snapshot.openJobs.some(({ name }) => name.startsWith("bookings.mail"))) return snapshot;
    await sleep(500);
  }
  throw new PlainFailure("The older server enqueued no mail within three minutes.");
}

/** Starts the mail server and waits until the jobs from before the upgrade are done. */
async function deliver(client, port, { openJobs }, closing) {
  const smtp = await startLocalSmtpServer({ port });
  closing.push(() => smtp.close());
  const ids = openJobs.map(({ id }) => id);
  for (let tries = 0; tries < 240; tries += 1) {
    // The pause before a retry grows with each failure, and the drill does not wait for it.
    await client.query(
      "update pgboss.job set start_after = now() where state < 'active' and start_after > now()",
    );
    const { rows } = await client.query(
      `select count(*) filter (where state <= 'active')::int as open, count(*) filter (where state = 'failed')::int as failed
         from pgboss.job where id = any($1)`,
      [ids],
    );
    expectThat(rows[0].failed === 0, "no job from before the upgrade failed");
    if (rows[0].open === 0) {
      expectThat(smtp.mails.length > 0, "mails were delivered");
      return ids.length;
    }
    await sleep(500);
  }
  throw new PlainFailure("Jobs from before the upgrade are still open after two minutes.");
}
