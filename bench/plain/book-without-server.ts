import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Seed } from "../seed.ts";

interface PlainRun {
  connectionString: string;
  clients: number;
  seconds: number;
  seeded: Seed;
  /** The number of the next booking, as of `bookingRequest`. */
  next: () => number;
}

/** The transaction of a booking as the server runs it, for one booking. */
const text = `select outcome from book_slots(
  array[$1]::uuid[], array[$2]::uuid[], array[$3]::timestamptz[], array[$4]::uuid[], array[null]::text[], 'Interview booked',
  array[now()]::timestamptz[])`;

/** Books with one `pg` connection for each client and without a server. Returns the bookings per second. */
export async function bookWithoutServer({
  connectionString,
  clients,
  seconds,
  seeded,
  next,
}: PlainRun): Promise<number> {
  const open = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      return client;
    }),
  );
  let booked = 0;
  const start = performance.now();
  try {
    await Promise.all(
      open.map(async (client) => {
        while (performance.now() - start < seconds * 1000) {
          const { intervieweeId, interviewerId, startTime } = seeded.bookingAt(next());
          const values = [intervieweeId, interviewerId, startTime, randomUUID()];
          const { rows } = await client.query<{ outcome: string }>({ name: "book", text, values });
          if (rows[0]?.outcome !== "booked") throw new Error(`a plain booking was ${rows[0]?.outcome}`);
          booked += 1;
        }
      }),
    );
    return booked / ((performance.now() - start) / 1000);
  } finally {
    await Promise.all(open.map((client) => client.end()));
  }
}
