import type { Booking, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { BookingListItem } from "../../review/sessions/session-list.tsx";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { asInterviewer, sampleBooking, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { type Notice, NoticeMessage } from "../../ui/status.tsx";
import { SlotInterviewActions } from "../availability/slot-details.tsx";
import { UpcomingInterviews } from "../availability/upcoming-interviews.tsx";
import { BookingActions } from "./booking-actions.tsx";
import { InterviewActions } from "./interview-actions.tsx";
import { useMyBookings } from "./queries.ts";
import { UpcomingBookings } from "./upcoming-bookings.tsx";

const timeZone = "Asia/Kolkata";

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
      <UpcomingInterviews timeZone={timeZone} onChanged={setNotice} />
    </>
  );
}

describe("changed elsewhere", () => {
  const calls = serveCallAnswers();
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
    const places: [
      string,
      () => ReturnType<typeof renderScreen>,
      Record<string, CallAnswer | CallAnswer[]>,
    ][] = [
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
      "GET /api/user/bookings": [
        { body: [upcoming] },
        { body: [{ ...upcoming, allowedActions: ["cancel"] }] },
      ],
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
});

const zone = "Asia/Kolkata";

function Interviewee({ booking }: { booking: Booking }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  return (
    <>
      <NoticeMessage notice={notice} />
      <BookingActions booking={booking} timeZone={zone} onDone={setNotice} />
    </>
  );
}

function Interviewer({ booking }: { booking: InterviewerBooking }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  return (
    <>
      <NoticeMessage notice={notice} />
      <InterviewActions booking={booking} timeZone={zone} onDone={setNotice} />
    </>
  );
}

describe("unclear question", () => {
  const calls = serveCallAnswers();
  const id = sampleBooking._id;
  const bodiesOf = (name: string) => calls.sent.filter((sent) => sent.name === name).map(({ body }) => body);
  const complete = `POST /api/interviewer/bookings/${id}/complete`;
  const answer = `POST /api/bookings/${id}/took-place`;

  const short = {
    found: "ended-early",
    foundAt: "2026-11-20T12:33:00.000Z",
    minutesTogether: 3,
    reason: null,
    outcome: null,
  } as const;
  const pending: Booking = { ...sampleBooking, status: "pending", allowedActions: [] };

  beforeEach(() => storeSession({ ...sampleUser, timeZone: zone }));

  it("asks why when the interviewer ends now, once the server says that both were together for a short time", async () => {
    const msg = "You were together for 3 min. Say why the interview ends early.";
    calls.set({
      [complete]: [
        { status: 409, body: { code: "conflict", msg, details: { minutesTogether: 3 } } },
        { body: { msg: "The interview has ended.", booking: asInterviewer(pending) } },
      ],
    });
    const booking: InterviewerBooking = { ...asInterviewer(pending), allowedActions: ["end-now"] };
    const { user } = renderScreen(<Interviewer booking={booking} />);
    await user.click(screen.getByRole("button", { name: /^End now/ }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.queryByRole("textbox")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "End now" }));
    const reason = await dialog.findByRole("textbox", { name: "Why does it end early?" });
    const confirm = dialog.getByRole("button", { name: "End now" });
    await user.click(confirm);
    await user.type(reason, " Her line broke ");
    await user.click(confirm);
    expect(await screen.findByText("The interview has ended.")).toBeDefined();
    expect(bodiesOf(complete)).toEqual([{ reason: "" }, { reason: "Her line broke" }]);
  });

  describe("an interview that ended early", () => {
    it.each([
      ["Return my session", false],
      ["It was fine", true],
    ])("is answered by the interviewee with one tap: %s", async (label, tookPlace) => {
      calls.set({ [answer]: { body: { msg: "Thank you.", status: "completed" } } });
      const unclear = { ...short, reason: "Her line broke", asks: "took-place", mayReturn: true } as const;
      const { user } = renderScreen(<Interviewee booking={{ ...pending, unclear }} />);
      const question = within(screen.getByRole("region", { name: "Did this end too early?" }));
      expect(question.getByText(/^You were together for 3 min\..*“Her line broke”$/)).toBeDefined();
      await user.click(question.getByRole("button", { name: label }));
      expect(await screen.findByText("Thank you.")).toBeDefined();
      expect(bodiesOf(answer)).toEqual([{ tookPlace }]);
    });

    it("offers no return to an interviewee who took back others lately", () => {
      const unclear = { ...short, reason: null, asks: "took-place", mayReturn: false } as const;
      renderScreen(<Interviewee booking={{ ...pending, unclear }} />);
      const question = within(screen.getByRole("region", { name: "Did this end too early?" }));
      expect(question.getByText(/so our team decides about this one/)).toBeDefined();
      expect(question.queryByRole("button", { name: "Return my session" })).toBeNull();
      expect(question.getByRole("button", { name: "It was fine" })).toBeDefined();
    });

    it("lets the interviewer say why, and holds the earning", async () => {
      calls.set({ [complete]: { body: { msg: "Thank you.", booking: asInterviewer(pending) } } });
      const booking = {
        ...asInterviewer(pending),
        unclear: { ...short, asks: "reason", mayReturn: false },
      } as const;
      const { user } = renderScreen(<Interviewer booking={booking} />);
      const note = within(screen.getByRole("region", { name: "Ended after 3 min" }));
      expect(note.getByText(/^Your earning waits until/)).toBeDefined();
      await user.type(note.getByRole("textbox", { name: "Why was it short?" }), "My train was late");
      await user.click(note.getByRole("button", { name: "Send" }));
      expect(await screen.findByText("Thank you.")).toBeDefined();
      expect(bodiesOf(complete)).toEqual([{ reason: "My train was late" }]);
    });

    it("shows no question once it is decided", () => {
      const unclear = { ...short, outcome: "took-place", asks: null, mayReturn: false } as const;
      renderScreen(<Interviewee booking={{ ...pending, status: "completed", unclear }} />);
      expect(screen.queryByRole("region")).toBeNull();
    });
  });

  describe("an interview to which nobody came", () => {
    const nobody = { ...short, found: "nobody-came", minutesTogether: 0 } as const;

    it("asks both whether it took place elsewhere, and then waits for the other", async () => {
      calls.set({ [answer]: { body: { msg: "Thank you.", status: "pending" } } });
      const booking = asInterviewer(pending);
      const { user, unmount } = renderScreen(
        <Interviewer booking={{ ...booking, unclear: { ...nobody, asks: "took-place", mayReturn: true } }} />,
      );
      await user.click(screen.getByRole("button", { name: "It took place elsewhere" }));
      expect(await screen.findByText("Thank you.")).toBeDefined();
      expect(bodiesOf(answer)).toEqual([{ tookPlace: true }]);
      unmount();
      renderScreen(
        <Interviewer booking={{ ...booking, unclear: { ...nobody, asks: null, mayReturn: false } }} />,
      );
      expect(screen.getByText(/^You said yes\. We wait for/)).toBeDefined();
    });
  });
});

describe("proposed move note", () => {
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
        renderScreen(<UpcomingInterviews timeZone={timeZone} onChanged={() => {}} />);
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
});
