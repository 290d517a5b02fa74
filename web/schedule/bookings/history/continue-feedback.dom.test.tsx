import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../../../testing/sample-data.ts";
import HistoryPage from "../pages/history.tsx";

const calls = serveCallAnswers();
const id = sampleBooking._id;
const booking = {
  ...{ ...sampleBooking, status: "completed", feedbackFileUrl: null, allowedActions: ["upload-feedback"] },
  ...{ userId: { _id: sampleUser._id, firstName: "Meera", lastName: "Iyer", email: sampleUser.email } },
  ...{ intervieweeFeedback: null, goal: null },
};
const mark = {
  ...{ id: "mark", at: "2026-11-20T12:35:00.000Z", atSeconds: 818, personId: "asha" },
  ...{ kind: "mark", label: "good", note: "Fixes the bug alone" },
};

it("offers to continue feedback once something was written, and not if the prefilled form was only opened", async () => {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({
    "GET /api/interviewer/history": { body: [booking] },
    "GET /api/interviewer/bookings": { body: [] },
    [`GET /api/rooms/${id}/record`]: { body: { bookingId: id, people: [], items: [mark] } },
    [`GET /api/rooms/${id}/notes`]: { body: { body: "", version: 0 } },
  });
  const { user } = renderScreen(<HistoryPage />);
  await user.click(await screen.findByRole("button", { name: "Write Feedback for Meera Iyer" }));
  await screen.findByText(/Moments that you marked are filled in/);
  expect(screen.queryByText(/^Draft saved/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Write Feedback for Meera Iyer" }));
  await user.type(screen.getByLabelText(/^Summary/), "Calm.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Continue feedback for Meera Iyer" }));
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Summary/).value).toBe("Calm.");
});
