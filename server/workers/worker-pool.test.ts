import { execFile } from "node:child_process";
import { getPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { objectStreamBomb, writePdf } from "../testing/files.ts";
import { findWorkers, killWorker } from "../testing/processes.ts";
import { openWorkerPool, type WorkerPool } from "./worker-pool.ts";

const run = promisify(execFile);

let pool: WorkerPool;
/** Processes that other test files of this test process share. */
let others: number[];
beforeEach(() => {
  others = findWorkers();
});
afterEach(() => pool.close());

const pdf = writePdf("Feedback", ["Well done."]);
const resave = (content: Buffer = pdf) => pool.run("resavePdf", { content, maxBytes: 1_000_000 });

/** The processes of the pool under test. */
const workerIds = () => findWorkers().filter((id) => !others.includes(id));

describe("the worker pool", () => {
  it("reports when a process is killed during a task, and starts another", async () => {
    pool = openWorkerPool({ processes: 1, taskMilliseconds: 20_000 });
    await resave();
    const [first] = workerIds();
    const interrupted = expect(resave(objectStreamBomb(16))).rejects.toMatchObject({
      name: "WorkerStopped",
      message: expect.stringContaining("SIGKILL"),
    });
    killWorker(first);
    await interrupted;
    expect((await resave()).kind).toBe("saved");
    expect(workerIds()).not.toContain(first);
  }, 60_000);

  it("survives when an idle process is killed", async () => {
    pool = openWorkerPool({ processes: 1, taskMilliseconds: 20_000 });
    await pool.warmUp();
    const [first] = workerIds();
    killWorker(first);
    await expect.poll(workerIds).toEqual([]);
    // Node is notified some time after the process has ended; a task that comes sooner fails.
    const resaveOrFail = () => resave().then(({ kind }) => kind, String);
    await expect.poll(resaveOrFail).toBe("saved");
  }, 60_000);

  it("stops a task that exceeds its processor time", async () => {
    pool = openWorkerPool({ processes: 1, taskMilliseconds: 0 });
    await expect(resave(objectStreamBomb(16))).rejects.toMatchObject({ name: "WorkerStopped" });
  }, 60_000);

  it("refuses at once when too many tasks wait, and refuses those that wait too long", async () => {
    pool = openWorkerPool({ processes: 1, maxWaiting: 1, maxWaitMilliseconds: 0, taskMilliseconds: 20_000 });
    const running = resave();
    const [waiting, refused] = await Promise.allSettled([resave(), resave()]);
    for (const { reason } of [waiting, refused] as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: "unavailable", retryAfterSeconds: 10 });
    expect((await running).kind).toBe("saved");
  }, 60_000);

  it("starts its processes below the priority of a server that was started with a low one", async () => {
    pool = openWorkerPool({ processes: 1 });
    const program = fileURLToPath(new URL("../testing/programs/low-priority-server.ts", import.meta.url));
    const { stdout } = await run(process.execPath, ["--import", "tsx", program]);
    const priorities: { server: number; workers: number[] } = JSON.parse(stdout);
    expect(priorities.server).toBeGreaterThan(getPriority());
    expect(priorities.workers).toEqual([expect.toSatisfy((worker) => worker > priorities.server)]);
  }, 180_000);

  it("keeps one process, and ends others without a task", async () => {
    pool = openWorkerPool({ processes: 2, taskMilliseconds: 20_000 });
    await pool.warmUp();
    await Promise.all([resave(), resave()]);
    await expect.poll(() => workerIds().length).toBe(1);
    expect((await resave()).kind).toBe("saved");
  }, 60_000);
});
