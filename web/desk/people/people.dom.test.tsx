import type { OperatorPerson } from "@greenroom/contract/desk/people.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk, samplePerson } from "../desk.testing.tsx";
import PeoplePage from "../pages/people.tsx";
import PersonPage from "../pages/person.tsx";
import { PersonActions } from "./person-actions.tsx";
import { PersonFigures } from "./person-summary.tsx";

const calls = serveCallAnswers();
const { _id: id } = samplePerson;
const person = samplePerson;

const path = `/api/operator/people/${id}`;
const previewOf = (text: string) => ({
  body: { lines: [{ label: "Sessions", text }], typedConfirmation: null, version: text },
});

beforeEach(() => {
  storeSession(sampleUser);
});

function show(level: "support" | "owner", shown = person) {
  return renderDesk(<PersonActions person={shown} level={level} />);
}

describe("the actions on a person", () => {
  it("follow level and state", async () => {
    show("support", { ...person, isBlocked: true, signIns: 0 });
    const names = (await screen.findAllByRole("button")).map(({ textContent }) => textContent);
    expect(names).toEqual(["See as Meera", "Grant sessions", "Edit details", "Unblock"]);
  });

  it("grant what the preview of the chosen number says", async () => {
    calls.set({
      [`POST ${path}/grant-sessions/preview`]: [previewOf("1 added"), previewOf("3 added")],
      [`POST ${path}/grant-sessions`]: { body: { msg: "Meera Iyer has 5 sessions now." } },
    });
    const { user } = show("owner");
    await user.click(await screen.findByRole("button", { name: "Grant sessions" }));
    await screen.findByText("1 added");
    const number = screen.getByLabelText(/^Sessions/);
    await user.tripleClick(number);
    await user.keyboard("3");
    await screen.findByText("3 added");
    await user.type(screen.getByLabelText(/^Reason/), "The room froze twice");
    await user.click(screen.getByRole("button", { name: "Grant sessions" }));
    await screen.findByText("Meera Iyer has 5 sessions now.");
    expect(calls.sent.find(({ name }) => name === `POST ${path}/grant-sessions`)?.body).toEqual({
      sessions: 3,
      reason: "The room froze twice",
      version: "3 added",
    });
  });

  it("change details after showing what changes", async () => {
    calls.set({
      [`POST ${path}/details/preview`]: [previewOf("Nothing yet"), previewOf("Iyer → Rao")],
      [`POST ${path}/details`]: { body: { msg: "The details are changed." } },
    });
    const { user } = show("support");
    await user.click(await screen.findByRole("button", { name: "Edit details" }));
    await screen.findByText("Nothing yet");
    const lastName = screen.getByLabelText(/^Last name/);
    await user.tripleClick(lastName);
    await user.paste("Rao");
    await screen.findByText("Iyer → Rao");
    await user.type(screen.getByLabelText(/^Reason/), "She married");
    await user.click(screen.getByRole("button", { name: "Change" }));
    await screen.findByText("The details are changed.");
    const { firstName, mobileNumber } = person;
    expect(calls.sent.at(-1)?.body).toMatchObject({ firstName, lastName: "Rao", mobileNumber });
  });

  it("open what the person sees in a tab of its own, after a reason", async () => {
    calls.set({
      [`POST ${path}/see-as`]: { body: { code: "code-of-this-tab" } },
    });
    const { user } = show("support");
    await user.click(await screen.findByRole("button", { name: "See as Meera" }));
    await user.type(await screen.findByLabelText(/^Reason/), "They see no slots");
    await user.click(screen.getByRole("button", { name: "Start" }));
    const link = await screen.findByRole("link", { name: "Open Meera's view" });
    expect(link.getAttribute("href")).toBe("/see-as#code=code-of-this-tab");
    expect(link.getAttribute("rel")).toBe("noopener");
  });
});

