import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ownerAccess, renderDesk } from "../desk.testing.tsx";
import BookingPage from "../pages/bookings/booking.tsx";

const calls = serveCallAnswers();
const id = "0190a5b8-0000-7000-8000-000000000001";
const load = `GET /api/operator/bookings/${id}`;
const person = (name: string) => ({ _id: `id of ${name}`, name, email: `${name}@b.example` });
const [before, after] = ["2027-11-26T02:15:00.000Z", "2027-11-27T07:00:00.000Z"];
const attendance = { interviewee: [], interviewer: [] };
const booking = (change: object = {}) => ({
  body: {
    ...{ _id: id, startTime: before, endTime: before, status: "pending", meeting: "room", isDisputed: false },
    ...{ interviewee: person("Meera"), interviewer: person("Kavya"), bookedAt: "2027-11-20T00:30:00.000Z" },
    ...{ completedAt: null, cancellation: null, moves: [], session: null, earning: null, rating: null },
    ...{ feedbackFileAt: null, remediedAt: null, reports: [], unclear: null, moveProposal: null, attendance },
    ...change,
  },
});
const proposal = {
  ...{ _id: "0190a5b8-0000-7000-8000-000000000002", state: "open", acceptedBy: ["interviewer"] },
  ...{ declinedBy: null, fromTime: before, startTime: after, endTime: after, reason: "Kavya is traveling." },
  ...{ proposedAt: "2027-11-24T00:30:00.000Z", expiresAt: before },
};
const preview = {
  body: { lines: [{ label: "Effect", text: "What follows." }], typedConfirmation: null, version: "1" },
};
const bodyOf = (call: string) => calls.sent.find(({ name }) => name === call)?.body;

beforeEach(() => {
  storeSession(sampleUser);
  calls.set({ "GET /api/operator/access": { body: ownerAccess } });
});

function show(answers: Record<string, CallAnswer | CallAnswer[]>) {
  calls.set(answers);
  return renderDesk(<BookingPage />, { path: `/operator/bookings/${id}`, route: "/operator/bookings/:id" });
}

it("says that its earning was taken back, as the interviewer reads it", async () => {
  const earning = { amount: 70, status: "void", voidReason: "The interview was not held", paidAt: null };
  show({ [load]: booking({ status: "completed", earning }) });
  expect(await screen.findByText("₹70.00, taken back")).toBeDefined();
  expect(screen.getByText("Why taken back")).toBeDefined();
  expect(screen.queryByText(/void/)).toBeNull();
});

it("offers three outcomes of a dispute, of which none is chosen", async () => {
  const report = { by: "interviewee", outcome: "pending", reportedAt: before, decidedAt: null };
  const path = `POST /api/operator/bookings/${id}/no-show-decision`;
  const { user } = show({
    [load]: booking({ status: "completed", isDisputed: true, reports: [{ ...report, record: attendance }] }),
    [`${path}/preview`]: preview,
    [path]: { body: { msg: "The interview is decided." } },
  });
  const group = within(await screen.findByRole("group", { name: "What happened?" }));
  expect(group.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Candidate missed it",
    "Interviewer missed it",
    "Both came",
  ]);
  await user.click(group.getByRole("button", { name: "Both came" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("What follows.")).toBeDefined();
  await user.type(dialog.getByRole("textbox", { name: /^Reason/ }), "The record shows both");
  await user.click(dialog.getByRole("button", { name: "Both came" }));
  expect(await screen.findByText("The interview is decided.")).toBeDefined();
  expect(bodyOf(path)).toMatchObject({ outcome: "both-came" });
});

it("withdraws the proposed time that it shows, and no later one", async () => {
  const path = `POST /api/operator/bookings/${id}/move-proposal/withdrawal`;
  const { user } = show({
    [load]: [
      booking({ moveProposal: proposal }),
      booking({ moveProposal: { ...proposal, state: "withdrawn" } }),
    ],
    [`${path}/preview`]: preview,
    [path]: { body: { msg: "The proposal is withdrawn." } },
  });
  await screen.findByText("Waiting for the interviewee");
  expect(screen.queryByRole("button", { name: "Propose another time" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Withdraw the proposal" }));
  await user.type(await screen.findByLabelText(/^Reason/), "She is back");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Withdraw it" }));
  await screen.findByText("The proposal is withdrawn.");
  expect(bodyOf(path)).toEqual({ replaces: proposal._id, version: "1", reason: "She is back" });
});

const slots = `GET /api/operator/bookings/${id}/offered-slots`;

it("proposes one of the times that the interviewer offers", async () => {
  const path = `POST /api/operator/bookings/${id}/move-proposal`;
  const { user } = show({
    [load]: booking(),
    [slots]: { body: [before, after].map((startTime) => ({ startTime, endTime: startTime })) },
    [`${path}/preview`]: preview,
    [path]: { body: { msg: "Both are asked by email.", approvalId: null, undo: null } },
  });
  await user.click(await screen.findByRole("button", { name: "Propose another time" }));
  await user.selectOptions(await screen.findByLabelText(/^Another time/), after);
  await user.type(await screen.findByLabelText(/^Reason/), "She has a flight");
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Ask both" }).disabled).toBe(false),
  );
  await user.click(screen.getByRole("button", { name: "Ask both" }));
  await screen.findByText("Both are asked by email.");
  expect(bodyOf(path)).toMatchObject({ startTime: after });
});

it.each<[string, CallAnswer, RegExp]>([
  ["what to do when the interviewer offers nothing else", { body: [] }, /^No slot is free$/],
  [
    "in words about proposing that it needs a confirmation",
    { status: 403, body: { code: "confirmation_required", msg: "Confirm that it is you." } },
    /^To propose another time, give your password and second factor\./,
  ],
])("says %s", async (_what, answer, text) => {
  const { user } = show({ [load]: booking(), [slots]: answer });
  await user.click(await screen.findByRole("button", { name: "Propose another time" }));
  await screen.findByText(text);
});
