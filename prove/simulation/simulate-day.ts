import { percentile } from "../lib/call.ts";
import { createRandom, type Random } from "../lib/random.ts";
import { type Cost, costs, roomCores } from "./costs.ts";
import { type Demand, daySeconds, drawPoisson, interviewSeconds, planDay } from "./demand.ts";
import { EventQueue } from "./event-queue.ts";
import { Station } from "./station.ts";

/** The machines that serve the day. */
export interface Machines {
  webCores: number;
  workerCores: number;
  databaseCores: number;
  /** What the mail provider accepts. */
  mailsPerSecond: number;
}

export interface SimulatedDay {
  interviews: number;
  mostRooms: number;
  /** Pages that joined a room in the busiest second. */
  mostJoins: number;
  mostListsPerSecond: number;
  mostBookingsPerSecond: number;
  /** Shares of the cores in the busiest minute. */
  busiest: { web: number; worker: number; database: number };
  /** Milliseconds from the request to the answer; the network is not included. */
  lists: { median: number; p99: number };
  bookings: { median: number; p99: number };
  /** Seconds from a booking to its confirmation at the mail provider. */
  mails: { p99: number; longest: number };
}

type Task = keyof typeof costs;

interface Event {
  at: number;
  startedAt: number;
  task: Task;
  /** A task uses its server first, and then the database. */
  stage: keyof Cost;
}

const jobs: readonly Task[] = ["announcement", "afterwards"];
/** Confirmations of a booking, at once. Reminders and mails after the interview are spread over other hours. */
const confirmations = 2;
/** Most people come to the room in the ten minutes before the start, and some up to two minutes late. */
const joinsEarly = 600;
const joinsLate = 120;
/** One list in a thousand is kept for the percentiles, and every booking. */
const keptLists = 0.001;

/** Simulates the day's requests, rooms, jobs and mails on the machines, with the measured costs. */
export function simulateDay(demand: Demand, machines: Machines, seed: number): SimulatedDay {
  const random = createRandom(seed);
  const day = planDay(demand, random.fork("day"));
  const station = (name: string, cores: number) =>
    new Station({ name, cores, seconds: daySeconds, random: random.fork(name) });
  const web = station("web", machines.webCores);
  const worker = station("worker", machines.workerCores);
  const database = station("database", machines.databaseCores);
  const rooms = countRooms(day.starts);
  const queue = new EventQueue<Event>();
  const arrivals = random.fork("arrivals");
  const joins = planJoins(day.starts, random.fork("joins"));
  const kept = random.fork("kept");
  const times = { list: [] as number[], booking: [] as number[], mail: [] as number[] };
  const most = { joins: 0, lists: 0, bookings: 0 };
  let mailFreeAt = 0;

  const reserved = (second: number, stage: keyof Cost) =>
    (rooms[Math.min(Math.floor(second), daySeconds - 1)] as number) * roomCores[stage];

  function run({ at, startedAt, task, stage }: Event): void {
    if (stage === "server") {
      const isJob = jobs.includes(task);
      const doneAt = (isJob ? worker : web).serve(at, costs[task].server, isJob ? 0 : reserved(at, stage));
      queue.add({ at: doneAt, startedAt, task, stage: "database" });
      return;
    }
    const doneAt = database.serve(at, costs[task].database, reserved(at, stage));
    if (task === "list" && kept.chance(keptLists)) times.list.push(1000 * (doneAt - startedAt));
    if (task === "booking") {
      times.booking.push(1000 * (doneAt - startedAt));
      queue.add({ at: doneAt, startedAt, task: "announcement", stage: "server" });
    }
    if (task === "announcement") {
      for (let mail = 0; mail < confirmations; mail += 1) {
        mailFreeAt = Math.max(mailFreeAt, doneAt) + 1 / machines.mailsPerSecond;
        times.mail.push(mailFreeAt - startedAt);
      }
    }
  }

  function runUntil(end: number): void {
    while (queue.earliest() < end) {
      const event = queue.take();
      if (event !== undefined) run(event);
    }
  }

  let ended = 0;
  for (let second = 0; second < daySeconds; second += 1) {
    const arrive = (task: Task, count: number) => {
      for (let index = 0; index < count; index += 1) {
        const at = second + arrivals.next();
        queue.add({ at, startedAt: at, task, stage: "server" });
      }
      return count;
    };
    const rate = day.bookingRate(second);
    most.bookings = Math.max(most.bookings, arrive("booking", drawPoisson(rate, arrivals)));
    const lists = arrive("list", drawPoisson(rate * demand.listsForEachBooking, arrivals));
    most.lists = Math.max(most.lists, lists);
    most.joins = Math.max(most.joins, arrive("joining", joins[second] as number));
    const endedBefore = ended;
    while (ended < day.interviews && (day.starts[ended] as number) + interviewSeconds <= second) ended += 1;
    // The jobs after an interview become due during the five minutes after its end.
    for (let index = endedBefore; index < ended; index += 1) {
      const at = second + 300 * arrivals.next();
      queue.add({ at, startedAt: at, task: "afterwards", stage: "server" });
    }
    web.reserve(second, reserved(second, "server"));
    database.reserve(second, reserved(second, "database"));
    runUntil(second + 1);
  }
  runUntil(Number.POSITIVE_INFINITY);

  return {
    interviews: day.interviews,
    mostRooms: rooms.reduce((highest, count) => Math.max(highest, count), 0),
    mostJoins: most.joins,
    mostListsPerSecond: most.lists,
    mostBookingsPerSecond: most.bookings,
    busiest: {
      web: web.busiestMinute(),
      worker: worker.busiestMinute(),
      database: database.busiestMinute(),
    },
    lists: { median: percentile(times.list, 0.5), p99: percentile(times.list, 0.99) },
    bookings: { median: percentile(times.booking, 0.5), p99: percentile(times.booking, 0.99) },
    mails: {
      p99: percentile(times.mail, 0.99),
      longest: times.mail.reduce((highest, seconds) => Math.max(highest, seconds), 0),
    },
  };
}

/** Rooms that are open in each second of the day. */
function countRooms(starts: Float64Array): Float64Array {
  const rooms = new Float64Array(daySeconds);
  for (const start of starts) {
    const first = Math.max(0, start - joinsEarly / 2);
    const end = Math.min(daySeconds, start + interviewSeconds);
    rooms[first] = (rooms[first] as number) + 1;
    if (end < daySeconds) rooms[end] = (rooms[end] as number) - 1;
  }
  for (let second = 1; second < daySeconds; second += 1) {
    rooms[second] = (rooms[second] as number) + (rooms[second - 1] as number);
  }
  return rooms;
}

/** Pages that join a room in each second: most of them shortly before the start. */
function planJoins(starts: Float64Array, random: Random): Uint32Array {
  const joins = new Uint32Array(daySeconds);
  for (const start of starts) {
    for (let person = 0; person < 2; person += 1) {
      // The larger of two draws: the density rises evenly until the last second.
      const share = Math.max(random.next(), random.next());
      const second = Math.floor(start - joinsEarly + share * (joinsEarly + joinsLate));
      const place = Math.min(Math.max(second, 0), daySeconds - 1);
      joins[place] = (joins[place] as number) + 1;
    }
  }
  return joins;
}
