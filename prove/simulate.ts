import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { millionPeople } from "./simulation/demand.ts";
import { type Machines, type SimulatedDay, simulateDay } from "./simulation/simulate-day.ts";

/* `npm run simulate`: a simulated day with many people, on the machines that docs/scaling.md recommends. */

const options = describeCommand(
  "simulate",
  "Simulates a day of bookings, rooms, jobs and mails with the measured costs, for more and more people.",
)
  .option("--web <cores>", "the cores of all web servers together", readWholeNumber, 12)
  .option("--worker <cores>", "the cores of all workers together", readWholeNumber, 4)
  .option("--database <cores>", "the cores of the primary database", readWholeNumber, 8)
  .option("--mails <number>", "the mails that the provider accepts in a second", readWholeNumber, 100)
  .option(
    "--seed <number>",
    "the seed that an earlier run printed, to repeat its random choices",
    readWholeNumber,
    1,
  )
  .parse()
  .opts<{ web: number; worker: number; database: number; mails: number; seed: number }>();

const machines: Machines = {
  webCores: Math.max(1, options.web),
  workerCores: Math.max(1, options.worker),
  databaseCores: Math.max(1, options.database),
  mailsPerSecond: Math.max(1, options.mails),
};
const width = 15;
const millions = [0.25, 0.5, 1, 1.5, 2, 3];

const percent = (share: number) => `${Math.round(100 * share)} %`;
/** Beyond this, a queue grows for hours, and the figure says only that. */
const longestMilliseconds = 10_000;
const rounded = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const milliseconds = (value: number) => (value > longestMilliseconds ? "over 10 s" : rounded(value));

const columns: [string, (day: SimulatedDay) => string][] = [
  ["interviews", (day) => day.interviews.toLocaleString("en-US")],
  ["rooms", (day) => day.mostRooms.toLocaleString("en-US")],
  ["joins/s", (day) => String(day.mostJoins)],
  ["lists/s", (day) => String(day.mostListsPerSecond)],
  ["bookings/s", (day) => String(day.mostBookingsPerSecond)],
  ["web", (day) => percent(day.busiest.web)],
  ["worker", (day) => percent(day.busiest.worker)],
  ["database", (day) => percent(day.busiest.database)],
  ["list ms", (day) => `${milliseconds(day.lists.median)} / ${milliseconds(day.lists.p99)}`],
  ["booking ms", (day) => `${milliseconds(day.bookings.median)} / ${milliseconds(day.bookings.p99)}`],
  ["mail s", (day) => `${rounded(day.mails.p99)} / ${rounded(day.mails.longest)}`],
];

process.stdout.write(
  `${machines.webCores} cores of web servers, ${machines.workerCores} of workers, ${machines.databaseCores} of the database, ` +
    `${machines.mailsPerSecond} mails a second, seed ${options.seed}\n` +
    "Cores: share used in the busiest minute. Times: median / p99; mails: p99 / longest.\n\n" +
    `${["people", ...columns.map(([name]) => name)].map((name) => name.padStart(width)).join("")}\n`,
);
for (const million of millions) {
  const day = simulateDay({ ...millionPeople, people: million * 1_000_000 }, machines, options.seed);
  const cells = [`${million} M`, ...columns.map(([, show]) => show(day))];
  process.stdout.write(`${cells.map((cell) => cell.padStart(width)).join("")}\n`);
}
