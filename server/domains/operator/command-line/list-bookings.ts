import type { PageQuery } from "@greenroom/contract/core/page.ts";
import type { Database } from "../../../db/database.ts";
import { orderBy, readPage } from "../../../db/keyset.ts";
import { readWithCursor } from "../../../db/read-with-cursor.ts";
import { type BookingFilter, filterBookings } from "../../bookings/filter-bookings.ts";

/** The bookings of one person, or of everybody if null, that match the filter. */
export type BookingSelection = BookingFilter & { userId: string | null };

const newestFirst = orderBy("desc", ["instant", "booking.startsAt"], ["id", "booking.id"]);

/** A page of bookings, the latest start first. */
export function listBookingsWithParties(database: Database, selection: BookingSelection, page: PageQuery) {
  return readPage(selectWithParties(database, selection), newestFirst, page);
}

/** All bookings, the latest start first, read a batch at a time. */
export function readBookingsWithParties(database: Database, selection: BookingSelection) {
  const query = selectWithParties(database, selection);
  return readWithCursor(database, query.orderBy("booking.startsAt", "desc").orderBy("booking.id", "desc"));
}

/** Adds the addresses of both parties and the meeting's provider, which is null until the meeting exists. */
function selectWithParties(database: Database, { userId, ...filter }: BookingSelection) {
  const query = database
    .selectFrom("bookings as booking")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .innerJoin("users as interviewer", "interviewer.id", "booking.interviewerId")
    .select(["booking.id", "booking.startsAt", "booking.endsAt", "booking.status"])
    .leftJoin("meetings", (join) =>
      join.onRef("meetings.bookingId", "=", "booking.id").on("meetings.joinUrl", "is not", null),
    )
    .select("meetings.provider as meeting")
    .select(["interviewee.email as interviewee", "interviewer.email as interviewer"])
    .$if(userId !== null, (all) =>
      all.where((is) =>
        is.or([is("booking.intervieweeId", "=", userId), is("booking.interviewerId", "=", userId)]),
      ),
    );
  return filterBookings(query, filter, null);
}
