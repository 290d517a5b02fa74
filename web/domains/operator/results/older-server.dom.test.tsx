import type { OperatorPerson } from "@greenroom/contract/operator/people.ts";
import { screen } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { ConfirmationProvider } from "../access/confirmation.tsx";
import { CancelDialog } from "../bookings/cancel-dialog.tsx";
import ApprovalsPage from "../pages/money/approvals.tsx";
import PersonPage from "../pages/person.tsx";
import { GrantDialog } from "../people/grant-dialog.tsx";
import { Timeline } from "../people/timeline.tsx";
import { type ActionResult, ResultNotice } from "./result-notice.tsx";

const calls = serveCallAnswers();
const id = "0190a5b8-0000-7000-8000-000000000001";
const preview = {
  body: { lines: [{ label: "Effect", text: "What follows" }], typedConfirmation: null, version: "1" },
};

beforeEach(() => {
  storeSession(sampleUser);
  calls.set({
    "GET /api/operator/access": { body: { level: "owner", timeZone: "Asia/Kolkata" } },
  });
});

/** A dialog, and its result when it is done. */
function Page({ dialog }: { dialog: (onDone: (result: ActionResult) => void) => ReactElement }) {
  const [result, setResult] = useState<ActionResult | null>(null);
  return (
    <>
      <ResultNotice result={result} onResult={setResult} />
      {result === null && dialog(setResult)}
    </>
  );
}
const show = (element: ReactElement) => renderScreen(<ConfirmationProvider>{element}</ConfirmationProvider>);

/** Does what is previewed, and expects it done, without an undo that a later server would offer. */
async function confirm({ user }: ReturnType<typeof show>, button: string, msg: string) {
  await screen.findByText("What follows");
  await user.type(screen.getByLabelText(/^Reason/), "Asked for by email");
  await user.click(screen.getByRole("button", { name: button }));
  await screen.findByText(msg);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("button", { name: /Undo|Withdraw the request|Open the day/ })).toBeNull();
}

describe("beside a server of the previous version, whose answers lack the newer fields", () => {
  it("a grant that is done does not look as if it waited, and can be taken back", async () => {
    const path = `POST /api/operator/people/${id}/grant-sessions`;
    const back = `POST /api/operator/grants/${id}/withdrawal`;
    calls.set({
      [`${path}/preview`]: preview,
      [path]: { body: { msg: "1 session given.", lotId: id } },
      [`${back}/preview`]: preview,
      [back]: { body: { msg: "1 session taken back." } },
    });
    const { user } = show(
      <Page dialog={(onDone) => <GrantDialog personId={id} onDone={onDone} onClose={() => undefined} />} />,
    );
    await screen.findByText("What follows");
    await user.type(screen.getByLabelText(/^Reason/), "Asked for by email");
    await user.click(screen.getByRole("button", { name: "Grant 1 session" }));
    await screen.findByText("1 session given.");
    expect(screen.queryByRole("button", { name: "Withdraw the request" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("1 session taken back.");
  });

  it("a cancellation is done", async () => {
    const path = "POST /api/operator/bookings/cancellation";
    const msg = "1 interview is canceled.";
    calls.set({
      [`${path}/preview`]: { body: { ...preview.body, freeTimes: 0 } },
      [path]: { body: { msg, approvalId: null, outcomes: [] } },
    });
    const interviewer = { _id: id, name: "Asha Rao", email: "asha@test.example" };
    const shown = show(
      <Page
        dialog={(onDone) => (
          <CancelDialog bookings={[{ _id: id, interviewer }]} onDone={onDone} onClose={() => undefined} />
        )}
      />,
    );
    await confirm(shown, "Cancel the interview", msg);
  });

  it("an approval is decided", async () => {
    const decision = `POST /api/operator/approvals/${id}/decision`;
    const operator = { _id: id, name: "Olga Owner", email: "olga@test.example" };
    const at = "2026-11-23T10:00:00.000Z";
    const approval = {
      _id: id,
      kind: "grant",
      lines: [],
      reason: "Lost sessions",
      askedBy: operator,
      askedAt: at,
      expiresAt: at,
      state: "open",
      decidedBy: null,
      decidedAt: null,
      decisionReason: null,
      isMine: false,
    };
    const msg = "9 sessions given.";
    calls.set({
      "GET /api/operator/approvals": { body: [approval] },
      [`${decision}/preview`]: preview,
      [decision]: { body: { msg, approvalId: id } },
    });
    const shown = show(<ApprovalsPage />);
    await shown.user.click((await screen.findAllByRole("button", { name: /^Approve/ }))[0] as HTMLElement);
    await screen.findByText("What follows");
    const dialog = screen.getByRole("dialog");
    await shown.user.type(screen.getByLabelText(/^Reason/), "It is right");
    const buttons = screen.getAllByRole("button", { name: "Approve" });
    await shown.user.click(buttons.find((button) => dialog.contains(button)) as HTMLElement);
    await screen.findByText(msg);
    expect(screen.queryByRole("button", { name: /Undo|Open the day/ })).toBeNull();
  });

  it.each(["interviewee", "interviewer"])(
    "the page of an %s shows figures, account and actions",
    async (role) => {
      const person = {
        ...{
          _id: id,
          name: "Meera Iyer",
          firstName: "Meera",
          lastName: "Iyer",
          email: "meera@test.example",
          role,
        },
        ...{ isOperator: false, isBlocked: false, isDeleted: false, operatorLevel: null, mailRefusal: null },
        ...{ mobileNumber: "", timeZone: null, joinedAt: "2026-11-20T06:30:00.000Z", signIns: 1 },
        ...{
          paidRupees: 499,
          refundedRupees: 0,
          sessionsLeft: 2,
          sessionsGranted: 3,
          rating: null,
          ratings: 0,
        },
        ...{ dueRupees: 400, deductedRupees: 0 },
      };
      calls.set({
        "GET /api/operator/people/%3Aid": { body: person },
        [`GET /api/operator/people/${id}/timeline`]: { body: [] },
      });
      renderScreen(
        <ConfirmationProvider>
          <PersonPage />
        </ConfirmationProvider>,
        { path: "/operator/people/:id" },
      );
      expect(await screen.findByRole("heading", { name: "Account" })).toBeDefined();
      const figures = screen.getAllByRole("term").map((term) => term.textContent);
      expect(figures.slice(0, 4)).toEqual(["Paid", "Refunded", "Sessions left", "Rating given"]);
      expect(figures).not.toContain("Bought");
      expect(await screen.findByRole("button", { name: "Edit details" })).toBeDefined();
    },
  );

  it("an event of the timeline offers no mail", async () => {
    const event = {
      _id: "audit:1",
      kind: "audit",
      at: "2026-11-23T10:00:00.000Z",
      title: "Canceled a booking",
      detail: "",
      bookingId: id,
      paymentId: null,
    };
    calls.set({ [`GET /api/operator/people/${id}/timeline`]: { body: [event] } });
    const person = { _id: id } as OperatorPerson;
    show(<Timeline person={person} onDone={() => undefined} />);
    await screen.findByText("Canceled a booking");
    expect(screen.queryByRole("button", { name: /again/ })).toBeNull();
  });
});
