import { setTimeout as sleep } from "node:timers/promises";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { bookingRequest, listRequest, measure } from "./load.ts";
import { seed } from "./seed.ts";
import { openFilledServer } from "./server.ts";

/* Measures the memory and processor time of the built server while idle, and its memory during and after a load of
   lists and bookings: `npm run bench -- memory`. */

const { minutes } = describeCommand("bench -- memory", "Measures the memory of the built server under load.")
  .option("--minutes <number>", "of load", readWholeNumber, 4)
  .parse()
  .opts<{ minutes: number }>();
const idleSeconds = 60;
const seedSizes = { interviewers: 256, interviewees: 512, hours: 240, listed: 100, credits: 160 };
const bookable = seedSizes.interviewers * seedSizes.hours;

interface Usage {
  memory: NodeJS.MemoryUsage;
  /** Kilobytes. */
  maxRSS: number;
  /** Microseconds. */
  cpu: NodeJS.CpuUsage;
}

const report = `const report = () => ({
  memory: process.memoryUsage(), maxRSS: process.resourceUsage().maxRSS, cpu: process.cpuUsage() })`;

const server = await openFilledServer((pool) => seed(pool, seedSizes), { report });
const readUsage = () => server.readReport<Usage>();

async function print(moment: string): Promise<Usage> {
  const usage = await readUsage();
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  const { rss, heapUsed, external } = usage.memory;
  process.stdout.write(
    `${moment.padEnd(22)} ${megabytes(rss)} MB resident, at most ${megabytes(usage.maxRSS * 1024)} (heap ${megabytes(heapUsed)}, external ${megabytes(external)})\n`,
  );
  return usage;
}

try {
  await sleep(5_000);
  const { cpu: before } = await print("after the start");
  await sleep(idleSeconds * 1000);
  const { cpu: after } = await print("after an idle minute");
  const used = after.user + after.system - before.user - before.system;
  process.stdout.write(`idle, of one core: server ${(used / (1e4 * idleSeconds)).toFixed(2)} %\n`);
  const { port, filled: seeded } = server;
  const book = bookingRequest(seeded);
  let booked = 0;
  // One request in ten books, while there are slots left.
  const request = (index: number) =>
    index % 10 === 0 && booked < bookable ? book(booked++) : listRequest(seeded, index);
  for (let minute = 1; minute <= minutes; minute += 1) {
    const limits = { requests: Number.POSITIVE_INFINITY, seconds: 60 };
    const { statuses } = await measure({ port, connections: 32, ...limits, request });
    await print(`minute ${minute}`);
    process.stdout.write(`  ${[...statuses].map(([status, count]) => `${count} x ${status}`).join(", ")}\n`);
  }
} finally {
  await server.close();
}
