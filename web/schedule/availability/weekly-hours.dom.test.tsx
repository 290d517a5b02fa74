import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { CalendarFeed } from "./calendar-feed.tsx";

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
