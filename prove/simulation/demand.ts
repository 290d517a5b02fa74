import type { Random } from "../lib/random.ts";

export const daySeconds = 86_400;
const hourSeconds = 3_600;
const quarterSeconds = 900;
export const interviewSeconds = 45 * 60;

/** The assumptions of docs/scaling.md, not measurements. */
export interface Demand {
  /** People who are active in a month. */
  people: number;
  interviewsEach: number;
  listsForEachBooking: number;
  /** How often a minute has many times the bookings of the busiest hour: an offer, or a popular interviewer's hours. */
  bursts: number;
  burstFactor: number;
}

export const millionPeople: Demand = {
  people: 1_000_000,
  interviewsEach: 2,
  listsForEachBooking: 30,
  bursts: 12,
  burstFactor: 20,
};

/** Percent of a day's interviews that begin in each hour, in the zone of most people: 15 in the busiest. */
const startsByHour = [0, 0, 0, 0, 0, 0, 1, 3, 5, 6, 7, 7, 5, 4, 4, 5, 6, 8, 11, 15, 8, 4, 1, 0];
/** Percent of a day's bookings and slot lists in each hour. */
const bookingsByHour = [1, 0, 0, 0, 0, 0, 1, 2, 4, 6, 6, 6, 6, 5, 5, 5, 5, 6, 7, 8, 10, 15, 2, 0];
/** Percent of an hour's interviews that begin on the hour and at each quarter past it. */
const startsByQuarter = [45, 5, 45, 5];

/** The load of a day: rates by second, and moments. */
export interface Day {
  bookings: number;
  interviews: number;
  /** Bookings that are expected in a second of the day. */
  bookingRate(second: number): number;
  /** The seconds at which interviews begin, sorted. */
  starts: Float64Array;
}

export function planDay(demand: Demand, random: Random): Day {
  const interviews = Math.round((demand.people * demand.interviewsEach) / 30.4);
  const starts = new Float64Array(interviews);
  for (let index = 0; index < interviews; index += 1) {
    starts[index] =
      drawWeighted(startsByHour, random) * hourSeconds +
      drawWeighted(startsByQuarter, random) * quarterSeconds;
  }
  starts.sort();
  const busiest = (interviews * Math.max(...bookingsByHour)) / 100 / hourSeconds;
  const burstMinutes = new Set(
    Array.from({ length: demand.bursts }, () => drawWeighted(bookingsByHour, random) * 60 + random.below(60)),
  );
  return {
    bookings: interviews,
    interviews,
    bookingRate(second) {
      if (burstMinutes.has(Math.floor(second / 60))) return busiest * demand.burstFactor;
      return (interviews * (bookingsByHour[Math.floor(second / hourSeconds)] ?? 0)) / 100 / hourSeconds;
    },
    starts,
  };
}

function drawWeighted(weights: readonly number[], random: Random): number {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return weights.length - 1;
}

/** How many independent events happen when `mean` are expected: exact for small means, rounded normal for large. */
export function drawPoisson(mean: number, random: Random): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count += 1;
  return count;
}
