import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseAccount } from "../../server/kernel/db/embedded/cluster.ts";

interface PoolerOptions {
  program: string;
  /** The parent of the configuration's folder. PostgreSQL's account must be able to open it. */
  directory: string;
  port: number;
  /** The socket of PostgreSQL, as in a connection string of the embedded one. */
  target: string;
  /** Serve every database of the server, not only that of the target. */
  servesAll?: boolean;
}

export interface Pooler {
  /** DATABASE_URL of the servers. */
  url: string;
  /** Kills it with `kill -9`, and starts a new process a moment later. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode, in front of an embedded PostgreSQL. */
export async function startPooler({
  program,
  directory,
  port,
  target,
  servesAll = false,
}: PoolerOptions): Promise<Pooler> {
  const { searchParams, username, pathname } = new URL(target.replace("@/", "@localhost/"));
  const folder = join(directory, "pgbouncer");
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const configuration = join(folder, "pgbouncer.ini");
  const database = pathname.slice(1);
  await writeFile(
    configuration,
    [
      "[databases]",
      `${servesAll ? "*" : database} = host=${searchParams.get("host")} port=${searchParams.get("port")} user=${username}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      "max_client_conn = 500",
      `default_pool_size = ${servesAll ? 10 : 30}`,
      // Many databases share the server's connections, and a database can be dropped only without any.
      ...(servesAll ? ["server_idle_timeout = 2"] : []),
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
