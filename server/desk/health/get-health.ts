import { statfs } from "node:fs/promises";
import type { Health } from "@greenroom/contract/desk/health.ts";
import { sql } from "kysely";
import { findLastAudit } from "../../kernel/audit.ts";
import type { Deps } from "../../kernel/deps.ts";
import { countRefusals } from "../../kernel/mail/deliveries.ts";
import manifest from "../../package.json" with { type: "json" };
import { readPracticeModel } from "../../practice/model-calls.ts";
import { countFailedJobs, readDueJobs } from "./failed-jobs.ts";

/** Counts stop here, because a larger number would not help an operator. */
const maxCount = 200;

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

/** The figures at the top of the health page. Every part is one bounded read. */
export async function getHealth(deps: Pick<Deps, "database" | "clock" | "config">): Promise<Health> {
  const { database, config } = deps;
  const [server, storage, backup, due, failed, refusedAddresses, practiceModel] = await Promise.all([
    readServer(database),
    readStorage(config),
    findLastAudit(database, "command.backup"),
    readDueJobs(database, maxCount),
    countFailedJobs(database, maxCount),
    countRefusals(database, maxCount),
    readPracticeModel(deps),
  ]);
  return {
    version: manifest.version,
    node: process.versions.node,
    startedAt,
    database: server,
    storage,
    lastBackupAt: backup?.toISOString() ?? null,
    jobs: { waiting: due.waiting, waitingSince: due.waitingSince?.toISOString() ?? null, failed },
    refusedAddresses,
    practiceModel,
  };
}

async function readStorage({
  storage,
  dataDirectory,
}: Pick<Deps["config"], "storage" | "dataDirectory">): Promise<Health["storage"]> {
  if (storage.kind !== "disk") return { bucket: storage.bucket, disk: null };
  const { bavail, blocks, bsize } = await statfs(dataDirectory);
  return {
    bucket: null,
    disk: { freeMegabytes: megabytesOf(bavail * bsize), megabytes: megabytesOf(blocks * bsize) },
  };
}

function megabytesOf(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

async function readServer(database: Deps["database"]): Promise<Health["database"]> {
  const { rows } = await sql<{ version: string; bytes: string; schemaVersion: string }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select name from schema_migrations order by version desc limit 1) as schema_version`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error("the database answered no row");
  return {
    version: row.version.split(" ")[0] ?? row.version,
    megabytes: megabytesOf(Number(row.bytes)),
    schemaVersion: row.schemaVersion,
  };
}
