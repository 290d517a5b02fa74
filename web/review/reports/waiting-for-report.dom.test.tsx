import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { WaitingForReport } from "./waiting-for-report.tsx";

const calls = serveCallAnswers();
const id = sampleBooking._id;
const item = (kind: string) => ({
  id: kind,
  kind,
  at: "2026-11-20T12:35:00.000Z",
  atSeconds: 300,
  personId: sampleUser._id,
});

async function open(
  items: object[],
  { endTime = new Date().toISOString(), ...changes }: Partial<Booking> = {},
) {
  storeSession(sampleUser);
  calls.set({ [`GET /api/rooms/${id}/record`]: { body: { bookingId: id, endTime, people: [], items } } });
  renderScreen(
    <WaitingForReport booking={{ ...sampleBooking, allowedActions: ["report-no-show"], ...changes }} />,
  );
  await expect.poll(() => calls.sent.some(({ name }) => name.endsWith("/record"))).toBe(true);
}

it("tells an interviewee of a room that nobody entered what comes, and how to report a no-show", async () => {
  await open([]);
  expect(await screen.findByText("Nobody entered the room")).toBeDefined();
  expect(screen.getByText(/it will have no points.+report a no-show in My Sessions/)).toBeDefined();
});

it("tells that nothing in the room can be quoted", async () => {
  await open([item("joined"), { ...item("question"), title: "Two sum", prompt: "", marks: null }]);
  expect(await screen.findByText("Your report will have no points")).toBeDefined();
});

it.each<[string, Partial<Booking>]>([
  ["that they rated", { feedback: { interviewScore: 5, overallSummary: "Good." } }],
  ["at another provider", { zoomLink: "https://zoom.example/j/1" }],
])("does not say that nobody came to an interview %s", async (_, changes) => {
  await open([], changes);
  expect(await screen.findByText("Your report will have no points")).toBeDefined();
  expect(screen.queryByText(/no-show/)).toBeNull();
});

it.each([
  ["a record with words", [item("joined"), { ...item("chat"), body: "Hello" }], {}],
  ["a record that is deleted for its age", [], { endTime: "2020-11-20T13:15:00.000Z" }],
])("promises a report of %s", async (_, items, changes) => {
  await open(items, changes);
  expect(await screen.findByText("Your report is being made")).toBeDefined();
  expect(screen.queryByText(/no points/)).toBeNull();
});
