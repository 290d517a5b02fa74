import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, it } from "vitest";
import { freePort } from "./testing/free-port.ts";
import { builtProgram } from "./testing/servers/spawned-server.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "greenroom-interrupted-"));
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(directory, 0o755);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it("a server that is told to stop while it creates its database stops in order, and its database with it", async () => {
  const child = spawn(process.execPath, [builtProgram("main")], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...{ PATH: process.env.PATH, HOST: "127.0.0.1", PORT: String(await freePort()) },
      ...{ GREENROOM_DATA: directory, GREENROOM_DEMO: "false", GREENROOM_DRAIN_SECONDS: "0" },
    },
  });
  const ended = once(child, "exit");
  try {
    createInterface({ input: child.stderr }).on("line", (line) => {
      if (line.startsWith("Creating the database")) child.kill("SIGTERM");
    });
    expect(await ended).toEqual([0, null]);
    expect(existsSync(join(directory, "postgres", "data", "PG_VERSION"))).toBe(true);
    expect(existsSync(join(directory, "postgres", "data", "postmaster.pid"))).toBe(false);
  } finally {
    child.kill("SIGKILL");
  }
}, 180_000);
