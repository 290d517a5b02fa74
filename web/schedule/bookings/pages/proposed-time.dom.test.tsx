import type { OwnMoveProposal } from "@greenroom/contract/schedule/move-proposals.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import ProposedTimePage from "./proposed-time.tsx";

const calls = serveCallAnswers();
const bookingId = "0190a5b8-0000-7000-8000-00000000000b";
const load = `GET /api/bookings/${bookingId}/move-proposal`;
const answer = `POST /api/bookings/${bookingId}/move-proposal/answer`;
const open: OwnMoveProposal = {
  ...{ _id: "0190a5b8-0000-7000-8000-000000000001", state: "open", acceptedBy: [], declinedBy: null },
  ...{ fromTime: "2026-11-24T12:30:00.000Z", startTime: "2026-11-25T13:30:00.000Z" },
  ...{ endTime: "2026-11-25T14:15:00.000Z", reason: "Kavya is traveling." },
  ...{ proposedAt: "2026-11-20T06:30:00.000Z", expiresAt: "2026-11-22T06:30:00.000Z" },
  ...{ party: "interviewee", otherName: "Kavya Menon" },
};

function signIn(role: "interviewee" | "interviewer" = "interviewee") {
  storeSession({ ...sampleUser, role });
}
beforeEach(() => signIn());

/** Shows the page with these answers to its loads, one after the other. */
function show(...states: Partial<OwnMoveProposal>[]) {
  calls.set({ [load]: states.map((state) => ({ body: { ...open, ...state } })) });
  return render();
}
const render = () =>
  renderScreen(<ProposedTimePage />, {
    path: `/interviewee-dashboard/proposed-time/${bookingId}`,
    route: "/interviewee-dashboard/proposed-time/:id",
  });
const toneOf = (text: string | RegExp) => screen.getByText(text, { selector: "[data-tone]" }).dataset.tone;
const rows = () =>
  screen.getAllByRole("term").map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

