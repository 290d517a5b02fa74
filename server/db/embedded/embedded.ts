import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Binaries, prepareBinaries } from "./binaries.ts";
import { createCluster, ensureClusterOwner } from "./cluster.ts";
import { exists, type Location, locateCluster } from "./location.ts";
import { connectionStringFor, joinCluster, type Membership, type ServerAddress } from "./membership.ts";
import {
  isPostmasterOf,
  launchPostmaster,
  readPostmasterFile,
  removeStalePidFile,
  stopPostmaster,
} from "./postmaster.ts";

/** Sized for a small machine. fsync and synchronous_commit stay on, so acknowledged data is on disk. */
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

/** A running server that refuses connections may be recovering from a crash. */
const BUSY_TIMEOUT_MS = 120_000;
/** After a crash, child processes need a moment to end, and PostgreSQL does not start before they have. */
const STALE_TIMEOUT_MS = 5000;

export interface EmbeddedPostgresOptions {
  /** For example `./data`; the cluster lives in its `postgres` folder. */
  dataDirectory: string;
  log: (line: string) => void;
  /** PostgreSQL settings that replace ours, for example `{ fsync: "off" }` for temporary data. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  connectionString: string;
  /** True if the database was already running, either after a crash of ours or because another process uses it. */
  adopted: boolean;
  /**
   * Stops using the database. The last process to do so stops the server. When this resolves, all data is on disk.
   */
  stop(): Promise<void>;
}

/**
 * Runs the embedded PostgreSQL of a data folder: creates it if it is new, adopts it if it is running, starts
 * it if not, and restarts it if it dies. Any number of our processes may share one folder (see
 * `membership.ts`).
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
      connectionString: connectionStringFor(membership.address),
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
        if (Date.now() - start < BUSY_TIMEOUT_MS) continue;
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
      if (Date.now() - refusedSince > STALE_TIMEOUT_MS) await this.#clearStalePidFile();
    }
  }

  async #launch(): Promise<ChildProcess | null> {
    const settings = { ...SETTINGS, ...this.#options.settings };
    return launchPostmaster(this.#location, await this.#binaries(), settings, this.#options.log);
  }

  async #clearStalePidFile(): Promise<void> {
    if (!(await removeStalePidFile(this.#cluster))) {
      throw new Error(
        `${this.#cluster}/postmaster.pid names a running process that is not the database of this folder: if no PostgreSQL uses the folder, delete that file and start again.`,
      );
    }
    this.#options.log("A postmaster.pid left by a crash was removed: its number belongs to another program.");
  }

  async #createIfNew(): Promise<void> {
    if (await exists(this.#cluster)) await ensureClusterOwner(this.#cluster, this.#location.account);
    if (await exists(path.join(this.#cluster, "PG_VERSION"))) return;
    this.#options.log("Creating the database…");
    const quick = this.#options.settings?.fsync === "off";
    await createCluster(this.#location, await this.#binaries(), { quick });
  }

  async #tryJoin(): Promise<Membership | "busy" | "gone"> {
    const file = await readPostmasterFile(this.#cluster);
    if (!file?.ready) return "gone";
    const reachable: ServerAddress = { base: this.#location.base, ...file };
    const membership = await joinCluster(reachable, this.#cluster);
    if (typeof membership === "string") return membership;
    this.#membership = membership;
    membership.onLost((reason) => {
      this.#membership = null;
      if (this.#stopped) return;
      this.#options.log(`The connection to PostgreSQL was lost (${reason}); recovering…`);
      this.#rejoining = this.#rejoin();
    });
    return membership;
  }

  /** PostgreSQL died or restarted itself: bring it back. The address stays the same, and pools reconnect. */
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
    if (!membership) return; // The connection was lost just now, so there is nothing to stop.
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
  /** Located on first use, because adopting a running database does not need them. */
  #binaries(): Promise<Binaries> {
    this.#prepared ??= prepareBinaries(this.#location, this.#options.log);
    return this.#prepared;
  }
}
