import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { WriteFeedbackModal } from "./write-feedback-modal.tsx";

export const id = sampleBooking._id;
export const send = `POST /api/interviewer/feedback-report/${id}`;
export const written = {
  status: 201,
  body: { msg: "✅ Feedback file uploaded successfully!", feedbackFileUrl: "/f" },
};
export const meera = { _id: sampleUser._id, firstName: "Meera", lastName: "Iyer", email: sampleUser.email };
export const booking = {
  ...sampleBooking,
  goal: null,
  userId: meera,
  intervieweeFeedback: null,
} as unknown as InterviewerBooking;

export const item = (seconds: number) => ({
  id: `item ${seconds}`,
  at: "2026-11-20T12:35:00.000Z",
  atSeconds: seconds,
  personId: "asha",
});
/** The interviewer marked a moment beside a run of code, and another one that no part of the record explains. */
export const record = {
  bookingId: id,
  people: [],
  items: [
    { ...item(60), kind: "mark", label: "good", note: "Calm at the start" },
    { ...item(800), kind: "run", language: "python", outcome: "finished", output: "1", durationMs: 5 },
    { ...item(818), kind: "mark", label: "good", note: "Checks the number" },
  ],
};

export function openForm(noShowAction: ReactNode = null, of: InterviewerBooking = booking) {
  storeSession({ ...sampleUser, firstName: "Asha", lastName: "Nair", role: "interviewer" });
  const done = vi.fn(async () => undefined);
  const opened = renderScreen(
    <WriteFeedbackModal
      booking={of}
      about="Meera"
      noShowAction={noShowAction}
      onClose={() => undefined}
      onWritten={done}
    />,
  );
  return { ...opened, done };
}

export const emptyRoom = {
  [`GET /api/rooms/${id}/record`]: { body: { ...record, items: [] } },
  [`GET /api/rooms/${id}/notes`]: { body: { body: "", version: 0 } },
};