describe("an open proposal", () => {
  it("names both times, the reason and the answers so far, with an offer to accept or decline", async () => {
    show({ acceptedBy: ["interviewer"] });
    await screen.findByText(/moves only if both of you accept by/);
    expect(rows()).toEqual([
      "Now: 24 Nov 2026, 18:00",
      "Proposed: 25 Nov 2026, 19:00",
      "Why: Kavya is traveling.",
      "You: No answer yet",
      "Kavya Menon: Accepted",
    ]);
    expect(screen.getByRole("button", { name: "Accept the new time" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Decline" })).toBeDefined();
    expect(screen.getByRole("link", { name: "See your bookings" })).toBeDefined();
  });

  it("that its viewer has accepted can still be declined", async () => {
    show({ acceptedBy: ["interviewee"] });
    await screen.findByRole("button", { name: "Decline" });
    expect(screen.queryByRole("button", { name: "Accept the new time" })).toBeNull();
  });

  it("leads an interviewer to their calendar", async () => {
    signIn("interviewer");
    show({ party: "interviewer", otherName: "Nora Rao" });
    expect(await screen.findByRole("link", { name: "Open your calendar" })).toBeDefined();
    expect(rows()).toContain("Nora Rao: No answer yet");
  });
});

describe("an answer", () => {
  it("that accepts says what follows, and focuses it", async () => {
    const msg = "✅ You have accepted. The interview moves as soon as the other person accepts, too.";
    const { user } = show({}, { acceptedBy: ["interviewee"] });
    calls.set({ [answer]: { body: { msg, proposal: { ...open, acceptedBy: ["interviewee"] } } } });
    await user.click(await screen.findByRole("button", { name: "Accept the new time" }));
    await screen.findByText(msg);
    expect(toneOf(msg)).toBe("good");
    expect(calls.sent.find(({ name }) => name === answer)?.body).toEqual({
      proposalId: open._id,
      answer: "accept",
    });
    await waitFor(() => expect(document.activeElement?.textContent).toContain("You have accepted"));
    expect(rows()).toContain("You: Accepted");
  });

  it("that declines says so, neither as done nor as failed", async () => {
    const msg = "You have declined. The interview stays where it is.";
    const declined = { state: "declined", declinedBy: "interviewee" } as const;
    const { user } = show({}, declined);
    calls.set({ [answer]: { body: { msg, proposal: { ...open, ...declined } } } });
    await user.click(await screen.findByRole("button", { name: "Decline" }));
    await screen.findByText(msg);
    expect(toneOf(msg)).toBe("wait");
    expect(screen.queryByRole("button", { name: "Decline" })).toBeNull();
  });

  const conflict = (msg: string) => ({ [answer]: { status: 409, body: { code: "conflict", msg } } });

  it.each([
    [{ state: "moved" }, "Both of you have accepted, and the interview has moved."],
    [{ state: "withdrawn" }, "We have withdrawn this proposal. The interview stays where it is."],
    [{ state: "expired" }, "This proposal has expired. The interview stays where it is."],
    [
      { _id: "0190a5b8-0000-7000-8000-000000000002" },
      "We have proposed another time since. Load the page again.",
    ],
  ] as const)("in a second tab, after the proposal is %j, is a hint and no error", async (now, msg) => {
    const { user } = show({}, now);
    calls.set(conflict(msg));
    await user.click(await screen.findByRole("button", { name: "Accept the new time" }));
    await screen.findByText(msg, { selector: "[data-tone]" });
    expect(toneOf(msg)).toBe("wait");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each([
    [
      "a proposal that stays open",
      conflict("You have another interview at the proposed time, so this one cannot move there.")[answer],
      /another interview/,
    ],
    ["a server that fails", { status: 500, body: {} }, "❌ Your answer was not saved."],
    ["a connection that is cut", "cut" as const, /Please check your connection/],
  ])("is an error for %s", async (_name, refused, text) => {
    const { user } = show({});
    calls.set({ [answer]: refused ?? "cut" });
    await user.click(await screen.findByRole("button", { name: "Accept the new time" }));
    await screen.findByText(text);
    expect(toneOf(text)).toBe("bad");
    expect(screen.getByRole("button", { name: "Accept the new time" })).toBeDefined();
  });
});

describe("an open page", () => {
  const waitForLoads = async (count: number) =>
    await waitFor(() => expect(calls.sent.filter(({ name }) => name === load)).toHaveLength(count));
  // The answers of others are asked for at an interval.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"], shouldAdvanceTime: true });
  });
  it("follows the other person's answer and the move, and asks no more after that", async () => {
    const moved = { state: "moved", acceptedBy: ["interviewee", "interviewer"] } as const;
    show({ acceptedBy: ["interviewee"] }, moved as never);
    await screen.findByRole("button", { name: "Decline" });
    expect(rows()).toContain("Kavya Menon: No answer yet");
    await vi.advanceTimersByTimeAsync(8_000);
    await screen.findByText("Both of you accepted, and the interview has moved.");
    expect(rows()).toContain("Kavya Menon: Accepted");
    expect(screen.queryByRole("button", { name: "Decline" })).toBeNull();
    await waitForLoads(2);
    await vi.advanceTimersByTimeAsync(60_000);
    await waitForLoads(2);
  });

  it("no longer promises a move that the other person has declined", async () => {
    const accepted = { acceptedBy: ["interviewee"] } as const;
    const promise = "You have accepted. The interview moves as soon as the other person accepts, too.";
    const { user } = show({}, accepted as never, { ...accepted, state: "declined" } as never);
    calls.set({ [answer]: { body: { msg: promise, proposal: { ...open, ...accepted } } } });
    await user.click(await screen.findByRole("button", { name: "Accept the new time" }));
    await screen.findByText(promise, { selector: "[data-tone]" });
    await vi.advanceTimersByTimeAsync(8_000);
    await screen.findByText(/This time was declined/);
    expect(screen.queryByText(promise)).toBeNull();
  });
});

it.each([
  [{ state: "moved", acceptedBy: ["interviewee", "interviewer"] }, /Both of you accepted/, "Before: "],
  [{ state: "declined", declinedBy: "interviewer" }, /This time was declined/, "Now: "],
  [{ state: "withdrawn" }, /We have withdrawn this proposal/, "Now: "],
  [{ state: "slot_taken" }, /Somebody booked the proposed time first/, "Now: "],
  [{ state: "expired" }, /This proposal has expired/, "Now: "],
  [{ state: "booking_changed" }, /was moved in the meantime/, "Now: "],
  [{ state: "booking_canceled" }, /was canceled in the meantime/, "Now: "],
] as [Partial<OwnMoveProposal>, RegExp, string][])(
  "a proposal that is closed %j says so, without buttons",
  async (state, text, term) => {
    show(state);
    await screen.findByText(text);
    expect(screen.queryByRole("button")).toBeNull();
    expect(rows()[0]).toBe(`${term}24 Nov 2026, 18:00`);
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

describe("the page without a proposal", () => {
  it("says that it is loading", async () => {
    calls.set({ [load]: "hang" });
    render();
    expect(await screen.findByText("Loading the proposed time…")).toBeDefined();
  });

  it("signed in as another person, names the account", async () => {
    calls.set({ [load]: { status: 404, body: { code: "not_found", msg: "This booking does not exist." } } });
    render();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(
      `This link doesn't lead to a proposed time for any of your interviews. You're signed in as ${sampleUser.email}; the link may be for another account.`,
    );
    expect(screen.queryByRole("button", { name: /try again/i })).toBeNull();
  });

  it("offers another try after a failure", async () => {
    calls.set({ [load]: { status: 500, body: {} } });
    const { user } = render();
    const again = await screen.findByRole("button", { name: "Try again" });
    calls.set({ [load]: { body: open } });
    await user.click(again);
    expect(await screen.findByText("Kavya is traveling.")).toBeDefined();
  });
});
