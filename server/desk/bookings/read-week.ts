import { type BookingDay, maxDayBookings } from "@greenroom/contract/desk/bookings/week.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import type { Actor } from "../../kernel/actor.ts";
import { addDays, toInstantRange } from "../../kernel/days.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findPersonIds } from "../find-person-ids.ts";
import { recordDataView } from "../record-data-view.ts";
import { selectBookingsOfDays } from "./booking-store.ts";
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
  const days = Array.from({ length: 7 }, (_, place) => addDays(firstDay, place));
  const rows = await selectBookingsOfDays(deps.database, {
    days: days.map((day) => toInstantRange({ firstDay: day, lastDay: day }, timeZone)),
    personIds,
    status,
    limit: maxDayBookings + 1,
  });
  return days.map((day, place) => {
    const ofDay = rows.filter((row) => row.place === place);
    return {
      day,
      bookings: ofDay.slice(0, maxDayBookings).map(presentRow),
      hasMore: ofDay.length > maxDayBookings,
    };
  });
}
