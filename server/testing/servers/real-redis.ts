import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import { freePort } from "../free-port.ts";

const programs = ["valkey-server", "redis-server"];

/** The program of Redis or Valkey that is installed on this machine; null if there is none. */
export function findRedisProgram(): string | null {
  return programs.find((program) => spawnSync(program, ["--version"]).status === 0) ?? null;
}

export interface RealRedis {
  url: string;
  child: ChildProcess;
  close(): Promise<void>;
}

/** Starts it on loopback, without files. */
export async function startRealRedis(program: string, wantedPort?: number): Promise<RealRedis> {
  const port = wantedPort ?? (await freePort());
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(program, args, { stdio: "ignore" });
  const url = `redis://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries += 1) {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on("error", () => undefined); // It does not listen yet.
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    if (client.isOpen) client.destroy();
    if (isUp) {
      return {
        url,
        child,
        async close() {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, "exit");
          child.kill("SIGKILL");
          await ended;
        },
      };
    }
    await sleep(50);
  }
  child.kill("SIGKILL");
  throw new Error(`${program} did not start on port ${port}`);
}
