import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { constants, getPriority, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { createSemaphore } from "../kernel/concurrency.ts";

/**
 * Everything that runs in a worker process. Each task has one input and one output, both plain data. The file of a task
 * adds it here by `declare module`, and `tasks.ts` lists it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas fill it
export interface Tasks {}

export type TaskName = keyof Tasks;

type InputOf<Name extends TaskName> = Tasks[Name] extends (input: infer Input) => unknown ? Input : never;

/** The server's messages to a worker process, one task at a time. */
export interface ToWorker {
  name: TaskName;
  input: unknown;
}

/** A worker process's messages: `ready` once, then one per task. */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "done"; output: unknown; heapBytes: number }
  | { kind: "failed"; stack: string; heapBytes: number };

/** Runs CPU-heavy tasks in processes of their own, so that the server keeps answering. */
export interface WorkerPool {
  /**
   * Runs a task. Throws `AppError` `unavailable` if the queue is full or the wait is too long, `WorkerStopped` if
   * the task exceeded its time or memory, and an `Error` with the task's message if the task itself threw. An aborted
   * signal ends the wait for a process, not a task that runs.
   */
  run<Name extends TaskName>(name: Name, input: InputOf<Name>, signal?: AbortSignal): Promise<Result<Name>>;
  /** Starts a process, so that the first task does not wait. Rejects if it cannot start. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

type Result<Name extends TaskName> = Tasks[Name] extends (input: never) => infer Output
  ? Awaited<Output>
  : never;

/**
 * The worker stopped before its task was done: the task used too much time or memory, or the process crashed.
 */
export class WorkerStopped extends Error {
  override readonly name = "WorkerStopped";
}

interface PoolOptions {
  /** The most processes that run at once; each starts when it is first needed. */
  processes: number;
  maxWaiting: number;
  maxWaitMilliseconds: number;
  /** JavaScript heap of one process, in megabytes, without its new objects. */
  heapMegabytes: number;
  /** Processor time of one task. If the system does not report it, elapsed time counts. */
  taskMilliseconds: number;
  /** The program of the processes. */
  entry: URL;
}

const defaults: PoolOptions = {
  // `.ts` if the server runs from its sources, `.js` if it is built.
  entry: new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url),
  processes: 2,
  maxWaiting: 20,
  maxWaitMilliseconds: 5_000,
  heapMegabytes: 320,
  taskMilliseconds: 2_000,
};

/** The priority of a process is low while it starts, too. A server cannot start without its first one. */
const startMilliseconds = 60_000;
/**
 * V8 adds three of these to the heap, for new objects. Node 24 would take 64, so that a hostile file could fill 512 MB
 * instead of 368.
 */
const semiSpaceMegabytes = 16;
/** How often the processor time of a task is read. */
const watchMilliseconds = 200;
/**
 * On a busy machine a task may take this many times its processor time in elapsed time: its priority is below that of
 * the server and the database.
 */
const clockFactor = 15;
/**
 * A process with a larger heap than this after a task is ended, because pdf-lib keeps every name and
 * reference it has ever read.
 */
const maxRetainedHeapBytes = 128 * 1024 * 1024;
/** Added to the server's own, because only root may give a process a higher priority than the server has. */
const extraNiceness = 5;

export function openWorkerPool(options: Partial<PoolOptions> = {}): WorkerPool {
  const settings = { ...defaults, ...options };
  const { processes, maxWaiting, maxWaitMilliseconds, taskMilliseconds } = settings;
  const semaphore = createSemaphore({
    places: processes,
    maxWaiting,
    maxWaitMilliseconds,
    busyMessage: "We are very busy right now. Please try again in a few seconds.",
  });
  const all = new Set<ChildProcess>();
  /** The one process that is kept without a task. */
  let idle: ChildProcess | null = null;
  let isClosed = false;

  async function start(): Promise<ChildProcess> {
    const child = startProcess(settings);
    all.add(child);
    child.once("exit", () => {
      all.delete(child);
      if (idle === child) idle = null;
    });
    await nextMessage(child, { clock: startMilliseconds }).catch((error: unknown) => {
      child.kill("SIGKILL");
      throw error;
    });
    return child;
  }

  /** Keeps the process for the next task, unless one is kept already. */
  function keep(child: ChildProcess): void {
    if (isClosed || idle !== null) child.kill("SIGKILL");
    else idle = child;
  }

  return {
    run: (name, input, signal) =>
      semaphore.run(async () => {
        const kept = idle;
        idle = null;
        const child = kept ?? (await start());
        try {
          const limits = { cpu: taskMilliseconds, clock: taskMilliseconds * clockFactor };
          const answer = nextMessage(child, limits);
          child.send({ name, input } satisfies ToWorker, (error) => {
            // The process is gone; `nextMessage` notices that too and reports it.
            if (error !== null) child.kill("SIGKILL");
          });
          const message = await answer;
          if (message.kind !== "ready" && message.heapBytes < maxRetainedHeapBytes) keep(child);
          else child.kill("SIGKILL");
          if (message.kind !== "done")
            throw new Error(message.kind === "failed" ? message.stack : "no answer");
          return message.output as never;
        } catch (error) {
          if (error instanceof WorkerStopped) child.kill("SIGKILL");
          throw error;
        }
      }, signal),
    async warmUp() {
      keep(await start());
    },
    async close() {
      isClosed = true;
      const ended = [...all].map((child) => new Promise((resolve) => child.once("exit", resolve)));
      for (const child of all) child.kill("SIGKILL");
      await Promise.all(ended);
    },
  };
}

