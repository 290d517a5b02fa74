import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import BookingPage from "../pages/bookings/booking.tsx";

const calls = serveCallAnswers();
const id = "0190a5b8-0000-7000-8000-000000000001";
const load = `GET /api/operator/bookings/${id}`;
const state = `GET /api/operator/bookings/${id}/move-proposal`;
const slots = `GET /api/operator/bookings/${id}/offered-slots`;
const withdrawal = `POST /api/operator/bookings/${id}/move-proposal/withdrawal`;
const person = (name: string) => ({ _id: `id of ${name}`, name, email: `${name}@b.example` });
const [before, after] = ["2027-11-26T02:15:00.000Z", "2027-11-27T07:00:00.000Z"];
const proposal = {
  ...{ _id: "0190a5b8-0000-7000-8000-000000000002", state: "open", acceptedBy: [] as string[] },
  ...{ declinedBy: null, fromTime: before, startTime: after, endTime: after, reason: "Kavya is traveling." },
  ...{ proposedAt: "2027-11-24T00:30:00.000Z", expiresAt: before },
};
const attendance = { interviewee: [], interviewer: [] };
const booking = (change: object = {}) => ({
  body: {
    ...{ _id: id, startTime: before, endTime: before, status: "pending", meeting: "room", isDisputed: false },
    ...{ interviewee: person("Meera"), interviewer: person("Kavya"), bookedAt: "2027-11-20T00:30:00.000Z" },
    ...{ completedAt: null, cancellation: null, moves: [], session: null, earning: null, rating: null },
    ...{
      feedbackFileAt: null,
      remediedAt: null,
      reports: [],
      unclear: null,
      attendance,
      moveProposal: proposal,
    },
    ...change,
  },
});
const asked = (change: object = {}) => {
  const { _id, state: now, acceptedBy, declinedBy } = proposal;
  return { body: { proposal: { _id, state: now, acceptedBy, declinedBy, ...change } } };
};
const countOf = (call: string) => calls.sent.filter(({ name }) => name === call).length;
const preview = {
  body: { lines: [{ label: "Effect", text: "It stays" }], typedConfirmation: null, version: "1" },
};

beforeEach(() => {
  storeSession(sampleUser);
  calls.set({ "GET /api/operator/access": { body: { level: "support", timeZone: "Asia/Kolkata" } } });
  // Answers that somebody else gives are asked for at an interval.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"], shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const show = () =>
  renderDesk(<BookingPage />, { path: `/operator/bookings/${id}`, route: "/operator/bookings/:id" });

describe("a booking's page with an open proposal", () => {
  it("follows an acceptance without reading the booking's data", async () => {
    calls.set({ [load]: booking(), [state]: [asked(), asked({ acceptedBy: ["interviewer"] })] });
    show();
    await screen.findByText("Waiting for both");
    await waitFor(() => expect(countOf(state)).toBe(1));
    await vi.advanceTimersByTimeAsync(10_000);
    await screen.findByText("Waiting for the interviewee");
    expect(screen.getByText("Accepted")).toBeDefined();
    expect(countOf(load)).toBe(1);
  });

  it("shows the new time after both have accepted, and asks no more", async () => {
    const acceptedBy = ["interviewee", "interviewer"];
    const moved = { ...proposal, state: "moved", acceptedBy };
    calls.set({
      [load]: [booking(), booking({ startTime: after, moveProposal: moved })],
      [state]: [asked(), asked({ state: "moved", acceptedBy })],
    });
    show();
    await screen.findByRole("heading", { name: "26 Nov 2027, 07:45" });
    await waitFor(() => expect(countOf(state)).toBe(1));
    await vi.advanceTimersByTimeAsync(10_000);
    await screen.findByRole("heading", { name: "27 Nov 2027, 12:30" });
    expect(screen.getByText("Moved")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Withdraw the proposal" })).toBeNull();
    const count = countOf(state);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(countOf(state)).toBe(count);
  });

  it("takes back the sentence about the question once it is answered", async () => {
    const msg = "Both are asked by email.";
    const path = state.replace("GET", "POST");
    calls.set({
      [load]: [
        booking({ moveProposal: null }),
        booking(),
        booking({ moveProposal: { ...proposal, state: "declined", declinedBy: "interviewer" } }),
      ],
      [state]: [asked(), asked({ state: "declined", declinedBy: "interviewer" })],
      [slots]: { body: [{ startTime: after, endTime: after }] },
      [`${path}/preview`]: preview,
      [path]: { body: { msg, proposalId: proposal._id } },
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Propose another time" }));
    await user.type(await screen.findByLabelText(/^Reason/), "She is away");
    await user.click(screen.getByRole("button", { name: "Ask both" }));
    await screen.findByText(msg);
    await screen.findByText("Waiting for both");
    await waitFor(() => expect(countOf(state)).toBe(1));
    await vi.advanceTimersByTimeAsync(10_000);
    await screen.findAllByText("Declined");
    await waitFor(() => expect(screen.queryByText(msg)).toBeNull());
  });

  it("says that it shows an older state when the confirmation has run out meanwhile", async () => {
    calls.set({
      [load]: [
        booking(),
        { status: 403, body: { code: "confirmation_required", msg: "Confirm that it is you." } },
      ],
      [state]: [asked(), asked({ state: "declined", declinedBy: "interviewee" })],
    });
    show();
    await waitFor(() => expect(countOf(state)).toBe(1));
    await vi.advanceTimersByTimeAsync(10_000);
    await screen.findAllByText("Declined");
    await screen.findByText(/This page may be out of date/);
    expect(screen.getByRole("button", { name: "Confirm" })).toBeDefined();
  });

  it("stops asking a server that does not answer", async () => {
    calls.set({ [load]: booking(), [state]: { status: 404, body: { code: "not_found", msg: "None" } } });
    show();
    await waitFor(() => expect(countOf(state)).toBe(1));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(countOf(state)).toBe(1);
    expect(screen.getByText("Waiting for both")).toBeDefined();
  });

  it("withdraws the proposal that it shows, and no later one", async () => {
    calls.set({
      [load]: [booking(), booking({ moveProposal: { ...proposal, state: "withdrawn" } })],
      [state]: asked(),
      [`${withdrawal}/preview`]: preview,
      [withdrawal]: { body: { msg: "The proposal is withdrawn." } },
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Withdraw the proposal" }));
    await user.type(await screen.findByLabelText(/^Reason/), "She is back");
    await user.click(screen.getByRole("button", { name: "Withdraw it" }));
    await screen.findByText("The proposal is withdrawn.");
    expect(calls.sent.find(({ name }) => name === withdrawal)?.body).toEqual({
      replaces: proposal._id,
      version: "1",
      reason: "She is back",
    });
  });
});

describe("a booking's page without an open proposal", () => {
  it("asks nothing", async () => {
    calls.set({ [load]: booking({ moveProposal: null }), [state]: asked() });
    show();
    await screen.findByRole("button", { name: "Propose another time" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(countOf(state)).toBe(0);
  });

  it("asks for a confirmation in words about proposing when it is needed to propose", async () => {
    calls.set({
      [load]: booking({ moveProposal: null }),
      [slots]: { status: 403, body: { code: "confirmation_required", msg: "Confirm that it is you." } },
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Propose another time" }));
    await screen.findByText(/^To propose another time, give your password and second factor\./);
    expect(screen.queryByText(/This page shows personal data/)).toBeNull();
  });
});
