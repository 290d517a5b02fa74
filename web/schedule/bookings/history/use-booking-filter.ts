import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import {
  type BookingFilter,
  readBookingFilter,
  toBookingQuery,
  writeBookingFilter,
} from "./booking-filter.ts";

/** The URL contains the filter, so that a reload, a link and the back button show the same bookings. */
export function useBookingFilter(timeZone: string) {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readBookingFilter(address), [address]);
  const query = useMemo(() => toBookingQuery(filter, timeZone), [filter, timeZone]);
  const setFilter = useCallback(
    (changed: BookingFilter) =>
      setAddress((current) => writeBookingFilter(current, changed), {
        replace: true,
        preventScrollReset: true,
      }),
    [setAddress],
  );
  return { filter, query, setFilter };
}
