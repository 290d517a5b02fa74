import { describe, expect, it } from "vitest";
import { createRandom } from "../lib/random.ts";
import { costs } from "./costs.ts";
import { drawPoisson, millionPeople } from "./demand.ts";
import { EventQueue } from "./event-queue.ts";
import { simulateDay } from "./simulate-day.ts";
import { Station } from "./station.ts";

const plenty = { webCores: 16, workerCores: 16, databaseCores: 16, mailsPerSecond: 1000 };
const tenThousand = { ...millionPeople, people: 10_000 };

/** The mean wait of an M/M/c queue in seconds (A. K. Erlang, 1917). */
function erlangWait({ cores, perSecond, seconds }: { cores: number; perSecond: number; seconds: number }) {
  const load = perSecond * seconds;
  let term = 1;
  let sum = 1;
  for (let index = 1; index < cores; index += 1) {
    term *= load / index;
    sum += term;
  }
  const last = (term * load) / cores / (1 - load / cores);
  return last / (sum + last) / (cores / seconds - perSecond);
}

describe("a station", () => {
  it.each([
    { cores: 1, share: 0.5 },
    { cores: 4, share: 0.8 },
    { cores: 12, share: 0.9 },
  ])(
    "of $cores cores, used to $share, lets tasks wait as long as queueing theory says",
    ({ cores, share }) => {
      const seconds = 0.01;
      const perSecond = (share * cores) / seconds;
      const random = createRandom(7);
      const station = new Station({
        name: "station",
        cores,
        seconds: 10_000,
        random: random.fork("station"),
      });
      const tasks = 400_000;
      let now = 0;
      let total = 0;
      for (let index = 0; index < tasks; index += 1) {
        now += -Math.log(1 - random.next()) / perSecond;
        total += station.serve(now, 1000 * seconds) - now;
      }
      const expected = seconds + erlangWait({ cores, perSecond, seconds });
      expect(total / tasks / expected).toBeGreaterThan(0.95);
      expect(total / tasks / expected).toBeLessThan(1.05);
    },
  );

  it("is slower while other work uses a part of its cores", () => {
    const open = () => new Station({ name: "station", cores: 2, seconds: 60, random: createRandom(7) });
    expect(open().serve(0, 100, 1)).toBeCloseTo(2 * open().serve(0, 100), 10);
  });
});

describe("events", () => {
  it("are taken in the order of their time", () => {
    const random = createRandom(3);
    const queue = new EventQueue<{ at: number }>();
    const times = Array.from({ length: 500 }, () => random.below(100));
    for (const at of times) queue.add({ at });
    expect(times.map(() => queue.take()?.at)).toEqual(times.toSorted((a, b) => a - b));
    expect(queue.take()).toBeUndefined();
    expect(queue.earliest()).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([0.2, 5, 400])("are as many as expected on average: %d", (mean) => {
    const random = createRandom(11);
    const draws = Array.from({ length: 20_000 }, () => drawPoisson(mean, random));
    expect(draws.reduce((sum, count) => sum + count, 0) / draws.length / mean).toBeCloseTo(1, 1);
  });
});

describe("a simulated day", () => {
  it("is the same for the same seed", () => {
    expect(simulateDay(tenThousand, plenty, 5)).toEqual(simulateDay(tenThousand, plenty, 5));
  });

  it("answers within the cost of a call where the machines have room", () => {
    const day = simulateDay(tenThousand, plenty, 5);
    const mean = costs.booking.server + costs.booking.database;
    expect(day.bookings.median).toBeGreaterThan(mean / 2);
    expect(day.bookings.median).toBeLessThan(2 * mean);
    expect(day.mails.longest).toBeLessThan(1);
    expect(day.busiest.web).toBeLessThan(0.05);
  });

  it("has more rooms at once than interviews of 45 minutes would fill evenly, because most begin on the hour", () => {
    const day = simulateDay(tenThousand, plenty, 5);
    const evenly = day.interviews * 0.15 * (45 / 60);
    expect(day.mostRooms).toBeGreaterThan(evenly);
    expect(day.mostRooms).toBeLessThan(2 * evenly);
  });

  it("shows a queue where a machine is too small, and late mails where their provider is slow", () => {
    const slow = simulateDay(tenThousand, { ...plenty, webCores: 1, mailsPerSecond: 0.05 }, 5);
    expect(slow.mails.longest).toBeGreaterThan(60);
    const busy = simulateDay({ ...tenThousand, people: 100_000 }, { ...plenty, webCores: 1 }, 5);
    expect(busy.busiest.web).toBeGreaterThan(1);
    expect(busy.lists.p99).toBeGreaterThan(1000);
  });
});
