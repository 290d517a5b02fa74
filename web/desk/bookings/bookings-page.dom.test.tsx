import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import BookingsPage from "../pages/bookings/bookings.tsx";

const calls = serveCallAnswers();
const person = (name: string) => ({ _id: `id of ${name}`, name, email: `${name}@b.example` });
const booking = (id: string, status: string) => ({
  _id: id,
  startTime: "2026-11-24T04:30:00.000Z",
  endTime: "2026-11-24T05:15:00.000Z",
  status,
  interviewee: person("Ravi"),
  interviewer: person("Kavya"),
  meeting: "room",
  isDisputed: false,
});
const previewCall = "POST /api/operator/bookings/cancellation/preview";

beforeEach(() => {
  storeSession(sampleUser);
  calls.set({
    "GET /api/operator/bookings": {
      body: [booking("first", "pending"), booking("second", "cancelled"), booking("third", "pending")],
    },
    [previewCall]: {
      body: { lines: [{ label: "Sessions", text: "2 go back" }], typedConfirmation: null, version: "1" },
    },
  });
});

const renderPage = (query: string) => renderDesk(<BookingsPage />, { path: `/operator/bookings?${query}` });

it("offers to cancel what is upcoming on a person's day, whatever else the day has", async () => {
  const { user } = renderPage("view=day&day=2026-11-24&person=kavya");
  await user.click(await screen.findByRole("button", { name: "Cancel all 2 upcoming" }));
  await screen.findByText("2 go back");
  await waitFor(() =>
    expect(calls.sent.find(({ name }) => name === previewCall)?.body).toEqual({
      bookingIds: ["first", "third"],
      closesDays: true,
    }),
  );
});

it("asks for the interviewer if the filter's text fits two of them", async () => {
  const asha = { ...person("Asha"), email: "asha@firm.co" };
  const ashaRao = { ...person("Asha Rao"), email: "asha@firm.com" };
  calls.set({
    "GET /api/operator/bookings": {
      body: [
        { ...booking("first", "pending"), interviewer: asha },
        { ...booking("second", "pending"), interviewer: ashaRao },
      ],
    },
  });
  const { user } = renderPage("view=day&day=2026-11-24&person=asha%40firm.co");
  await user.selectOptions(await screen.findByLabelText("Cancel an interviewer's day"), "Asha (1 upcoming)");
  expect(screen.queryByRole("button", { name: /Cancel all/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancel their day" }));
  await waitFor(() =>
    expect(calls.sent.find(({ name }) => name === previewCall)?.body).toMatchObject({
      bookingIds: ["first"],
    }),
  );
});

it("cancels the day of an interviewer who is chosen from those of that day", async () => {
  calls.set({
    "GET /api/operator/bookings": {
      body: [
        booking("first", "pending"),
        { ...booking("second", "pending"), interviewer: person("Arjun") },
        booking("third", "pending"),
        booking("fourth", "cancelled"),
      ],
    },
  });
  const { user } = renderPage("view=day&day=2026-11-24");
  const choice = await screen.findByLabelText("Cancel an interviewer's day");
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Cancel their day" });
  expect([...choice.children].map(({ textContent }) => textContent)).toEqual([
    "Choose an interviewer",
    "Kavya (2 upcoming)",
    "Arjun (1 upcoming)",
  ]);
  expect(button.disabled).toBe(true);
  await user.selectOptions(choice, "Kavya (2 upcoming)");
  await user.click(button);
  await waitFor(() =>
    expect(calls.sent.find(({ name }) => name === previewCall)?.body).toEqual({
      bookingIds: ["first", "third"],
      closesDays: true,
    }),
  );
});
