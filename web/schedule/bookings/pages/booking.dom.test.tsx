import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RequireRole } from "../../../session/require-role.tsx";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import BookingPage from "./booking.tsx";

const calls = serveCallAnswers();
const noPlan = "You Don't Have an Active Plan";
const withoutPlan = { ...sampleUser, planType: null, sessionCount: 0 };
const withoutBookings = { "GET /api/user/bookings": { body: [] } };

function openPage() {
  storeSession(withoutPlan);
  renderScreen(
    <RequireRole allow="interviewee" loading={null}>
      <BookingPage />
    </RequireRole>,
  );
}

it("does not say that there is no plan before it knows what was bought on another device", async () => {
  calls.set({ ...withoutBookings, "GET /api/user/profile": "hang" });
  openPage();
  expect(await screen.findByRole("heading", { name: "Book Your Interview" })).toBeDefined();
  expect(screen.queryByText(noPlan)).toBeNull();
});

it.each([
  ["the server says so, too", { body: withoutPlan }],
  ["the server cannot be asked", "cut" as const],
])("says that there is no plan when %s", async (_, profile) => {
  calls.set({ ...withoutBookings, "GET /api/user/profile": profile });
  openPage();
  expect(await screen.findByRole("heading", { name: noPlan })).toBeDefined();
});
