import { rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { destination, pino } from "pino";
import {
  type CalledServer,
  type Callers,
  createCallers,
  type IdRange,
  RecordIds,
} from "../../../prove/lib/callers.ts";
import { createApp } from "../../../server/app.ts";
import { readConfig } from "../../../server/config/config.ts";
import { createDeps } from "../../../server/create-deps.ts";
import type { Deps } from "../../../server/deps.ts";
import { freePort } from "../../../server/testing/free-port.ts";
import type { Records } from "../../../server/testing/records.ts";
import { idKinds } from "../data-size.ts";
import { measurementSecret } from "../measurement-secret.ts";
import { type LocalProviders, startLocalProviders } from "./local-providers.ts";
import { NewJobs } from "./new-jobs.ts";

/**
 * The real app over one generated database, which listens on loopback, with one caller of each kind and their records.
 * Both sizes run in this process: each has the same compiled code, and its pauses for garbage affect both.
 */
export interface EndpointBed extends CalledServer {
  deps: Deps;
  callers: Callers;
  records: Records;
  ids: RecordIds;
  jobs: NewJobs;
  providers: LocalProviders;
  close(): Promise<void>;
}

/** Ids that the server or a client makes, and the generator does not (`generatedId`). */
const newIds: IdRange[] = [
  [uuidFrom("019"), uuidFrom("02")],
  [uuidFrom((Math.max(...Object.values(idKinds)) + 1).toString(16)), uuidFrom("ffffffff")],
];

function uuidFrom(digits: string): string {
  return `${digits.padEnd(8, "0")}-0000-0000-0000-000000000000`;
}

/** A statement that takes longer is canceled, and its call fails. */
const statementTimeoutSeconds = 20;

export async function openEndpointBed({
  connectionString,
  dataDirectory,
}: {
  connectionString: string;
  dataDirectory: string;
}): Promise<EndpointBed> {
  const options = encodeURIComponent(`-c statement_timeout=${statementTimeoutSeconds}s`);
  const directory = join(dataDirectory, "app");
  await rm(join(directory, "mail"), { recursive: true, force: true });
  const port = await freePort();
  const providers = await startLocalProviders();
  const config = readConfig({
    ...providers.settings,
    GREENROOM_DATA: directory,
    GREENROOM_DEMO: "false",
    GREENROOM_RATE_LIMIT_FACTOR: "1000000",
    HOST: "127.0.0.1",
    PORT: String(port),
  });
  let shift = 0;
  const clock: CalledServer["clock"] = {
    now: () => new Date(Date.now() + shift),
    async advance(minutes) {
      shift += minutes * 60_000;
    },
  };
  const deps = await createDeps({
    config,
    log: pino({ level: "error" }, destination({ dest: join(directory, "endpoints.log"), sync: true })),
    connectionString: `${connectionString}${connectionString.includes("?") ? "&" : "?"}options=${options}`,
    secret: measurementSecret,
    overrides: { clock },
  });
  const app = await createApp(deps, { siteDirectory: null });
  const close = async () => {
    await app.close();
    await deps.close();
    await providers.close();
  };
  try {
    await app.listen({ host: config.host, port });
    await renameEarlierCallers(deps.pool);
    const jobs = await NewJobs.open(deps);
    await jobs.runPeriodic();
    const server: CalledServer = {
      url: `http://127.0.0.1:${port}`,
      pool: deps.pool,
      clock,
      finishJobs: () => jobs.finish(),
    };
    // The callers' interviews are in our own room, and their report has measured points, which the calls need.
    const { meetings, ai } = deps;
    deps.meetings = { ...meetings, displayName: meetings.room.displayName, hosted: null };
    deps.ai = null;
    const { callers, records } = await createCallers(server);
    deps.meetings = meetings;
    deps.ai = ai;
    const people = Object.values(callers).flatMap((person) => person?.id ?? []);
    const ids = new RecordIds(deps.pool, people, newIds);
    return { ...server, deps, callers, records, ids, jobs, providers, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The callers of an earlier run on this database have the addresses that the new ones get. */
async function renameEarlierCallers(pool: pg.Pool): Promise<void> {
  for (const table of ["users", "interviewer_applications", "codes", "lockout_notices"])
    await pool.query(
      `update ${table} set email = 'earlier-' || id || '@growth.example' where email like '%@bench.example'`,
    );
}
