import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import { type BookingDay, maxDayBookings } from "@greenroom/contract/operator/bookings/week.ts";
import type { Actor } from "../../../core/actor.ts";
import type { Deps } from "../../../deps.ts";
import { toInstantRange } from "../../availability/weekly/rule-occurrences.ts";
import { addDays } from "../figures/days.ts";
import { findPersonIds } from "../find-person-ids.ts";
import { recordDataView } from "../record-data-view.ts";
import { selectDeskBookings } from "./booking-store.ts";
import { presentRow } from "./read-desk-bookings.ts";

interface Week {
  firstDay: string;
  timeZone: string;
  person?: string | undefined;
  status?: BookingStatus | undefined;
}

/** Seven days of bookings, at most `maxDayBookings` of each. Looking at them is one line of the audit log. */
export async function getBookingWeek(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
  { firstDay, timeZone, person, status }: Week,
): Promise<BookingDay[]> {
  await recordDataView(deps, actor, "bookings-listed");
  const personIds = person ? await findPersonIds(deps.database, person) : undefined;
  const days: BookingDay[] = [];
  // One after the other, so that a look takes one connection. Each reads its rows by the index on the start.
  for (let place = 0; place < 7; place += 1) {
    const day = addDays(firstDay, place);
    const { startsAt, endsAt } = toInstantRange({ firstDay: day, lastDay: day }, timeZone);
    const { rows, next } = await selectDeskBookings(
      deps.database,
      { personIds, status, from: startsAt.toISOString(), to: endsAt.toISOString() },
      { limit: maxDayBookings, order: "earliest" },
    );
    days.push({ day, bookings: rows.map(presentRow), hasMore: next !== null });
  }
  return days;
}
