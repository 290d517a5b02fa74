import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { ConfirmationProvider } from "../access/confirmation.tsx";
import BookingPage from "../pages/bookings/booking.tsx";

const calls = serveCallAnswers();
const id = "0190a5b8-0000-7000-8000-000000000001";
const person = (name: string) => ({ _id: `id of ${name}`, name, email: `${name}@b.example` });
const at = "2026-11-20T00:30:00.000Z";

it("a booking's page says that its earning was taken back, as the interviewer reads it", async () => {
  storeSession(sampleUser);
  const earning = { amount: 70, status: "void", voidReason: "The interview was not held", paidAt: null };
  calls.set({
    "GET /api/operator/access": { body: { level: "owner", timeZone: "Asia/Kolkata" } },
    [`GET /api/operator/bookings/${id}`]: {
      body: {
        ...{ _id: id, startTime: at, endTime: at, status: "completed", meeting: "room", isDisputed: false },
        ...{ interviewee: person("Meera"), interviewer: person("Kavya"), bookedAt: at, completedAt: at },
        ...{ cancellation: null, moves: [], session: null, earning, rating: null, feedbackFileAt: null },
        ...{ remediedAt: null, reports: [], moveProposal: null },
        attendance: { interviewee: [], interviewer: [] },
      },
    },
  });
  renderScreen(
    <ConfirmationProvider>
      <BookingPage />
    </ConfirmationProvider>,
    { path: `/operator/bookings/${id}`, route: "/operator/bookings/:id" },
  );
  expect(await screen.findByText("₹70.00, taken back")).toBeDefined();
  expect(screen.getByText("Why taken back")).toBeDefined();
  expect(screen.queryByText(/void/)).toBeNull();
});
