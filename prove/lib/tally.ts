import { type Answer, percentile } from "./call.ts";

/** Ids of the changes that the API acknowledged. */
export interface Acknowledged {
  booked: Set<string>;
  canceled: Set<string>;
  offered: Set<string>;
  rated: Set<string>;
}

/** Counts answers, and keeps those that a server must never give. */
export interface Tally {
  add(route: string, answer: Answer): void;
  count: number;
  acknowledged: Acknowledged;
  /** Examples of answers of 500 and above, and of lost connections, by route and status. */
  failures: Map<string, { count: number; example: string }>;
  /** How many answers had each status, as `200: 12, 409: 3`. */
  statuses(): string;
  p99(): number;
}

export function createTally(): Tally {
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const tally: Tally = {
    count: 0,
    acknowledged: { booked: new Set(), canceled: new Set(), offered: new Set(), rated: new Set() },
    failures: new Map(),
    add(route, { status, body, text, milliseconds }) {
      tally.count += 1;
      times.push(milliseconds);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      acknowledge(tally.acknowledged, route, { status, body });
      if (status !== 0 && status < 500) return;
      const key = `${status} ${route}`;
      const known = tally.failures.get(key);
      if (known === undefined) tally.failures.set(key, { count: 1, example: text.slice(0, 200) });
      else known.count += 1;
    },
    statuses: () =>
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(", "),
    p99: () => Math.round(percentile(times, 0.99)),
  };
  return tally;
}

function acknowledge(
  acknowledged: Acknowledged,
  route: string,
  { status, body }: Pick<Answer, "status" | "body">,
) {
  if (status === 201 && route === "POST /api/user/bookings") acknowledged.booked.add(body._id);
  if (status === 201 && route === "POST /api/interviewer/availability") acknowledged.offered.add(body._id);
  if (status === 201 && route === "POST /api/user/feedback") acknowledged.rated.add(body._id);
  if (status === 200 && /bookings\/:id\/cancel$/.test(route)) acknowledged.canceled.add(body.booking._id);
}

/** A sentence for each kind of failure. */
export function describeFailures({ failures }: Tally): string[] {
  return [...failures].map(([key, { count, example }]) => `${count} × ${key}: ${example}`);
}
