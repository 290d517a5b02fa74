import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";
import { createQueryClient } from "../../../api/query-client.ts";
import { SessionProvider } from "../../../session/session.tsx";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { sampleBooking, sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { simulateUser } from "../../../testing/simulated-user.ts";
import MySessions from "./my-sessions.tsx";

const calls = serveCallAnswers();
afterEach(cleanup);

it("replaces the message of the page before when the rating that it asked for is sent", async () => {
  storeSession(sampleUser);
  calls.set({
    "GET /api/user/profile": { body: sampleUser },
    "GET /api/user/sessions": { body: [sampleBooking] },
    "POST /api/user/feedback": { status: 201, body: { msg: "Saved." } },
  });
  const message = "✅ Kavya Menon ended the interview. How was it?";
  const search = `?feedback=${sampleBooking._id}`;
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
  const user = simulateUser();
  await user.click(await screen.findByRole("radio", { name: /^4/ }));
  await user.type(screen.getByLabelText(/^Overall summary/), "Clear and kind.");
  expect(screen.getByText(message)).toBeDefined();
  await user.click(screen.getByRole("button", { name: /Submit Feedback/ }));
  expect(await screen.findByText("✅ Feedback submitted successfully!")).toBeDefined();
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
});
