import {
  type BookingStatus,
  bookingStatuses,
  maxSearchLength,
} from "@greenroom/contract/schedule/bookings.ts";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { dayAfter, startOfDay } from "../../format/local-time.ts";
import { withParameters } from "../../paths.ts";

/** The filter of a list of bookings, as the URL contains it. */
export interface BookingFilter {
  /** Blank for everybody. */
  search: string;
  status: BookingStatus | null;
  /** First and last day of the interviews, `2026-11-20`. */
  from: string | null;
  until: string | null;
}

export interface BookingFilterQuery extends Record<string, unknown> {
  search?: string;
  status?: BookingStatus;
  from?: string;
  to?: string;
}

export const noBookingFilter: BookingFilter = { search: "", status: null, from: null, until: null };

/** Reads the filter from a URL. Anybody can write one, so invalid values are ignored. */
export function readBookingFilter(address: URLSearchParams): BookingFilter {
  return {
    search: (address.get("search") ?? "").slice(0, maxSearchLength),
    status: bookingStatuses.find((status) => status === address.get("status")) ?? null,
    from: readDay(address.get("from")),
    until: readDay(address.get("until")),
  };
}

/** Days begin and end in the reader's time zone. */
export function toBookingQuery(filter: BookingFilter, timeZone: string): BookingFilterQuery {
  const search = filter.search.trim();
  return {
    ...(search === "" ? {} : { search }),
    ...(filter.status === null ? {} : { status: filter.status }),
    ...(filter.from === null ? {} : { from: startOfDay(filter.from, timeZone).toISOString() }),
    ...(filter.until === null ? {} : { to: startOfDay(dayAfter(filter.until), timeZone).toISOString() }),
  };
}

export function isFiltering(filter: BookingFilter): boolean {
  return Object.values(filter).some((value) => value !== null && value !== "");
}

/** Accepts the same years as the server. */
function readDay(text: string | null): string | null {
  if (text === null || !/^(20|21)\d\d-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  return isReal && text > "2000-01-01" && text < "2199-12-30" ? text : null;
}

/** The URL contains the filter, so that a reload, a link and the back button show the same bookings. */
export function useBookingFilter(timeZone: string) {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readBookingFilter(address), [address]);
  const query = useMemo(() => toBookingQuery(filter, timeZone), [filter, timeZone]);
  const setFilter = useCallback(
    (changed: BookingFilter) =>
      setAddress((current) => withParameters(current, changed), {
        replace: true,
        preventScrollReset: true,
      }),
    [setAddress],
  );
  return { filter, query, setFilter };
}
