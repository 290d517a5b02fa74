import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LaggingReads, openReplica } from "./kernel/db/clients/replica.ts";
import type { EmbeddedPostgres } from "./kernel/db/embedded/embedded.ts";
import { migrate } from "./kernel/db/migrate.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "./testing/app.ts";
import { type Standby, startStandby } from "./testing/servers/standby.ts";
import { startThrowawayPostgres } from "./testing/servers/throwaway-postgres.ts";

/* A real streaming replica, which is paused and stopped: reads that may lag use it only while it is
   fresh. */

let primary: EmbeddedPostgres;
let standby: Standby;
let app: TestApp;
let onStandby: pg.Client;
let interviewee: SignedUpUser;

beforeAll(async () => {
  primary = await startThrowawayPostgres();
  const { connectionString } = primary;
  const pool = new pg.Pool({ connectionString, max: 1 });
  await migrate(pool, () => undefined).finally(() => pool.end());
  standby = await startStandby(connectionString);
  onStandby = new pg.Client({ connectionString: standby.connectionString });
  onStandby.on("error", () => undefined); // The test stops the replica.
  await onStandby.connect();
  app = await createTestApp({
    database: { connectionString, drop: async () => undefined },
    environment: {
      DATABASE_URL: connectionString,
      GREENROOM_REPLICA_URL: standby.connectionString,
      GREENROOM_REPLICA_MAX_LAG_SECONDS: "2",
    },
  });
  interviewee = await app.signUp();
}, 240_000);
afterAll(async () => {
  await app.close();
  await standby.stop();
  await primary.stop();
});

const listNames = async () => {
  const { status, body } = await app.call("GET", "/api/user/interviewers", { token: interviewee.token });
  expect(status).toBe(200);
  return body.map(({ firstName }: { firstName: string }) => firstName);
};
/** Which server answers a read that may lag. */
const answeredBy = async (reads: LaggingReads = app.deps.lagging) => {
  const { rows } = await reads.read((database) =>
    sql<{ isReplica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(database),
  );
  return rows[0]?.isReplica ? "replica" : "primary";
};
const untilAnsweredBy = (name: string) => expect.poll(() => answeredBy(), { interval: 100 }).toBe(name);

it("answers reads that may lag while it is fresh, and returns a change once it has replayed it", async () => {
  await untilAnsweredBy("replica");
  await app.signUpInterviewer({ firstName: "Asha" });
  await expect.poll(listNames, { interval: 100 }).toEqual(["Asha"]);
});

it("is not used while it lags more than the setting allows", async () => {
  await untilAnsweredBy("replica");
  await onStandby.query("select pg_wal_replay_pause()");
  await app.signUpInterviewer({ firstName: "Bela" });
  await untilAnsweredBy("primary");
  expect(await listNames()).toEqual(["Asha", "Bela"]);
  await onStandby.query("select pg_wal_replay_resume()");
  await untilAnsweredBy("replica");
  await expect.poll(listNames, { interval: 100 }).toEqual(["Asha", "Bela"]);
});

it("fails no read when it ends a connection", async () => {
  const { pool, log } = app.deps;
  const url = standby.connectionString;
  // Tolerates any lag, so that a busy machine does not decide which server is asked.
  const tolerant = openReplica({ primary: pool, url, maxLagSeconds: 300, log });
  await expect.poll(() => answeredBy(tolerant), { interval: 100 }).toBe("replica");
  let tries = 0;
  const answer = await tolerant.read(async (database) => {
    tries += 1;
    if (tries === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(database);
    return "from the primary";
  });
  expect([answer, tries]).toEqual(["from the primary", 2]);
  await tolerant.close();
});

it("can be the primary by mistake: then it is not used", async () => {
  const { pool, log } = app.deps;
  const wrong = openReplica({ primary: pool, url: primary.connectionString, maxLagSeconds: 300, log });
  const { rows } = await wrong.read((database) =>
    sql`select pg_is_in_recovery() as answer`.execute(database),
  );
  expect(rows).toEqual([{ answer: false }]);
  await wrong.close();
});

it("can disappear: every read goes to the primary", async () => {
  await untilAnsweredBy("replica");
  await onStandby.end();
  await standby.stop();
  expect(await listNames()).toEqual(["Asha", "Bela"]);
  expect(await answeredBy()).toBe("primary");
});
