import { listDisputes } from "@greenroom/contract/desk/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { type Result, ResultNotice } from "../actions/result-notice.tsx";
import { renderDesk } from "../desk.testing.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { ProposeMove } from "./move-proposals.tsx";

const calls = serveCallAnswers();
const [first, second] = ["0190a5b8-0000-7000-8000-000000000001", "0190a5b8-0000-7000-8000-000000000002"];
const previewOf = (text: string, typedConfirmation: string | null = null, freeTimes = 0) => ({
  body: { lines: [{ label: "Effect", text }], typedConfirmation, version: text, freeTimes },
});

const bodiesOf = (name: string) => calls.sent.filter((sent) => sent.name === name).map(({ body }) => body);

beforeEach(() => {
  storeSession(sampleUser);
});

const interviewer = { _id: first, name: "Asha Rao", email: "asha@test.example" };
const bookings = [
  { _id: first, interviewer },
  { _id: second, interviewer },
];

/** A page with a list, on which the dialog is open at first. */
function DisputesWithDialog() {
  const [isOpen, setOpen] = useState(true);
  useQuery(queryOptionsFor(listDisputes));
  const close = () => setOpen(false);
  return isOpen ? <CancelDialog bookings={bookings} onDone={() => undefined} onClose={close} /> : null;
}

/** The dialog and, when it is done, its result. */
function CancellationWithResult() {
  const [result, setResult] = useState<Result | null>(null);
  return (
    <>
      <ResultNotice result={result} onResult={setResult} />
      {result === null && <CancelDialog bookings={bookings} onDone={setResult} onClose={() => undefined} />}
    </>
  );
}

describe("canceling many", () => {
  const path = "POST /api/operator/bookings/cancellation";

  it("asks to type CANCEL 2, and states the outcome for each", async () => {
    const outcomes = [{ _id: first, label: "Fri", text: "Canceled" }];
    calls.set({
      [`${path}/preview`]: previewOf("2 sessions go back", "CANCEL 2"),
      [path]: { body: { msg: "2 interviews are canceled.", approvalId: null, outcomes, undo: null } },
    });
    const done: unknown[] = [];
    const { user } = renderDesk(
      <CancelDialog
        bookings={bookings}
        onDone={(result) => void done.push(result)}
        onClose={() => undefined}
      />,
    );
    await screen.findByText("2 sessions go back");
    await user.type(screen.getByLabelText(/^Reason/), "She fell ill");
    await user.type(screen.getByLabelText(/^Type CANCEL 2/), "CANCEL 3");
    await user.click(screen.getByRole("button", { name: "Cancel them all" }));
    await screen.findByText("Type CANCEL 2 to confirm.");
    await user.clear(screen.getByLabelText(/^Type CANCEL 2/));
    await user.type(screen.getByLabelText(/^Type CANCEL 2/), "CANCEL 2");
    await user.click(screen.getByRole("button", { name: "Cancel them all" }));
    await waitFor(() => expect(done).toMatchObject([{ msg: "2 interviews are canceled.", outcomes }]));
  });

  it("closes the day's free times unless they are kept, which a new preview shows", async () => {
    calls.set({
      [`${path}/preview`]: [previewOf("With a day off", null, 3), previewOf("Without a day off", null, 3)],
      [path]: { body: { msg: "2 interviews are canceled.", approvalId: null, outcomes: [], undo: null } },
    });
    const { user } = renderDesk(
      <CancelDialog bookings={bookings} onDone={() => undefined} onClose={() => undefined} />,
    );
    await screen.findByText("With a day off");
    const choice = screen.getByRole<HTMLInputElement>("checkbox", {
      name: /^Also close the day's 3 free times/,
    });
    expect(choice.checked).toBe(true);
    await user.click(choice);
    await screen.findByText("Without a day off");
    await user.type(screen.getByLabelText(/^Reason/), "She fell ill");
    await user.click(screen.getByRole("button", { name: "Cancel them all" }));
    await waitFor(() => expect(bodiesOf(path).at(-1)).toMatchObject({ closesDays: false }));
    expect(bodiesOf(`${path}/preview`)).toMatchObject([{ closesDays: true }, { closesDays: false }]);
  });

  it("offers to open the day again that it closed, and says what became of that", async () => {
    const reopening = "POST /api/operator/closed-days/reopening";
    const msg = "The day off has ended. 2 free times can be booked again. The interviews stay canceled.";
    calls.set({
      [`${path}/preview`]: previewOf("With a day off", null, 3),
      [path]: {
        body: {
          ...{ msg: "2 interviews are canceled.", approvalId: null, outcomes: [] },
          undo: {
            path: "/api/operator/closed-days/reopening",
            body: { daysOff: [second] },
            label: "Open the day again",
          },
        },
      },
      [`${reopening}/preview`]: previewOf("The day off ends"),
      [reopening]: { body: { msg } },
    });
    const { user } = renderDesk(<CancellationWithResult />);
    await screen.findByText("With a day off");
    await user.type(screen.getByLabelText(/^Reason/), "She fell ill");
    await user.click(screen.getByRole("button", { name: "Cancel them all" }));
    await user.click(await screen.findByRole("button", { name: "Open the day again" }));
    await screen.findByText(msg);
    expect(bodiesOf(reopening)).toEqual([
      { daysOff: [second], version: "The day off ends", reason: "Undone right after it was done" },
    ]);
    expect(screen.queryByRole("button", { name: "Open the day again" })).toBeNull();
  });

  it("keeps the day open by default when one interview is canceled", async () => {
    calls.set({ [`${path}/preview`]: previewOf("One session goes back", null, 3) });
    renderDesk(
      <CancelDialog bookings={bookings.slice(1)} onDone={() => undefined} onClose={() => undefined} />,
    );
    const choice = await screen.findByRole<HTMLInputElement>("checkbox", { name: /^Also close/ });
    expect(choice.checked).toBe(false);
  });

  it("reloads the page when it is closed after somebody else was faster, and not before", async () => {
    const msg = "This interview was canceled already.";
    const list = "GET /api/operator/no-shows";
    calls.set({
      [`${path}/preview`]: [
        previewOf("2 sessions go back", null, 3),
        { status: 409, body: { msg, code: "conflict", requestId: "r" } },
      ],
      [path]: { status: 409, body: { msg, code: "conflict", requestId: "r" } },
      [list]: { body: [] },
    });
    const { user } = renderDesk(<DisputesWithDialog />);
    const loads = () => calls.sent.filter(({ name }) => name === list).length;
    await user.type(await screen.findByLabelText(/^Reason/), "She fell ill");
    await user.click(screen.getByRole("button", { name: "Cancel them all" }));
    await screen.findAllByText(msg);
    expect(loads()).toBe(1);
    await user.click(screen.getAllByRole("button", { name: "Go back" })[0] as HTMLElement);
    await waitFor(() => expect(loads()).toBe(2));
  });

  it("does not look done while an owner has to approve it", async () => {
    const msg = "Nothing has happened yet.";
    calls.set({
      [`${path}/preview`]: previewOf("Needs an owner"),
      [path]: { body: { msg, approvalId: first, undo: null } },
    });
    const { user } = renderDesk(<CancellationWithResult />);
    await user.type(await screen.findByLabelText(/^Reason/), "She fell ill");
    await user.click(screen.getByRole("button", { name: "Cancel them all" }));
    const notice = await screen.findByText(msg, { selector: "[data-tone]" });
    expect(notice.dataset.tone).toBe("wait");
  });
});

