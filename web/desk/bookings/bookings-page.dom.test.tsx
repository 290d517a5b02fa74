import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import BookingsPage from "../pages/bookings/bookings.tsx";
import PersonPage from "../pages/person.tsx";

const calls = serveCallAnswers();
const list = "GET /api/operator/bookings";
const cancellation = "POST /api/operator/bookings/cancellation";
const person = (name: string) => ({ _id: `id of ${name}`, name, email: `${name}@b.example` });
const booking = (id: string, status: string, interviewer = person("Kavya")) => ({
  _id: id,
  startTime: "2026-11-24T04:30:00.000Z",
  endTime: "2026-11-24T05:15:00.000Z",
  status,
  interviewee: person("Ravi"),
  interviewer,
  meeting: "room",
  isDisputed: false,
});
const previewOf = (text: string, typedConfirmation: string | null = null) => ({
  body: { lines: [{ label: "Effect", text }], typedConfirmation, version: text },
});
const sentTo = (name: string) => calls.sent.filter((sent) => sent.name === name);

beforeEach(() => {
  storeSession(sampleUser);
  calls.set({
    "GET /api/operator/closed-days": { body: [] },
    [list]: {
      body: [booking("first", "pending"), booking("second", "cancelled"), booking("third", "pending")],
    },
    [`${cancellation}/preview`]: previewOf("2 go back"),
  });
});

const show = (query: string) => renderDesk(<BookingsPage />, { path: `/operator/bookings?${query}` });

describe("canceling a day", () => {
  it("takes what is upcoming on it, and names what became of each", async () => {
    const outcomes = ["first", "third"].map((_id) => ({ _id, label: `The ${_id}`, text: "Canceled." }));
    calls.set({
      [`${cancellation}/preview`]: previewOf("2 go back", "CANCEL 2"),
      [cancellation]: { body: { msg: "2 are canceled.", approvalId: null, outcomes, undo: null } },
    });
    const { user } = show("day=2026-11-24&person=kavya");
    await user.click(await screen.findByRole("button", { name: "Select all 2" }));
    expect(screen.getAllByRole("checkbox")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Cancel them" }));
    await screen.findByText("2 go back");
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^Also close the free/ }).checked).toBe(
      true,
    );
    await user.type(screen.getByLabelText(/^Reason/), "She fell ill");
    await user.type(screen.getByLabelText(/^Type CANCEL 2/), "CANCEL 2");
    await user.click(screen.getByRole("button", { name: "Cancel them all" }));
    await screen.findByText("2 are canceled.");
    expect((await screen.findByRole("link", { name: "The third" })).getAttribute("href")).toBe(
      "/operator/bookings/third",
    );
    expect(sentTo(cancellation)[0]?.body).toMatchObject({
      bookingIds: ["first", "third"],
      closesDays: true,
    });
    expect(screen.queryByText("2 selected")).toBeNull();
  });

  it.each<[string, string[]]>([
    ["one interview", ["Kavya"]],
    ["two interviewers", ["Kavya", "Arjun"]],
  ])("leaves the day open by default for %s", async (_what, names) => {
    calls.set({ [list]: { body: names.map((name) => booking(name, "pending", person(name))) } });
    const { user } = show("day=2026-11-24");
    for (const name of names)
      await user.click(await screen.findByRole("checkbox", { name: `Select Ravi with ${name}` }));
    await user.click(screen.getByRole("button", { name: /^Cancel (it|them)$/ }));
    const choice = await screen.findByRole<HTMLInputElement>("checkbox", { name: /^Also close/ });
    expect(choice.checked).toBe(false);
    await user.click(choice);
    await waitFor(() =>
      expect(sentTo(`${cancellation}/preview`).at(-1)?.body).toMatchObject({ closesDays: true }),
    );
  });
});

it("disputed bookings are found by their state, and a day begins with its earliest one", async () => {
  show("status=disputed&day=2026-11-24");
  await waitFor(() =>
    expect(sentTo(list)[0]?.query).toMatchObject({
      ...{ disputed: "true", order: "earliest" },
      ...{ from: "2026-11-23T18:30:00.000Z", to: "2026-11-24T18:30:00.000Z" },
    }),
  );
});

describe("days that operators closed", () => {
  const kavya = { _id: "0190a5b8-0000-7000-8000-000000000001", name: "Kavya Nair", email: "kavya@b.example" };
  const closed = { _id: "off", day: "2026-11-25", timeZone: "Asia/Kolkata", interviewer: kavya };
  const closedDays = "GET /api/operator/closed-days";
  const reopening = "POST /api/operator/closed-days/reopening";
  const button = { name: "Open the day again for Kavya Nair, Wed 25 Nov" };
  const msg = "The day off has ended. 2 free times can be booked again. The interviews stay canceled.";

  it("are marked on their day and opened again after a preview", async () => {
    calls.set({
      [closedDays]: [{ body: [closed] }, { body: [] }],
      [`${reopening}/preview`]: previewOf("It ends."),
      [reopening]: { body: { msg } },
    });
    const { user } = show("day=2026-11-25");
    const section = within(await screen.findByRole("region", { name: "Closed by us on this day" }));
    expect(section.getByRole("link", { name: "Kavya Nair" }).getAttribute("href")).toBe(
      `/operator/people/${kavya._id}`,
    );
    await user.click(screen.getByRole("button", button));
    await screen.findByText("It ends.");
    await user.type(screen.getByLabelText(/^Reason/), "She is well again");
    await user.click(screen.getByRole("button", { name: "Open it again" }));
    await screen.findByText(msg);
    await waitFor(() => expect(screen.queryByRole("button", button)).toBeNull());
    expect(sentTo(reopening)[0]?.body).toMatchObject({ daysOff: ["off"] });
  });

  it("name their zone if it is not the desk's", async () => {
    calls.set({ [closedDays]: { body: [{ ...closed, timeZone: "America/New_York" }] } });
    show("day=2026-11-25");
    expect(await screen.findByRole("button", { name: `${button.name} (EST)` })).toBeTruthy();
  });

  it("are marked on the interviewer's page", async () => {
    calls.set({
      [closedDays]: { body: [closed] },
      "GET /api/operator/people/%3Aid": {
        body: {
          ...{ ...kavya, firstName: "Kavya", lastName: "Nair", role: "interviewer", isOperator: false },
          ...{ isBlocked: false, isDeleted: false, operatorLevel: null, mobileNumber: "", timeZone: null },
          ...{ joinedAt: "2026-11-20T06:30:00.000Z", paidRupees: 0, refundedRupees: 0, sessionsLeft: 0 },
          ...{ sessionsGranted: 0, rating: null, ratings: 0, dueRupees: 0, deductedRupees: 0, signIns: 1 },
          ...{ interviewing: null, mailRefusal: null, mentorPage: null },
        },
      },
      [`GET /api/operator/people/${kavya._id}/timeline`]: { body: [] },
      "GET /api/operator/access": { body: { level: "owner" } },
    });
    renderDesk(<PersonPage />, { path: "/operator/people/:id" });
    await screen.findByRole("heading", { name: "Days closed by us" });
    expect(screen.getByRole("button", button)).toBeTruthy();
    // The page would link to itself.
    expect(screen.queryByRole("link", { name: "Kavya Nair" })).toBeNull();
  });

  it("are not passed over in silence when they cannot be loaded", async () => {
    calls.set({ [closedDays]: { status: 400, body: { msg: "Too many.", code: "invalid_input" } } });
    show("day=2026-11-25");
    await screen.findByText(/The closed days are missing here/);
  });
});
