import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { timeZoneSchema } from "../../kernel/time.ts";
import { bookingStatuses } from "../../schedule/bookings.ts";
import { daySchema } from "../../schedule/weekly-availability.ts";
import { personSearch } from "../desk-people.ts";
import { deskBookingSchema } from "./bookings.ts";

/** The most bookings of one day in the week's calendar; the view of the day has the others. */
export const maxDayBookings = 20;

export const bookingDaySchema = z.object({
  day: z.string(),
  /** The earliest ones. */
  bookings: z.array(deskBookingSchema).max(maxDayBookings),
  hasMore: z.boolean(),
});
export type BookingDay = z.infer<typeof bookingDaySchema>;

export const getBookingWeek = endpoint({
  method: "GET",
  path: "/api/operator/bookings/week",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Seven days of bookings from `firstDay` on in a time zone, by person and state",
  query: z.strictObject({
    firstDay: daySchema,
    timeZone: timeZoneSchema,
    person: personSearch,
    status: z.enum(bookingStatuses, "This is not a status that a booking can have.").optional(),
  }),
  output: z.array(bookingDaySchema).max(7),
});
