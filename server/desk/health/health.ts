import { statfs } from "node:fs/promises";
import type { Health, shownSettingSchema } from "@greenroom/contract/desk/health.ts";
import * as contract from "@greenroom/contract/desk/health.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { z } from "zod";
import type { Config } from "../../kernel/config/config.ts";
import { readDocumentedSettings } from "../../kernel/config/documented-settings.ts";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { countRefusals, listRefusals } from "../../kernel/mail/deliveries.ts";
import { readPracticeModel } from "../../practice/model-calls.ts";
import { findLastAudit } from "../audit/audit.ts";
import { recordDataView } from "../list.ts";
import { checkDatabase, checkSecret, checkSender } from "./checks/check-installation.ts";
import { checkProviders } from "./checks/check-providers.ts";
import { countFailedJobs, isRefundJob, listFailedJobs, readDueJobs, retryJob } from "./failed-jobs.ts";

const maxRows = 200;

/** The state of the installation at the operator's desk. */
export function registerDeskHealthRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getDeskHealth, () => getHealth(deps));
  bind(app, deps, contract.checkProviders, async () => {
    const [database, providers] = await Promise.all([
      checkDatabase(deps.pool, deps.config.business.timeZone),
      checkProviders(deps.config, deps),
    ]);
    return [...database, ...providers, checkSecret(deps.config), checkSender(deps.config)];
  });
  bind(app, deps, contract.listFailedJobs, async () => {
    const jobs = await listFailedJobs(deps.database, 2 * maxRows);
    return jobs.map(({ id, failedAt, restorableUntil, ...job }) => ({
      _id: id,
      ...job,
      failedAt: failedAt.toISOString(),
      isRefund: isRefundJob(job.name),
      ...(restorableUntil === null ? {} : { restorableUntil: restorableUntil.toISOString() }),
    }));
  });
  bind(app, deps, contract.retryJob, ({ actor, params }) => retryJob(deps, { ...params, actor }));
  bind(app, deps, contract.listRefusedAddresses, async ({ actor }) => {
    const refusals = await listRefusals(deps.database, maxRows);
    await recordDataView(deps, actor, "refused-addresses-viewed");
    return refusals.map(({ address, reply, times, lastAt }) => ({
      address,
      reply,
      times,
      lastAt: lastAt.toISOString(),
    }));
  });
  bind(app, deps, contract.listSettings, async ({ actor }) => {
    await recordDataView(deps, actor, "settings-viewed");
    return listSettings(deps.config);
  });
}

import manifest from "../../package.json" with { type: "json" };

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

/** Every documented setting, with how it is set here. Secrets stay out. */
export function listSettings({ shownSettings }: Config): z.infer<typeof shownSettingSchema>[] {
  return readDocumentedSettings().map(({ names, meaning, default: byDefault }) => ({
    names,
    meaning: meaning.replaceAll("**", ""),
    default: byDefault,
    values: names.map((name) => ({ name, ...(shownSettings.get(name) ?? { isSet: false, value: null }) })),
  }));
}
