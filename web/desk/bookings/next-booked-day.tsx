import { listDeskBookings } from "@greenroom/contract/desk/bookings/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { dayKey, formatDay } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { dayRange } from "../filters/filter-fields.tsx";

interface NextBookedDayProps {
  /** A day without bookings. */
  day: string;
  person: string;
  timeZone: string;
  onDay: (day: string) => void;
}

/** Leads from an empty day to the person's next day with an upcoming interview, if there is one. */
export function NextBookedDay({ day, person, timeZone, onDay }: NextBookedDayProps) {
  const { to: from } = dayRange(day, day, timeZone);
  const { data } = useQuery({
    ...queryOptionsFor(listDeskBookings, {
      query: { person, status: "pending", from, order: "earliest", limit: "1" },
    }),
    // Each read is a line of the audit log.
    refetchOnWindowFocus: false,
  });
  const next = data?.[0];
  if (next === undefined) return null;
  const start = new Date(next.startTime);
  return (
    <Button size="sm" variant="quiet" onClick={() => onDay(dayKey(start, timeZone))}>
      Go to their next interview: {formatDay(start, timeZone)}
    </Button>
  );
}
