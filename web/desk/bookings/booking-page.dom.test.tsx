import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
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
        ...{ remediedAt: null, reports: [], unclear: null, moveProposal: null },
        attendance: { interviewee: [], interviewer: [] },
      },
    },
  });
  renderDesk(<BookingPage />, { path: `/operator/bookings/${id}`, route: "/operator/bookings/:id" });
  expect(await screen.findByText("₹70.00, taken back")).toBeDefined();
  expect(screen.getByText("Why taken back")).toBeDefined();
  expect(screen.queryByText(/void/)).toBeNull();
});

it("a disputed booking offers three outcomes, of which none is chosen", async () => {
  storeSession(sampleUser);
  const report = {
    ...{ by: "interviewee", outcome: "pending", reportedAt: at, decidedAt: null },
    record: { interviewee: [], interviewer: [] },
  };
  const path = `POST /api/operator/bookings/${id}/no-show-decision`;
  calls.set({
    "GET /api/operator/access": { body: { level: "owner", timeZone: "Asia/Kolkata" } },
    [`GET /api/operator/bookings/${id}`]: {
      body: {
        ...{ _id: id, startTime: at, endTime: at, status: "completed", meeting: "room", isDisputed: true },
        ...{ interviewee: person("Meera"), interviewer: person("Kavya"), bookedAt: at, completedAt: at },
        ...{
          cancellation: null,
          moves: [],
          session: null,
          earning: null,
          rating: null,
          feedbackFileAt: null,
        },
        ...{ remediedAt: null, reports: [report], moveProposal: null, unclear: null },
        attendance: { interviewee: [], interviewer: [] },
      },
    },
    [`${path}/preview`]: {
      body: {
        lines: [{ label: "Both came", text: "The session stays used." }],
        ...{ typedConfirmation: null, version: "1" },
      },
    },
    [path]: { body: { msg: "The interview is decided." } },
  });
  const { user } = renderDesk(<BookingPage />, {
    path: `/operator/bookings/${id}`,
    route: "/operator/bookings/:id",
  });
  const group = within(await screen.findByRole("group", { name: "What happened?" }));
  expect(group.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Candidate missed it",
    "Interviewer missed it",
    "Both came",
  ]);
  await user.click(group.getByRole("button", { name: "Both came" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("The session stays used.")).toBeDefined();
  await user.type(dialog.getByRole("textbox", { name: /^Reason/ }), "The record shows both");
  await user.click(dialog.getByRole("button", { name: "Both came" }));
  expect(await screen.findByText("The interview is decided.")).toBeDefined();
  expect(calls.sent.find(({ name }) => name === path)?.body).toMatchObject({ outcome: "both-came" });
});
