import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseAccount } from "../../server/kernel/db/embedded-postgres.ts";
import { startStandby } from "../../server/testing/postgres.ts";
import { freePort } from "../../server/testing/processes.ts";
import { findRedisProgram, startRealRedis } from "../../server/testing/providers/redis.ts";

/** The drill's programs that no npm package contains. PostgreSQL comes with the product. */
interface Programs {
  redis: string;
  pgbouncer: string;
}

/** Finds the programs. Throws one sentence that names the missing ones. */
export function findPrograms(): Programs {
  const redis = findRedisProgram();
  const pgbouncer = ["pgbouncer", "/usr/sbin/pgbouncer"].find(
    (program) => spawnSync(program, ["--version"]).status === 0,
  );
  const missing = [
    ...(redis === null ? ["valkey-server or redis-server"] : []),
    ...(pgbouncer === undefined ? ["pgbouncer"] : []),
  ];
  if (redis === null || pgbouncer === undefined) {
    throw new Error(
      `This drill needs ${missing.join(" and ")}, which this machine does not have. ` +
        "On Debian and Ubuntu: apt-get install redis-server pgbouncer.",
    );
  }
  return { redis, pgbouncer };
}

/** PgBouncer in transaction mode, in front of an embedded PostgreSQL. */
async function startPooler(
  program: string,
  { connectionString, directory }: { connectionString: string; directory: string },
) {
  const port = await freePort();
  const { searchParams, username, pathname } = new URL(connectionString.replace("@/", "@localhost/"));
  const folder = join(directory, "pgbouncer");
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const configuration = join(folder, "pgbouncer.ini");
  const database = pathname.slice(1);
  await writeFile(
    configuration,
    [
      "[databases]",
      `${database} = host=${searchParams.get("host")} port=${searchParams.get("port")} user=${username}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      "max_client_conn = 500",
      "default_pool_size = 30",
      "server_login_retry = 1",
      "server_connect_timeout = 3",
      "log_connections = 0",
      "log_disconnections = 0",
      "",
    ].join("\n"),
  );
  const account = await chooseAccount(join(directory, "postgres", "data"));
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(program, [configuration], {
      stdio: "ignore",
      cwd: folder,
      // Like PostgreSQL, PgBouncer refuses to run as root.
      ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
    });
    for (let tries = 0; tries < 200; tries += 1) {
      if (await accepts(port)) return child;
      if (child.exitCode !== null) break;
      await sleep(50);
    }
    throw new Error(`${program} did not start on port ${port}`);
  };
  let child = await launch();
  const kill = async (signal: NodeJS.Signals) => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${database}`,
    async crash() {
      await kill("SIGKILL");
      await sleep(500);
      child = await launch();
    },
    stop: () => kill("SIGKILL"),
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

const replicaAwayMilliseconds = 3_000;
const redisAwayMilliseconds = 3_000;

export type ClusterServices = Awaited<ReturnType<typeof startClusterServices>>;

/** The services beside the primary. Each crash function kills one of them and starts it again. */
export async function startClusterServices(
  programs: Programs,
  postgres: { connectionString: string; directory: string },
) {
  const { connectionString } = postgres;
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const pooler = await startPooler(programs.pgbouncer, postgres);
    closing.push(() => pooler.stop());
    const redisPort = await freePort();
    let redis = await startRealRedis(programs.redis, redisPort);
    closing.push(() => redis.close());
    const replica = await startStandby(connectionString);
    closing.push(() => replica.stop());
    return {
      settings: {
        DATABASE_URL: pooler.url,
        GREENROOM_DATABASE_DIRECT_URL: connectionString,
        GREENROOM_REDIS_URL: redis.url,
        GREENROOM_REPLICA_URL: replica.connectionString,
      },
      crashPooler: () => pooler.crash(),
      async crashRedis() {
        await redis.close();
        await sleep(redisAwayMilliseconds);
        redis = await startRealRedis(programs.redis, redisPort);
      },
      async crashReplica() {
        await replica.crash();
        await sleep(replicaAwayMilliseconds);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
