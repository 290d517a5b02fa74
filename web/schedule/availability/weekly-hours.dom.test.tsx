import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { asInterviewer, sampleBooking, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { CalendarFeed } from "./calendar-feed.tsx";
import WeeklyHours from "./pages/weekly-hours.tsx";
import { TimeOffList } from "./time-off-list.tsx";

const calls = serveCallAnswers();

it("says that a calendar link was not loaded, or not created", async () => {
  storeSession(sampleUser);
  calls.set({
    "GET /api/interviewer/calendar-feed": [{ status: 400, body: {} }, { body: { createdAt: null } }],
    "POST /api/interviewer/calendar-feed": { status: 400, body: {} },
  });
  const { user } = renderScreen(<CalendarFeed />);
  expect(await screen.findByText("Failed to load your calendar link.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: /again/i }));
  await user.click(await screen.findByRole("button", { name: "Create link" }));
  expect(await screen.findByText("Failed to change your calendar link.")).toBeDefined();
});

it("offers to cancel an interview that is booked on a day off, and says that it is canceled", async () => {
  storeSession({ ...sampleUser, role: "interviewer" });
  const booking = asInterviewer({ ...sampleBooking, status: "pending", allowedActions: ["cancel"] });
  const { _id, startTime, endTime, userId } = booking;
  const day = {
    _id: sampleUser._id,
    firstDay: "2026-11-20",
    lastDay: "2026-11-20",
    timeZone: "Asia/Kolkata",
  };
  calls.set({
    "GET /api/interviewer/time-off": {
      body: [{ ...day, booked: [{ _id, startTime, endTime, userId }] }],
    },
    "GET /api/interviewer/bookings": { body: [booking] },
    [`POST /api/interviewer/bookings/${_id}/cancel`]: { body: { msg: "Canceled." } },
  });
  const onChanged = vi.fn();
  const { user } = renderScreen(<TimeOffList onEnd={() => undefined} onChanged={onChanged} />);
  await user.click(await screen.findByRole("button", { name: /^Cancel/ }));
  await user.click(await screen.findByRole("button", { name: "Cancel interview" }));
  await expect.poll(() => onChanged.mock.calls.length).toBe(1);
});

it("opens the form of weekly hours with the focus on its first field", async () => {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({
    "GET /api/interviewer/weekly-rules": { body: [] },
    "GET /api/interviewer/time-off": { body: [] },
    "GET /api/interviewer/calendar-feed": { body: { createdAt: null } },
  });
  const { user } = renderScreen(<WeeklyHours />);
  // One above the list, and one in its place while it is empty.
  const [add] = await screen.findAllByRole("button", { name: "Add hours" });
  await user.click(add as HTMLElement);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Monday")));
});