describe("proposing another time", () => {
  const slots = `GET /api/operator/bookings/${first}/offered-slots`;
  const preview = `POST /api/operator/bookings/${first}/move-proposal/preview`;
  const show = () =>
    renderDesk(<ProposeMove bookingId={first} onDone={() => undefined} onClose={() => undefined} />);

  it("shows at its field why a time is refused, and lets another one be chosen", async () => {
    const msg = "The interviewee has another interview at this time. Choose another one.";
    const times = ["2026-11-22T06:30:00.000Z", "2026-11-23T06:30:00.000Z"];
    calls.set({
      [slots]: { body: times.map((startTime) => ({ startTime, endTime: startTime })) },
      [preview]: [
        {
          status: 400,
          body: { msg, code: "invalid_input", requestId: "r", details: [{ path: "startTime", msg }] },
        },
        previewOf("Both are asked"),
      ],
    });
    const { user } = show();
    const field = await screen.findByLabelText<HTMLSelectElement>(/^Another time/);
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    await user.selectOptions(field, times[1] ?? "");
    await screen.findByText("Both are asked");
    expect(field.getAttribute("aria-invalid")).toBeNull();
  });

  it("is withdrawn on the booking's page alone, so its result has no undo", async () => {
    const time = "2026-11-22T06:30:00.000Z";
    calls.set({
      [slots]: { body: [{ startTime: time, endTime: time }] },
      [preview]: previewOf("Both are asked"),
      [preview.replace("/preview", "")]: {
        body: { msg: "Both are asked by email.", approvalId: null, undo: null, proposalId: second },
      },
    });
    const results: Result[] = [];
    const { user } = renderDesk(
      <ProposeMove
        bookingId={first}
        onDone={(result) => void results.push(result)}
        onClose={() => undefined}
      />,
    );
    await user.type(await screen.findByLabelText(/^Reason/), "She has a flight");
    await user.click(screen.getByRole("button", { name: "Ask both" }));
    await waitFor(() => expect(results).toMatchObject([{ msg: "Both are asked by email.", undo: null }]));
  });

  it("says what to do when the interviewer offers nothing else", async () => {
    calls.set({ [slots]: { body: [] } });
    show();
    await screen.findByText("No slot is free");
  });
});
