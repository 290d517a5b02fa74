import type { BookingDay } from "@greenroom/contract/desk/bookings.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import BookingsPage from "../pages/bookings/bookings.tsx";
import { isDay, mondayOf, shiftDay } from "./week-view.tsx";

const calls = serveCallAnswers();
const load = "GET /api/operator/bookings/week";
const person = (name: string) => ({ _id: `id of ${name}`, name, email: `${name}@b.example` });
const booking = (id: string, startTime: string, change: object = {}) => ({
  ...{
    _id: id,
    startTime,
    endTime: startTime,
    status: "pending" as const,
    meeting: "room",
    isDisputed: false,
  },
  ...{ interviewee: person("Ravi"), interviewer: person("Kavya") },
  ...change,
});
/** The week of Tuesday 24 November 2026, with these bookings by day. */
const weekOf = (bookings: Record<string, BookingDay["bookings"]>, more?: string): BookingDay[] =>
  Array.from({ length: 7 }, (_, at) => shiftDay("2026-11-23", at)).map((day) => ({
    ...{ day, bookings: bookings[day] ?? [], hasMore: day === more },
  }));
const week = weekOf(
  {
    "2026-11-24": [
      booking("first", "2026-11-24T04:30:00.000Z", { status: "completed" }),
      booking("second", "2026-11-24T12:30:00.000Z", { isDisputed: true }),
    ],
    "2026-11-26": [booking("third", "2026-11-26T12:30:00.000Z", { status: "cancelled" })],
  },
  "2026-11-24",
);

beforeEach(() => {
  storeSession(sampleUser);
  calls.set({ [load]: { body: week } });
});

const show = (query = "day=2026-11-24&person=kavya") =>
  renderDesk(<BookingsPage />, { path: `/operator/bookings?view=week&${query}` });
const column = async (name: RegExp) => {
  const item = (await screen.findByRole("heading", { level: 3, name })).closest("li");
  if (item === null) throw new Error(`no column ${name}`);
  return within(item);
};

describe("the week of bookings", () => {
  it("has a column for each day, with each booking's time, people and state", async () => {
    show();
    expect(await screen.findByRole("heading", { name: "23 – 29 November 2026" })).toBeDefined();
    expect(await screen.findAllByRole("heading", { level: 3 })).toHaveLength(7);
    const tuesday = await column(/^Tue 24 Nov · 2\+/);
    const links = tuesday.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links[1]).toEqual(["10:00Kavyawith RaviCompleted", "/operator/bookings/first"]);
    expect(links[2]).toEqual(["18:00Kavyawith RaviDisputed", "/operator/bookings/second"]);
    expect((await column(/^Thu 26 Nov/)).getByText("Canceled")).toBeDefined();
    expect((await column(/^Mon 23 Nov/)).getByText("None")).toBeDefined();
  });

  it("leads to the view of a day with the same person, and says when the day has more", async () => {
    show();
    const tuesday = await column(/^Tue 24 Nov/);
    const to = "/operator/bookings?day=2026-11-24&person=kavya";
    expect(tuesday.getByRole("link", { name: /open the day/ }).getAttribute("href")).toBe(to);
    expect(tuesday.getByRole("link", { name: "See the whole day" }).getAttribute("href")).toBe(to);
  });

  it("moves by weeks, and keeps the person", async () => {
    const { user } = show();
    await screen.findByRole("heading", { name: "23 – 29 November 2026" });
    await user.click(screen.getByRole("button", { name: "Next week" }));
    expect(await screen.findByRole("heading", { name: "30 November – 6 December 2026" })).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Person").value).toBe("kavya");
    await waitFor(() => expect(calls.sent.filter(({ name }) => name === load)).toHaveLength(2));
  });

  it("lets a phone choose one of its days, with the number of bookings", async () => {
    const { user } = show();
    const days = within(await screen.findByRole("group", { name: "Day" }));
    expect(days.getByRole("button", { pressed: true }).textContent).toBe("Tue242+ bookings");
    await user.click(days.getByRole("button", { name: /Thu/ }));
    await waitFor(() => expect(days.getByRole("button", { pressed: true }).textContent).toContain("Thu"));
    expect(calls.sent.filter(({ name }) => name === load)).toHaveLength(1);
  });

  it("says that it loads, that nothing is there, and what failed", async () => {
    calls.set({ [load]: "hang" });
    const { unmount } = show();
    expect(await screen.findByText("Loading the week…")).toBeDefined();
    unmount();
    calls.set({ [load]: { body: weekOf({}) } });
    const empty = show();
    expect(await screen.findByRole("heading", { name: "No bookings in this week" })).toBeDefined();
    empty.unmount();
    calls.set({ [load]: { status: 400, body: { code: "invalid_input", msg: "Type more of the name." } } });
    const refused = show();
    expect(await screen.findByText("Type more of the name.")).toBeDefined();
    // The same name would be refused again.
    expect(screen.queryByRole("button", { name: /try again/i })).toBeNull();
    refused.unmount();
    calls.set({ [load]: { status: 503, body: { code: "unavailable", msg: "Please try again." } } });
    show();
    expect(await screen.findByRole("button", { name: /try again/i })).toBeDefined();
  });

  it("shows the current week for an address without a day", async () => {
    show("day=soon");
    expect(await screen.findByRole("heading", { level: 2, name: /\d{4}$/ })).toBeDefined();
  });
});

describe("days", () => {
  it.each([
    ["2026-11-23", "2026-11-23"],
    ["2026-11-29", "2026-11-23"],
    ["2027-01-01", "2026-12-28"],
  ])("the week of %s begins on %s", (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });

  it.each([[undefined], ["soon"], ["2026-13-01"], ["2026-11-20T00:00"]])("%s is no day", (text) => {
    expect(isDay(text)).toBe(false);
  });
});
