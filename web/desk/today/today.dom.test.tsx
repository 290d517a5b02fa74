import type { WorkLine } from "@greenroom/contract/desk/today.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import TodayPage from "../pages/today.tsx";

const calls = serveCallAnswers();
const list = "GET /api/operator/today";
const meera = { _id: "0190a5b8-0000-7000-8000-000000000001", name: "Meera Iyer" };

const refund: WorkLine = {
  kind: "refused-refund",
  subject: "0190a5b8-0000-7000-8000-000000000002",
  since: new Date(Date.now() - 25 * 3_600_000).toISOString(),
  people: [meera],
  startsAt: null,
  detail: "₹499: The balance is too low",
  bookingId: null,
  paymentId: "0190a5b8-0000-7000-8000-000000000003",
  takenBy: null,
};
const taken: WorkLine = {
  ...refund,
  kind: "low-rating",
  subject: meera._id,
  detail: "3.2 over the last 10 ratings",
  takenBy: { ...meera, name: "Vikram Shetty", isMe: false },
};

const answer = (lines: WorkLine[], done: object[] = [], byKind: Record<string, number> = {}) => ({
  body: {
    lines,
    done,
    byKind,
    counts: {
      all: lines.length,
      mine: lines.filter(({ takenBy }) => takenBy?.isMe).length,
      done: done.length,
    },
  },
});

function show() {
  return renderDesk(
    <div data-focus-results>
      <TodayPage />
    </div>,
    { path: "/operator" },
  );
}

const sentBodies = (name: string) => calls.sent.filter((sent) => sent.name === name).map(({ body }) => body);

const closedDay = {
  period: "2026-11-19",
  ...{ revenue: 499, refunds: 99, sessionsSold: 3, sessionsGiven: 0, sessionsUsed: 1, sessionsRefunded: 0 },
  ...{ openSessions: 12, openValue: 1188, slotsOffered: 10, slotsBooked: 4, interviews: 4, completed: 3 },
  ...{ noShowInterviewee: 1, noShowInterviewer: 0, cancelled: 0, feedbackFiles: 2, feedbackHours: 7 },
};
const figures = (rows: object[]) => ({
  "GET /api/operator/figures": { body: { timeZone: "UTC", computedAt: null, payments: 1, rows } },
});

beforeEach(() => {
  calls.set({ ...figures([]), "GET /api/operator/bookings": { body: [] } });
  storeSession({ ...sampleUser, timeZone: "UTC" });
});

