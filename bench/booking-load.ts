import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { httpRequest } from "./load.ts";
import type { Seed } from "./seed.ts";

export function listRequest({ interviewees }: Seed, index: number): string {
  return httpRequest("GET", "/api/user/slots", interviewees[index % interviewees.length] ?? { token: "" });
}

/** The request of booking number `index`. */
export function bookingRequest({ bookingAt }: Seed) {
  return (index: number) => {
    const { token, startTime, interviewerId } = bookingAt(index);
    return httpRequest("POST", "/api/user/bookings", { token, body: { startTime, interviewerId } });
  };
}

/** Waits until every booking has its meeting and no confirmation is waiting or being sent. */
export async function waitUntilAnnounced(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ isDone: boolean }>(
      // Looks for the meetings last, because that query is expensive, and its cost must not slow down the server.
      `select case
         when exists (select from bookings where announced_at is null) then false
         when exists (select from pgboss.job where name = 'bookings.mail-confirmation' and state < 'completed') then false
         else not exists (select from bookings where not exists (
           select from meetings where booking_id = bookings.id and join_url is not null)) end as "isDone"`,
    );
    if (rows[0]?.isDone) return;
    await sleep(500);
  }
}
