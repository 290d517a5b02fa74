import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, inject, vi } from "vitest";
import type { Environment } from "../../kernel/config/environment.ts";
import { openWorkerPool, type WorkerPool } from "../../workers/worker-pool.ts";
import { freePort } from "../free-port.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with the server as `npm run build` builds it. */
    builtServer: string;
  }
}

/** A real server in a process of its own, built as for production. */
export interface SpawnedServer {
  url: string;
  child: ChildProcess;
}

/** Waits until it is ready. `children` gets the process at once, so that a failed test can end it. */
export async function spawnServer(
  environment: Environment,
  children: ChildProcess[],
  port?: number,
): Promise<SpawnedServer> {
  const ownPort = port ?? (await freePort());
  const child = spawn(process.execPath, [builtProgram("main")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      PORT: String(ownPort),
      HOST: "127.0.0.1",
      GREENROOM_DEMO: "false",
      ...environment,
    },
  });
  const url = `http://127.0.0.1:${ownPort}`;
  children.push(child);
  await vi.waitFor(async () => expect(await readiness(url)).toBe(200), { timeout: 180_000, interval: 200 });
  return { url, child };
}

/** The file of a built program: the server, its worker processes, or the operator's commands. */
export function builtProgram(name: "main" | "operator" | "worker"): string {
  return join(inject("builtServer"), `${name}.js`);
}

/** The status of `/health/ready`; 0 if nothing listens. */
export async function readiness(url: string): Promise<number> {
  return await fetch(`${url}/health/ready`).then(
    ({ status }) => status,
    () => 0,
  );
}

/**
 * A pool whose processes run the built program, because starting it from the sources takes more than twice the
 * processor time. `scripts/build-for-tests.mjs` builds it for each run of the tests.
 */
export function openTestWorkerPool(options: Parameters<typeof openWorkerPool>[0] = {}): WorkerPool {
  return openWorkerPool({ entry: pathToFileURL(builtProgram("worker")), ...options });
}
