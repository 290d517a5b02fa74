import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { InterviewerReport } from "./interviewer-report.tsx";

const calls = serveCallAnswers();
const path = `GET /api/interviewer/reports/${sampleBooking._id}`;

async function open() {
  storeSession({ ...sampleUser, role: "interviewer" });
  const { user } = renderScreen(<InterviewerReport bookingId={sampleBooking._id} withName="Meera Iyer" />);
  await user.click(screen.getByRole("button", { name: /Interview report/ }));
}

it("says when the report is made while there is none, and not that something failed", async () => {
  calls.set({ [path]: { status: 404, body: { msg: "There is no report for this interview yet." } } });
  await open();
  expect(
    await screen.findByText(
      /^It is made .+ after the session, and then it appears here\. An interview that left no record/,
    ),
  ).toBeDefined();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("offers another attempt when the report could not be loaded", async () => {
  calls.set({ [path]: { status: 500, body: { msg: "Something went wrong." } } });
  await open();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
});
