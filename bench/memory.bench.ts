import { setTimeout as sleep } from "node:timers/promises";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { readCpu, readMemory } from "./cpu.ts";
import { bookingRequest, listRequest, measure } from "./load.ts";
import { seed } from "./seed.ts";
import { openFilledServer } from "./server.ts";

/* Measures the memory of the built server before, during and after a load of lists and bookings, and its processor
   time while idle: `npm run bench -- memory`; with `--minutes 60 --rate 200`, an hour of moderate load. */

const { minutes, rate } = describeCommand(
  "bench -- memory",
  "Measures the memory of the built server under load.",
)
  .option("--minutes <number>", "of load", readWholeNumber, 5)
  .option("--rate <number>", "of requests a second; as many as possible if it is 0", readWholeNumber, 0)
  .parse()
  .opts<{ minutes: number; rate: number }>();
const idleSeconds = 60;
/** A limited load comes in bursts: the requests of this time, one after the other as fast as they are answered. */
const burstSeconds = 5;
const seedSizes = { interviewers: 256, interviewees: 512, hours: 240, listed: 100, credits: 160 };
const bookable = seedSizes.interviewers * seedSizes.hours;

/** Writes what Node counts to the server's log when the signal comes. */
const preload =
  "process.on('SIGUSR2', () => console.error('memory ' + JSON.stringify(process.memoryUsage())))";

const server = await openFilledServer((pool) => seed(pool, seedSizes), { preload });
const { port, filled: seeded } = server;
const pid = server.process.pid ?? 0;

/** The resident memory, and its parts as Node counts them; the rest is code, stacks and what the allocator keeps. */
async function printMemory(moment: string): Promise<void> {
  server.process.kill("SIGUSR2");
  await sleep(500);
  const lines = (await server.readLog()).split("\n");
  const line = lines.findLast((text) => text.startsWith("memory ")) ?? "memory {}";
  const usage: Record<string, number> = JSON.parse(line.slice("memory ".length));
  const memory = await readMemory(pid);
  if (memory === null) throw new Error("this machine has no /proc");
  const parts = ["heapUsed", "heapTotal", "external", "arrayBuffers"]
    .map((name) => `${name} ${((usage[name] ?? 0) / 1e6).toFixed(0)}`)
    .join(", ");
  process.stdout.write(
    `${moment.padEnd(22)} ${memory.now.toFixed(0)} MB resident, at most ${memory.most.toFixed(0)} (${parts})\n`,
  );
}

try {
  await sleep(5_000);
  await printMemory("after the start");
  const book = bookingRequest(seeded);
  let booked = 0;
  // One request in ten books, while there are slots left.
  const request = (index: number) =>
    index % 10 === 0 && booked < bookable ? book(booked++) : listRequest(seeded, index);
  const load = (seconds: number) =>
    measure({
      ...{ port, connections: 32, seconds, request },
      requests: rate === 0 ? Number.POSITIVE_INFINITY : rate * seconds,
    });
  for (let minute = 1; minute <= minutes; minute += 1) {
    const statuses = new Map<number, number>();
    const blockSeconds = rate === 0 ? 60 : burstSeconds;
    for (let second = 0; second < 60; second += blockSeconds) {
      const startedAt = performance.now();
      const block = await load(blockSeconds);
      for (const [status, count] of block.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
      await sleep(Math.max(0, 1000 * blockSeconds - (performance.now() - startedAt)));
    }
    const counts = [...statuses].map(([status, count]) => `${count} x ${status}`).join(", ");
    await printMemory(`minute ${minute}`);
    process.stdout.write(`  ${counts}\n`);
  }
  const pids = { serverPid: pid, postmasterPid: server.postmasterPid };
  await sleep(10_000);
  const before = await readCpu(pids);
  await sleep(idleSeconds * 1000);
  const after = await readCpu(pids);
  await printMemory("after an idle minute");
  if (before !== null && after !== null) {
    const percent = (used: number) => `${(used / (10 * idleSeconds)).toFixed(2)} %`;
    process.stdout.write(
      `idle, of one core: server ${percent(after.server - before.server)}, database ${percent(after.database - before.database)}\n`,
    );
  }
} finally {
  await server.close();
}