describe("the page of an interviewer", () => {
  const interviewer: OperatorPerson = {
    ...{ ...person, role: "interviewer", paidRupees: 0, rating: 4.5, ratings: 2, dueRupees: 400 },
    interviewing: { earnedRupees: 1500.5, paidOutRupees: 1100.5, completed: 7, punctuality: 0.875 },
  };

  it("leads with what they earned, and not with what a buyer paid", () => {
    renderScreen(<PersonFigures person={interviewer} />);
    const figures = screen.getAllByRole("term").map((term) => {
      const value = term.nextElementSibling?.textContent;
      return `${term.textContent}: ${value}`;
    });
    expect(figures).toEqual([
      ...["Earned: ₹1,500.50", "Due for payout: ₹400.00", "Paid out: ₹1,100.50"],
      ...["Rating: 4.5", "On time: 88%", "Interviews: 7"],
    ]);
  });

  it("leads to a day of theirs, to cancel it", async () => {
    show("support", interviewer);
    const link = await screen.findByRole("link", { name: "Cancel a day" });
    expect(link.getAttribute("href")).toBe(
      "/operator/bookings?person=meera%40greenroom.example&status=pending",
    );
  });
});

it("says how long a confirmation lasts where it asks for one", async () => {
  calls.set({
    "GET /api/operator/people/%3Aid": {
      status: 403,
      body: { code: "confirmation_required", msg: "Confirm with your password and second factor." },
    },
  });
  const { user } = renderDesk(<PersonPage />, { path: "/operator/people/:id" });
  await screen.findByText(/You won’t be asked again for 10 minutes, or for 4 hours to read/);
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  expect((await screen.findByRole("dialog")).textContent).toContain(
    "You won’t be asked again for 10 minutes",
  );
});

it("a role is changed after typing the address", async () => {
  const withTypedAddress = (text: string) => ({
    body: { ...previewOf(text).body, typedConfirmation: person.email },
  });
  calls.set({
    [`POST ${path}/role/preview`]: [
      withTypedAddress("becomes an interviewer"),
      withTypedAddress("becomes an operator (support)"),
    ],
    [`POST ${path}/role`]: { body: { msg: "Now an operator.", approvalId: null, undo: null } },
  });
  const { user } = show("owner");
  await user.click(await screen.findByRole("button", { name: "Change role" }));
  await screen.findByText("becomes an interviewer");
  await user.selectOptions(screen.getByLabelText("Role"), "support");
  await screen.findByText("becomes an operator (support)");
  await user.type(screen.getByLabelText(/^Reason/), "Joins the team");
  await user.type(screen.getByLabelText(/^Type meera@/), person.email);
  await user.click(screen.getByRole("button", { name: "Change role" }));
  await screen.findByText("Now an operator.");
  expect(calls.sent.at(-1)?.body).toMatchObject({ role: "support", typed: person.email });
});

describe("the page of a person who does not exist", () => {
  it("says so, and offers no other try", async () => {
    calls.set({
      "GET /api/operator/people/%3Aid": {
        status: 404,
        body: { code: "not_found", msg: "There is no such person." },
      },
    });
    renderDesk(<PersonPage />, { path: "/operator/people/:id" });
    expect(await screen.findByRole("heading", { name: "Not found" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /try again/i })).toBeNull();
  });
});

describe("the search of people", () => {
  const filters = () => screen.findByRole("button", { name: /filters/i });
  const showPeople = (query: string) => {
    calls.set({ "GET /api/operator/people": { body: [] } });
    renderDesk(<PeoplePage />, { path: `/operator/people?${query}` });
  };

  it("finds while one types, without Enter", async () => {
    calls.set({ "GET /api/operator/people": { body: [] } });
    const { user } = renderDesk(<PeoplePage />, { path: "/operator/people" });
    await user.type(await screen.findByLabelText("Person"), "iyer");
    await waitFor(() => expect(calls.sent.at(-1)?.query).toMatchObject({ q: "iyer" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Person"));
  });

  it("opens the filters if one of them is set", async () => {
    showPeople("q=farah&role=interviewer");
    expect((await filters()).getAttribute("aria-expanded")).toBe("true");
  });
});
