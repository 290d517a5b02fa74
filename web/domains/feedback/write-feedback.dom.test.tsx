import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import { areasOf } from "@greenroom/contract/rubrics/tracks.ts";
import { screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { WriteFeedbackModal } from "./report/write-feedback-modal.tsx";

const calls = serveCallAnswers();
afterEach(() => void vi.useRealTimers());
const id = sampleBooking._id;
const send = `POST /api/interviewer/feedback-report/${id}`;
const written = {
  status: 201,
  body: { msg: "✅ Feedback file uploaded successfully!", feedbackFileUrl: "/f" },
};
const meera = { _id: sampleUser._id, firstName: "Meera", lastName: "Iyer", email: sampleUser.email };
const booking = {
  ...sampleBooking,
  goal: null,
  userId: meera,
  intervieweeFeedback: null,
} as unknown as InterviewerBooking;

const item = (seconds: number) => ({
  id: `item ${seconds}`,
  at: "2026-11-20T12:35:00.000Z",
  atSeconds: seconds,
  personId: "asha",
});
/** The interviewer marked a moment beside a run of code, and another one that no part of the record explains. */
const record = {
  bookingId: id,
  people: [],
  items: [
    { ...item(60), kind: "mark", label: "good", note: "Asks for the goal" },
    { ...item(800), kind: "run", language: "python", outcome: "finished", output: "1", durationMs: 5 },
    { ...item(818), kind: "mark", label: "good", note: "Checks the number" },
  ],
};

function open(noShowAction: ReactNode = null) {
  const done = vi.fn(async () => undefined);
  const opened = renderScreen(
    <WriteFeedbackModal
      booking={booking}
      about="Meera"
      noShowAction={noShowAction}
      onClose={() => undefined}
      onWritten={done}
    />,
  );
  return { ...opened, done };
}

async function fillIn() {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({
    [`GET /api/rooms/${id}/record`]: { body: record },
    [`GET /api/rooms/${id}/notes`]: { body: { body: "", version: 0 } },
  });
  const { user, done, unmount } = open();
  await screen.findByText(/Moments that you marked are filled in/);
  for (const good of screen.getAllByRole("radio", { name: /^4/ })) await user.click(good);
  await user.type(screen.getByLabelText(/^Summary/), "Clear.");
  await user.type(screen.getByLabelText(/^Questions asked/), "NDCG");
  await user.click(screen.getByRole("button", { name: "Send Feedback" }));
  return { user, done, unmount };
}

const sent = () => calls.sent.filter(({ name }) => name === send);

it("is filled in with marked moments, and retries under the same key when the answer was lost", async () => {
  calls.set({ [send]: ["cut", written] });
  const { done } = await fillIn();
  await waitFor(() => expect(done).toHaveBeenCalledWith(written.body.msg), { timeout: 15_000 });
  const keys = sent().map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
  const [areas = []] = sent().map(({ body }) => (body as { areas: { notes: string }[] }).areas);
  expect(areas.map(({ notes }) => notes).filter((notes) => notes !== "")).toEqual([
    "[13:38, marked good] Checks the number",
  ]);
});

it("keeps the sentence of every score beside it while one is chosen and changed with the keyboard", async () => {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({
    [`GET /api/rooms/${id}/record`]: { body: { ...record, items: [] } },
    [`GET /api/rooms/${id}/notes`]: { body: { body: "", version: 0 } },
  });
  const { user } = open();
  const coding = within(screen.getByRole("group", { name: "Coding" }));
  const sentences = areasOf("general").find(({ name }) => name === "coding")?.anchors;
  const shown = () =>
    Object.values(sentences ?? {}).filter((sentence) => coding.queryByText(sentence) !== null);
  expect(shown()).toHaveLength(5);
  coding.getByRole("radio", { name: "1 Very Bad" }).focus();
  await user.keyboard("4");
  const good = coding.getByRole("radio", { name: "4 Good", description: sentences?.[4] ?? "" });
  expect(good).toHaveProperty("checked", true);
  expect(shown()).toHaveLength(5);
  await user.keyboard("2");
  expect(coding.getByRole("radio", { name: "2 Bad" })).toHaveProperty("checked", true);
  await user.click(coding.getByText(sentences?.[5] ?? ""));
  expect(coding.getByRole("radio", { name: "5 Excellent" })).toHaveProperty("checked", true);
});

it.each([
  ["says so of an interviewee who did not enter, with the no-show", [], true],
  ["says nothing of one who did", [{ ...item(-10), kind: "joined", personId: meera._id }], false],
])("%s", async (_, items, isSaid) => {
  storeSession({ ...sampleUser, role: "interviewer" });
  const now = new Date().toISOString();
  calls.set({
    [`GET /api/rooms/${id}/record`]: { body: { ...record, endTime: now, items } },
    [`GET /api/rooms/${id}/notes`]: { body: { body: "", version: 0 } },
  });
  open(<button type="button">Report a no-show</button>);
  await screen.findByText("Nothing was marked, run or written in this room.");
  const text = "Meera did not enter the room. If nobody came, report a no-show instead.";
  expect(screen.queryByText(text) !== null).toBe(isSaid);
  expect(screen.queryByRole("button", { name: "Report a no-show" }) !== null).toBe(isSaid);
  expect(screen.getByRole("button", { name: "Send Feedback" })).toHaveProperty("disabled", false);
});

it("leaves the text in the form when other feedback was given in another window", async () => {
  const body = { code: "already_given", msg: "A feedback file was already uploaded for this interview." };
  calls.set({ [send]: { status: 409, body } });
  const { done } = await fillIn();
  expect(await screen.findByText(body.msg)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Summary/).value).toBe("Clear.");
  expect(done).not.toHaveBeenCalled();
});

it("does not fill in again what was deleted", async () => {
  // An answer that is not retried, so that no call of this test is left for the next one.
  calls.set({ [send]: { status: 400, body: { code: "invalid_input", msg: "Please check the form." } } });
  const { user, unmount } = await fillIn();
  await waitFor(() => expect(sent()).toHaveLength(1));
  const notes = () => screen.getAllByLabelText<HTMLTextAreaElement>(/^Notes/);
  const filled = notes().find(({ value }) => value !== "");
  await user.clear(filled as HTMLTextAreaElement);
  unmount();
  open();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Summary/).value).toBe("Clear.");
  await screen.findByText("Checks the number", { exact: false });
  expect(notes().map(({ value }) => value)).toEqual(notes().map(() => ""));
});

it("tells how long the form was worked on, over a reload and without pauses", async () => {
  const report = `${send}/writing-time`;
  calls.set({ [send]: [{ status: 500, body: {} }, written], [report]: { status: 204, body: undefined } });
  vi.useFakeTimers({ toFake: ["Date"] });
  const workFor = (seconds: number) => {
    vi.setSystemTime(Date.now() + 1000 * seconds);
    dispatchEvent(new Event("pointermove"));
  };
  const { unmount } = await fillIn();
  await waitFor(() => expect(sent()).toHaveLength(1));
  workFor(50);
  workFor(600);
  unmount();
  workFor(30);
  const { user, done } = open();
  workFor(40);
  for (const good of screen.getAllByRole("radio", { name: /^4/ })) await user.click(good);
  await user.click(screen.getByRole("button", { name: "Send Feedback" }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  const reported = () => calls.sent.filter(({ name }) => name === report).map(({ body }) => body);
  await waitFor(() => expect(reported()).toEqual([{ seconds: 90 }]));
});
