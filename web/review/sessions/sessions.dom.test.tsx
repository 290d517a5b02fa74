import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { createQueryClient } from "../../api/query-client.tsx";
import { SessionProvider } from "../../session/session.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { simulateUser } from "../../testing/simulated-user.ts";
import HistoryPage from "./pages/history.tsx";
import MySessions from "./pages/my-sessions.tsx";

describe("my sessions", () => {
  const calls = serveCallAnswers();

  const endedText = "✅ Kavya Menon ended the interview.";

  /** The page after the room, with a message of the room and one booking. */
  async function openAfterRoom(
    booking: Booking,
    { message, search = "" }: { message: string; search?: string },
  ) {
    storeSession(sampleUser);
    calls.set({
      "GET /api/user/profile": { body: sampleUser },
      "GET /api/user/sessions": { body: [booking] },
    });
    const router = createMemoryRouter([{ path: "/", element: <MySessions /> }], {
      initialEntries: [{ pathname: "/", search, state: { message } }],
    });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>,
    );
    expect(await screen.findByText(message)).toBeDefined();
    return simulateUser();
  }

  it("replaces the message of the page before when the rating that it asked for is sent", async () => {
    const message = `${endedText} How was it?`;
    const user = await openAfterRoom(sampleBooking, { message, search: `?feedback=${sampleBooking._id}` });
    calls.set({ "POST /api/user/feedback": { status: 201, body: { msg: "Saved." } } });
    await user.click(await screen.findByRole("radio", { name: /^4/ }));
    await user.type(screen.getByLabelText(/^Overall summary/), "Clear and kind.");
    expect(screen.getByText(message)).toBeDefined();
    await user.click(screen.getByRole("button", { name: /Submit Feedback/ }));
    expect(await screen.findByText("✅ Feedback submitted successfully!")).toBeDefined();
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  it("replaces the message of the page before when its question is answered", async () => {
    const message = `${endedText} Did it end too early?`;
    const unclear: Booking["unclear"] = {
      ...{ found: "ended-early", foundAt: sampleBooking.startTime, minutesTogether: 3, reason: null },
      ...{ outcome: null, asks: "took-place", mayReturn: true },
    };
    const booking: Booking = { ...sampleBooking, status: "pending", allowedActions: [], unclear };
    const user = await openAfterRoom(booking, { message });
    const answer = `POST /api/bookings/${booking._id}/took-place`;
    calls.set({ [answer]: { body: { msg: "Thank you.", status: "completed" } } });
    await user.click(await screen.findByRole("button", { name: "It was fine" }));
    expect(await screen.findByText("Thank you.")).toBeDefined();
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });
});

describe("continue feedback", () => {
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
  const run = { ...mark, ...{ id: "run", kind: "run", language: "python", outcome: "finished", output: "" } };

  it("offers to continue feedback once something was written, and not if the prefilled form was only opened", async () => {
    storeSession({ ...sampleUser, role: "interviewer" });
    calls.set({
      "GET /api/interviewer/history": { body: [booking] },
      "GET /api/interviewer/bookings": { body: [] },
      [`GET /api/rooms/${id}/record`]: { body: { bookingId: id, people: [], items: [run, mark] } },
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
});
