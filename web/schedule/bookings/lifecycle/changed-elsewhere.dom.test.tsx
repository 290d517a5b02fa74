import type { Booking, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { type CallAnswer, serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { asInterviewer, sampleBooking, sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { type Notice, NoticeMessage } from "../../../ui/status/status-message.tsx";
import { UpcomingInterviews } from "../../availability/components/upcoming-interviews.tsx";
import { UpcomingBookings } from "../booking-page/upcoming-bookings.tsx";
import { useMyBookings } from "../queries.ts";

const calls = serveCallAnswers();
const timeZone = "Asia/Kolkata";
const canceled = "This interview was canceled already.";
const refused = (msg: string, details?: object) => ({
  status: 409,
  body: { code: "conflict", msg, details },
});

const upcoming: Booking = {
  ...sampleBooking,
  ...{ startTime: "2026-11-24T12:30:00.000Z", endTime: "2026-11-24T13:15:00.000Z", status: "pending" },
  ...{ allowedActions: ["cancel", "reschedule"], freeUntil: "2026-11-24T00:30:00.000Z" },
};
const interview: InterviewerBooking = { ...asInterviewer(upcoming), allowedActions: ["cancel"] };

function OwnBookings() {
  const [notice, setNotice] = useState<Notice | null>(null);
  const bookings = useMyBookings();
  return (
    <UpcomingBookings bookings={bookings.data} timeZone={timeZone} notice={notice} onNotice={setNotice} />
  );
}

function OwnInterviews() {
  const [notice, setNotice] = useState<Notice | null>(null);
  return (
    <>
      <NoticeMessage notice={notice} />
      <UpcomingInterviews timeZone={timeZone} now={new Date("2026-11-20T06:30:00Z")} onChanged={setNotice} />
    </>
  );
}

beforeEach(() => {
  storeSession({ ...sampleUser, timeZone });
  calls.set({ "GET /api/user/profile": { body: { ...sampleUser, timeZone } } });
});

/** Opens the question about a cancellation and agrees to it. */
async function cancel(user: ReturnType<typeof renderScreen>["user"]) {
  await user.click(await screen.findByRole("button", { name: /^Cancel the interview with/ }));
  await user.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel interview" }),
  );
}

describe("a booking that another tab has canceled", () => {
  const id = upcoming._id;
  const places: [string, () => ReturnType<typeof renderScreen>, Record<string, CallAnswer | CallAnswer[]>][] =
    [
      [
        "an interviewee's",
        () => renderScreen(<OwnBookings />),
        {
          "GET /api/user/bookings": [{ body: [upcoming] }, { body: [] }],
          [`POST /api/user/bookings/${id}/cancel`]: refused(canceled),
        },
      ],
      [
        "an interviewer's",
        () => renderScreen(<OwnInterviews />),
        {
          "GET /api/interviewer/bookings": [{ body: [interview] }, { body: [] }],
          [`POST /api/interviewer/bookings/${id}/cancel`]: refused(canceled),
        },
      ],
    ];

  it.each(places)(
    "%s: a second cancellation says so after the ticket is gone",
    async (_name, show, answers) => {
      calls.set(answers);
      const { user } = show();
      await cancel(user);
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
      const notice = await screen.findByText(canceled, { selector: "[data-tone]" });
      expect(notice.dataset.tone).toBe("wait");
      expect(screen.queryByRole("button", { name: /^Cancel/ })).toBeNull();
    },
  );
});

it("a refusal after which the booking can still be canceled stays in the dialog", async () => {
  const msg =
    "It is now too late to cancel for free: canceling would cost the session. Nothing was canceled.";
  calls.set({
    "GET /api/user/bookings": [{ body: [upcoming] }, { body: [{ ...upcoming, allowedActions: ["cancel"] }] }],
    [`POST /api/user/bookings/${upcoming._id}/cancel`]: refused(msg, { outcome: "session-forfeited" }),
  });
  const { user } = renderScreen(<OwnBookings />);
  await cancel(user);
  const dialog = within(screen.getByRole("alertdialog"));
  const notice = await dialog.findByText(msg);
  expect(notice.dataset.tone).toBe("bad");
  await user.click(dialog.getByRole("button", { name: "Keep it" }));
  await waitFor(() => expect(screen.queryByText(msg)).toBeNull());
});