function startProcess({ entry, heapMegabytes }: PoolOptions): ChildProcess {
  const child = fork(fileURLToPath(entry), [], {
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      `--max-semi-space-size=${semiSpaceMegabytes}`,
      "--expose-gc",
      ...(entry.pathname.endsWith(".ts") ? ["--import", "tsx"] : []),
    ],
    // The process reads files from strangers, so it gets none of our settings and secrets.
    env: inheritedEnvironment(),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  });
  // A lower priority than the server's, so that a task never slows the server down.
  const niceness = Math.min(getPriority() + extraNiceness, constants.priority.PRIORITY_LOW);
  // `pid` is undefined if the process could not start; the "error" event then has the reason.
  if (child.pid !== undefined) setPriority(child.pid, niceness);
  return child;
}

function inheritedEnvironment(): NodeJS.ProcessEnv {
  const names = ["PATH", "HOME", "TMPDIR", "TEMP", "SystemRoot", "LANG"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

interface Limits {
  /** Processor time, in milliseconds; no limit if omitted. */
  cpu?: number;
  /** Elapsed time, in milliseconds. */
  clock: number;
}

/**
 * The next message of the process. Rejects with `WorkerStopped` if it ends or does not answer within its limits.
 */
function nextMessage(child: ChildProcess, { cpu, clock }: Limits): Promise<FromWorker> {
  return new Promise((resolve, reject) => {
    let complaint = "";
    const onStderr = (chunk: Buffer) => {
      complaint = `${complaint}${chunk}`.slice(0, 2_000);
    };
    const settle = () => {
      clearTimeout(timer);
      clearInterval(watch);
      child.off("message", onMessage).off("exit", onExit).off("error", onError);
      child.stderr?.off("data", onStderr).resume();
    };
    const fail = (why: string) => {
      settle();
      reject(new WorkerStopped(why));
    };
    const onMessage = (message: unknown) => {
      settle();
      resolve(message as FromWorker);
    };
    const onExit = (code: number | null, signal: string | null) =>
      fail(`the worker process ended (${signal ?? `code ${code}`}) ${complaint}`.trim());
    const onError = (error: Error) => fail(`the worker process could not run: ${error.message}`);
    const timer = setTimeout(() => fail(`the task took longer than ${clock} ms`), clock);
    const watch = cpu === undefined ? undefined : watchProcessorTime(child, cpu, fail);
    child.on("message", onMessage).on("exit", onExit).on("error", onError);
    child.stderr?.on("data", onStderr);
  });
}

/** Calls `fail` once the process has used `limit` milliseconds of processor time from now on. */
function watchProcessorTime(child: ChildProcess, limit: number, fail: (why: string) => void): NodeJS.Timeout {
  const startedAt = performance.now();
  const before = readProcessorTime(child.pid);
  return setInterval(async () => {
    const [used, atStart] = [await readProcessorTime(child.pid), await before];
    const spent = used === null || atStart === null ? performance.now() - startedAt : used - atStart;
    if (spent > limit) fail(`the task used more than ${limit} ms of processor time`);
  }, watchMilliseconds);
}

/**
 * Milliseconds of processor time of a process (proc(5): utime and stime, in hundredths of a second); null
 * outside Linux.
 */
async function readProcessorTime(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
