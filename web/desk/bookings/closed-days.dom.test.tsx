import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import BookingsPage from "../pages/bookings/bookings.tsx";
import PersonPage from "../pages/person.tsx";

const calls = serveCallAnswers();
const id = "0190a5b8-0000-7000-8000-000000000001";
const interviewer = { _id: id, name: "Kavya Nair", email: "kavya@greenroom.example" };
const closed = { _id: "off", day: "2026-11-25", timeZone: "Asia/Kolkata", interviewer };
const list = "GET /api/operator/closed-days";
const reopening = "POST /api/operator/closed-days/reopening";
const button = { name: "Open the day again for Kavya Nair, Wed 25 Nov" };
const msg = "The day off has ended. 2 free times can be booked again. The interviews stay canceled.";

beforeEach(() => {
  storeSession(sampleUser);
  calls.set({
    "GET /api/operator/bookings": { body: [] },
    [list]: [{ body: [closed] }, { body: [] }],
    [`${reopening}/preview`]: {
      body: { lines: [{ label: "Day off", text: "It ends." }], typedConfirmation: null, version: "1" },
    },
    [reopening]: { body: { msg } },
  });
});

const show = (page: "day" | "week", query = "") =>
  renderDesk(<BookingsPage />, { path: `/operator/bookings?view=${page}&day=2026-11-25${query}` });

it("are marked on their day and opened again after a preview, also without bookings on that day", async () => {
  const { user } = show("day");
  await screen.findByRole("heading", { name: "Closed by us on this day" });
  expect(screen.getByRole("link", { name: "Kavya Nair" }).getAttribute("href")).toBe(
    `/operator/people/${id}`,
  );
  await user.click(screen.getByRole("button", button));
  await screen.findByText("It ends.");
  await user.type(screen.getByLabelText(/^Reason/), "She is well again");
  await user.click(screen.getByRole("button", { name: "Open it again" }));
  await screen.findByText(msg);
  await waitFor(() => expect(screen.queryByRole("button", button)).toBeNull());
  expect(calls.sent.find(({ name }) => name === reopening)?.body).toEqual({
    daysOff: ["off"],
    version: "1",
    reason: "She is well again",
  });
});

it("are marked in their week", async () => {
  calls.set({ "GET /api/operator/bookings/week": { body: [] } });
  calls.set({ [list]: { body: [{ ...closed, timeZone: "America/New_York" }] } });
  show("week");
  await screen.findByRole("heading", { name: "Closed by us in this week" });
  expect(screen.getByRole("button", { name: `${button.name} (EST)` })).toBeTruthy();
});

it("are marked on the interviewer's page", async () => {
  calls.set({
    "GET /api/operator/people/%3Aid": {
      body: {
        ...{ ...interviewer, firstName: "Kavya", lastName: "Nair", role: "interviewer", isOperator: false },
        ...{ isBlocked: false, isDeleted: false, operatorLevel: null, mobileNumber: "", timeZone: null },
        ...{ joinedAt: "2026-11-20T06:30:00.000Z", paidRupees: 0, refundedRupees: 0, sessionsLeft: 0 },
        ...{ sessionsGranted: 0, rating: null, ratings: 0, dueRupees: 0, deductedRupees: 0, signIns: 1 },
        ...{ interviewing: null, mailRefusal: null },
      },
    },
    [`GET /api/operator/people/${id}/timeline`]: { body: [] },
    "GET /api/operator/access": { body: { level: "owner" } },
  });
  renderDesk(<PersonPage />, { path: "/operator/people/:id" });
  await screen.findByRole("heading", { name: "Days closed by us" });
  expect(screen.getByRole("button", button)).toBeTruthy();
  // The page would link to itself.
  expect(screen.queryByRole("link", { name: "Kavya Nair" })).toBeNull();
});

it("are not passed over in silence when they cannot be loaded", async () => {
  calls.set({ [list]: { status: 400, body: { msg: "Too many.", code: "invalid_input", requestId: "r" } } });
  show("day");
  await screen.findByText(/The closed days are missing here/);
});

it("leave an empty day of a person to be changed for the day of their next interview", async () => {
  const booking = {
    ...{ _id: "booking", startTime: "2026-11-27T12:30:00.000Z", endTime: "2026-11-27T13:15:00.000Z" },
    ...{ status: "pending", interviewee: interviewer, interviewer, meeting: "room", isDisputed: false },
  };
  calls.set({
    "GET /api/operator/bookings": [{ body: [] }, { body: [booking] }],
    [list]: { body: [] },
  });
  const { user } = show("day", "&person=kavya");
  await screen.findByText("Choose the day to cancel, or fewer filters.");
  await user.click(await screen.findByRole("button", { name: "Go to their next interview: Fri 27 Nov" }));
  await screen.findByRole("button", { name: "Cancel the upcoming one" });
});
