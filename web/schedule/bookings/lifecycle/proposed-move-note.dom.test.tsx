import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { asInterviewer, sampleBooking, sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { SlotInterviewActions } from "../../availability/components/slot-interview-actions.tsx";
import { UpcomingInterviews } from "../../availability/components/upcoming-interviews.tsx";
import { UpcomingBookings } from "../booking-page/upcoming-bookings.tsx";
import { BookingListItem } from "../history/booking-list-item.tsx";

const calls = serveCallAnswers();
const timeZone = "Asia/Kolkata";
const proposedMoveId = "0190a5b8-7c00-7000-8000-0000000000c1";
const upcoming: Booking = {
  ...sampleBooking,
  ...{ startTime: "2026-11-24T12:30:00.000Z", endTime: "2026-11-24T13:15:00.000Z", status: "pending" },
  ...{ allowedActions: ["cancel"], freeUntil: "2026-11-24T00:30:00.000Z" },
};
const interview = asInterviewer(upcoming);

beforeEach(() => {
  storeSession({ ...sampleUser, timeZone });
});

type Proposal = Pick<Booking, "proposedMoveId">;
/** Each place where a party sees a booking, with the address of that party's page about a proposed time. */
const places: [string, string, (proposal: Proposal) => void][] = [
  [
    "My Sessions",
    `/interviewee-dashboard/proposed-time/${upcoming._id}`,
    (proposal) =>
      renderScreen(
        <BookingListItem
          booking={{ ...upcoming, ...proposal }}
          timeZone={timeZone}
          isRatingFormOpen={false}
          onRatingFormToggle={() => {}}
        />,
      ),
  ],
  [
    "the booking page",
    `/interviewee-dashboard/proposed-time/${upcoming._id}`,
    (proposal) =>
      renderScreen(
        <UpcomingBookings
          bookings={[{ ...upcoming, ...proposal }]}
          timeZone={timeZone}
          notice={null}
          onNotice={() => {}}
        />,
      ),
  ],
  [
    "the interviewer's upcoming interviews",
    `/interviewer-dashboard/proposed-time/${upcoming._id}`,
    (proposal) => {
      calls.set({ "GET /api/interviewer/bookings": { body: [{ ...interview, ...proposal }] } });
      renderScreen(
        <UpcomingInterviews
          timeZone={timeZone}
          now={new Date("2026-11-20T06:30:00Z")}
          onChanged={() => {}}
        />,
      );
    },
  ],
  [
    "the interviewer's calendar",
    `/interviewer-dashboard/proposed-time/${upcoming._id}`,
    (proposal) => {
      calls.set({ "GET /api/interviewer/bookings": { body: [{ ...interview, ...proposal }] } });
      renderScreen(<SlotInterviewActions bookingId={upcoming._id} timeZone={timeZone} onDone={() => {}} />);
    },
  ],
];

describe.each(places)("a booking in %s", (_place, address, show) => {
  it("says that we propose another time, with a link to the page that asks about it", async () => {
    show({ proposedMoveId });
    const note = await screen.findByText(/We propose another time for this interview\./);
    const link = within(note).getByRole("link", { name: /^See the proposed time/ });
    expect(link.getAttribute("href")).toBe(address);
  });

  it("without a proposal that waits for this person says nothing of it", async () => {
    show({ proposedMoveId: null });
    await screen.findByRole("button", { name: /^Cancel/ });
    expect(screen.queryByText(/another time/)).toBeNull();
    expect(screen.queryByRole("link", { name: /proposed time/ })).toBeNull();
  });
});