describe("Today", () => {
  it("shows today's interviews, with their times and states", async () => {
    const startTime = new Date(Date.now() - 10 * 60_000).toISOString();
    const endTime = new Date(Date.now() + 35 * 60_000).toISOString();
    const person = (name: string) => ({ _id: meera._id, name, email: "one@example.com" });
    const booking = {
      _id: refund.subject,
      startTime,
      endTime,
      status: "pending",
      meeting: null,
      isDisputed: false,
    };
    calls.set({
      [list]: answer([refund]),
      "GET /api/operator/bookings": {
        body: [{ ...booking, interviewee: person("Asha Rao"), interviewer: person("Ravi Shah") }],
      },
    });
    show();
    const strip = within(await screen.findByRole("region", { name: "Interviews today" }));
    const link = strip.getByRole("link", { name: /On now.*Asha Rao with Ravi Shah/ });
    expect(link.getAttribute("href")).toBe(`/operator/bookings/${refund.subject}`);
  });

  it("begins with money and interviews, then what is only to be read", async () => {
    const application: WorkLine = { ...refund, kind: "application", since: "2026-11-01T00:00:00.000Z" };
    calls.set({ [list]: answer([application, refund]) });
    show();
    const headings = await screen.findAllByRole("heading", { level: 2, name: /Refund|Application/ });
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      "Refund refused",
      "Application to interview",
    ]);
  });

  it("offers a decision about an approval, and to the operator who asked, the request", async () => {
    const asked: WorkLine = { ...refund, kind: "approval", paymentId: null };
    const mine = { ...asked, subject: meera._id, people: [{ _id: sampleUser._id, name: "Meera Iyer" }] };
    calls.set({ [list]: answer([asked, mine]) });
    show();
    const links = await screen.findAllByRole("link", { name: /request|Approve/ });
    expect(links.map(({ textContent }) => textContent)).toEqual(["Approve or decline", "See your request"]);
  });

  it("tells what waits and since when, with the next step", async () => {
    calls.set({ [list]: answer([refund, taken]) });
    show();
    const [first] = await screen.findAllByRole("listitem");
    const line = within(first as HTMLElement);
    expect(line.getByRole("heading", { name: "Refund refused" })).toBeDefined();
    expect(line.getByText("25 h")).toBeDefined();
    expect(line.getByRole("link", { name: /Retry the refund/ }).getAttribute("href")).toBe(
      `/operator/money/payments/${refund.paymentId}`,
    );
    expect(screen.getByText("2 items are waiting, the oldest for 25 h.")).toBeDefined();
  });

  it("takes a line, and says who was faster", async () => {
    calls.set({
      [list]: answer([refund]),
      "POST /api/operator/today/lines/take": {
        status: 409,
        body: { code: "conflict", msg: "Vikram has taken this.", requestId: "1" },
      },
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /^Take: Refund refused/ }));
    expect(await screen.findByText(/Vikram has taken this/)).toBeDefined();
    expect(sentBodies("POST /api/operator/today/lines/take")).toEqual([
      { kind: refund.kind, subject: refund.subject },
    ]);
  });

  it("finishes a line with a note and the time that was seen, and shows it under done with an undo", async () => {
    const done = {
      kind: refund.kind,
      subject: refund.subject,
      note: "Called them",
      doneBy: { ...meera, isMe: true },
    };
    calls.set({
      [list]: [answer([refund]), answer([], [{ ...done, doneAt: new Date().toISOString() }])],
      "POST /api/operator/today/lines/done": { status: 204, body: null },
      "POST /api/operator/today/lines/reopen": { status: 204, body: null },
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /^Done: Refund refused/ }));
    await user.type(await screen.findByLabelText(/^Note/), "Called them");
    expect(document.activeElement).toBe(screen.getByLabelText(/^Note/));
    await user.click(screen.getByRole("button", { name: "Mark as done" }));
    await screen.findByRole("heading", { name: "Nothing is waiting" });
    const notice = await screen.findByText(/Done: Refund refused\./);
    await waitFor(() => expect(document.activeElement).toBe(notice));
    expect(sentBodies("POST /api/operator/today/lines/done")).toEqual([
      { kind: refund.kind, subject: refund.subject, since: refund.since, note: "Called them" },
    ]);
    await user.click(screen.getByRole("button", { name: "Done 1" }));
    expect(await screen.findByText(/You, .*“Called them”/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Undo: Refund refused" }));
    await waitFor(() => expect(sentBodies("POST /api/operator/today/lines/reopen")).toHaveLength(1));
  });

  it("undoes a finished line from the notice", async () => {
    calls.set({
      [list]: [answer([refund]), answer([]), answer([refund])],
      "POST /api/operator/today/lines/done": { status: 204, body: null },
      "POST /api/operator/today/lines/reopen": { status: 204, body: null },
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /^Done: Refund refused/ }));
    await user.click(await screen.findByRole("button", { name: "Mark as done" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText(/Refund refused is waiting again/)).toBeDefined();
    expect(sentBodies("POST /api/operator/today/lines/reopen")).toHaveLength(1);
  });

  it("shows the facts of the chosen line with its next step", async () => {
    calls.set({ [list]: answer([refund, taken]) });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Refund refused" }));
    const panel = within(await screen.findByRole("dialog", { name: "Refund refused" }));
    expect(panel.getByRole("link", { name: "Meera Iyer" }).getAttribute("href")).toBe(
      `/operator/people/${meera._id}`,
    );
    expect(panel.getByText("₹499: The balance is too low")).toBeDefined();
    expect(panel.getByRole("link", { name: /Retry the refund/ })).toBeDefined();
    expect(calls.sent.some(({ name }) => name.startsWith("GET /api/operator/people"))).toBe(false);
  });

  it("tells how many more of a kind wait than are listed", async () => {
    calls.set({ [list]: answer([refund], [], { "refused-refund": 31, application: 200 }) });
    show();
    expect(await screen.findByText(/Refund refused: and 30 more/)).toBeDefined();
    expect(screen.getByText(/Application to interview: and at least 200 more/)).toBeDefined();
  });

  it("has the closed days at a glance", async () => {
    calls.set({ [list]: answer([]), ...figures([closedDay]) });
    show();
    const strip = within(await screen.findByRole("region", { name: "The last four weeks" }));
    for (const text of ["₹499", "₹99 refunded", "12", "40%", "25.0%", "7.0 h"]) {
      expect(strip.getByText(text)).toBeDefined();
    }
    expect(strip.getByText(/^19 Nov, without today\./)).toBeDefined();
  });

  it("names the first and the last closed day", async () => {
    calls.set({ [list]: answer([]), ...figures([{ ...closedDay, period: "2026-11-18" }, closedDay]) });
    show();
    expect(await screen.findByText(/^18\s?–\s?19 Nov, without today\./)).toBeDefined();
  });

  it("does not let a line be finished that another operator has taken", async () => {
    calls.set({ [list]: answer([taken]) });
    const { user } = show();
    const button = await screen.findByRole("button", { name: /^Done: Rating is low/ });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    expect(screen.queryByLabelText(/^Note/)).toBeNull();
  });

  it("says what is empty, and offers another try after a failure", async () => {
    calls.set({ [list]: [{ status: 403, body: { code: "forbidden", msg: "No." } }, answer([])] });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /try again/i }));
    expect(await screen.findByRole("heading", { name: "Nothing is waiting" })).toBeDefined();
  });
});
