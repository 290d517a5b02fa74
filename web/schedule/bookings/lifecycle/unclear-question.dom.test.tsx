import type { Booking, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { asInterviewer, sampleBooking, sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { type Notice, NoticeMessage } from "../../../ui/status/status-message.tsx";
import { BookingActions } from "./booking-actions.tsx";
import { InterviewActions } from "./interview-actions.tsx";

const calls = serveCallAnswers();
const timeZone = "Asia/Kolkata";
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

function Interviewee({ booking }: { booking: Booking }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  return (
    <>
      <NoticeMessage notice={notice} />
      <BookingActions booking={booking} timeZone={timeZone} onDone={setNotice} />
    </>
  );
}

function Interviewer({ booking }: { booking: InterviewerBooking }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  return (
    <>
      <NoticeMessage notice={notice} />
      <InterviewActions booking={booking} timeZone={timeZone} onDone={setNotice} />
    </>
  );
}

beforeEach(() => storeSession({ ...sampleUser, timeZone }));

describe("End now", () => {
  it("asks why, once the server says that both were together for a short time", async () => {
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
    expect(bodiesOf(answer)).toEqual([{ tookPlace: true }]);
    unmount();
    renderScreen(
      <Interviewer booking={{ ...booking, unclear: { ...nobody, asks: null, mayReturn: false } }} />,
    );
    expect(screen.getByText(/^You said yes\. We wait for/)).toBeDefined();
  });
});
