import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Binaries, prepareBinaries } from "./embedded/binaries.ts";
import { claimCluster, createCluster } from "./embedded/cluster.ts";
import { exists, type Location, locateCluster } from "./embedded/location.ts";
import { connectionStringFor, join, type Membership, type Reachable } from "./embedded/membership.ts";
import {
  isPostmasterOf,
  launchPostmaster,
  readPostmasterFile,
  removeStrangersFile,
  stopPostmaster,
} from "./embedded/postmaster.ts";

/** For a small machine. Whatever is acknowledged is on disk: fsync and synchronous_commit stay on. */
const SETTINGS = {
  max_connections: "100",
  shared_buffers: "128MB",
  fsync: "on",
  synchronous_commit: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  jit: "off",
};

/** A running server that takes no connections yet may be recovering from a crash. */
const BUSY_PATIENCE_MS = 120_000;
/** A crash leaves children that need a moment to end, and until then PostgreSQL refuses to start anew. */
const STALE_PATIENCE_MS = 5000;

export interface EmbeddedPostgresOptions {
  /** For example `./data`; the cluster lives in its `postgres` folder. */
  dataDirectory: string;
  log: (line: string) => void;
  /** PostgreSQL settings that replace ours, for example `{ fsync: "off" }` for data that is thrown away. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  connectionString: string;
  /** True when the database was running already: left by a crash of ours, or shared with another process. */
  adopted: boolean;
  /** Leaves the database; the last process to leave stops it, and on return all is on disk. */
  stop(): Promise<void>;
}

/**
 * Runs the embedded PostgreSQL of a data folder: creates it if new, adopts it if it is running, starts it if not,
 * and starts it again if it dies. Any number of our processes may share one folder (see `membership.ts`).
 *
 * @throws an Error of one sentence when the folder, the binaries or the cluster cannot be used.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const supervisor = new Supervisor(await locateCluster(options.dataDirectory, options.log), options);
  return supervisor.start();
}

class Supervisor {
  readonly #location: Location;
  readonly #cluster: string;
  readonly #options: EmbeddedPostgresOptions;
  #membership: Membership | null = null;
  #child: ChildProcess | null = null;
  #rejoining: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | null = null;

  constructor(location: Location, options: EmbeddedPostgresOptions) {
    this.#location = location;
    this.#cluster = path.join(location.base, "data");
    this.#options = options;
  }

  async start(): Promise<EmbeddedPostgres> {
    const { membership, adopted } = await this.#joinOrLaunch();
    if (adopted) {
      const others = membership.others.length > 0 ? ` It is shared with process ${membership.others}.` : "";
      this.#options.log(`PostgreSQL was running already and is used as it is.${others}`);
    }
    return {
      connectionString: connectionStringFor(membership.reachable),
      adopted,
      stop: () => {
        this.#stopped ??= this.#leave();
        return this.#stopped;
      },
    };
  }

  async #joinOrLaunch(): Promise<{ membership: Membership; adopted: boolean }> {
    await this.#createIfNew();
    const start = Date.now();
    for (let refusedSince: number | null = null; ; await sleep(100)) {
      const membership = await this.#tryJoin();
      if (typeof membership === "object") return { membership, adopted: this.#child === null };
      const pid = (await readPostmasterFile(this.#cluster))?.pid ?? 0;
      if (membership === "busy" || (await isPostmasterOf(pid, this.#cluster))) {
        if (Date.now() - start < BUSY_PATIENCE_MS) continue;
        throw new Error(
          `PostgreSQL (process ${pid}) is running on ${this.#cluster} but takes no connections: end that process and start again.`,
        );
      }
      this.#child = await this.#launch();
      if (this.#child) {
        refusedSince = null;
        continue;
      }
      refusedSince ??= Date.now();
      if (Date.now() - refusedSince > STALE_PATIENCE_MS) await this.#clearStrangersFile();
    }
  }

  async #launch(): Promise<ChildProcess | null> {
    const settings = { ...SETTINGS, ...this.#options.settings };
    return launchPostmaster(this.#location, await this.#binaries(), settings, this.#options.log);
  }

  async #clearStrangersFile(): Promise<void> {
    if (!(await removeStrangersFile(this.#cluster))) {
      throw new Error(
        `${this.#cluster}/postmaster.pid names a running process that is not the database of this folder: if no PostgreSQL uses the folder, delete that file and start again.`,
      );
    }
    this.#options.log("A postmaster.pid left by a crash was removed: its number belongs to another program.");
  }

  async #createIfNew(): Promise<void> {
    if (await exists(this.#cluster)) await claimCluster(this.#cluster, this.#location.account);
    if (await exists(path.join(this.#cluster, "PG_VERSION"))) return;
    this.#options.log("Creating the database…");
    const quick = this.#options.settings?.fsync === "off";
    await createCluster(this.#location, await this.#binaries(), { quick });
  }

  async #tryJoin(): Promise<Membership | "busy" | "gone"> {
    const file = await readPostmasterFile(this.#cluster);
    if (!file?.ready) return "gone";
    const reachable: Reachable = { base: this.#location.base, ...file };
    const membership = await join(reachable, this.#cluster);
    if (typeof membership === "string") return membership;
    this.#membership = membership;
    membership.onLost((reason) => {
      this.#membership = null;
      if (this.#stopped) return;
      this.#options.log(`The connection to PostgreSQL was lost (${reason}); looking after it…`);
      this.#rejoining = this.#rejoin();
    });
    return membership;
  }

  /** PostgreSQL died or restarted itself: bring it back. Pools reconnect by themselves, the address stays. */
  async #rejoin(): Promise<void> {
    for (let pause = 200; !this.#stopped; pause = Math.min(pause * 2, 10_000)) {
      try {
        this.#child = null;
        await this.#joinOrLaunch();
        this.#options.log("PostgreSQL is back.");
        return;
      } catch (cause) {
        this.#options.log(`PostgreSQL could not be brought back, trying again: ${(cause as Error).message}`);
        await sleep(pause);
      }
    }
  }

  async #leave(): Promise<void> {
    await this.#rejoining;
    const membership = this.#membership;
    if (!membership) return; // Lost just now: there is nothing left to stop.
    const last = await membership.leave();
    const file = await readPostmasterFile(this.#cluster);
    if (!last) {
      this.#options.log("PostgreSQL stays up for the other process that uses it.");
    } else if (file && (await isPostmasterOf(file.pid, this.#cluster))) {
      await stopPostmaster(this.#location, file.pid, await this.#binaries());
    }
    await membership.close();
  }

  #prepared: Promise<Binaries> | null = null;
  /** Looked for only when needed: adopting a running database needs none. */
  #binaries(): Promise<Binaries> {
    this.#prepared ??= prepareBinaries(this.#location, this.#options.log);
    return this.#prepared;
  }
}
