import type { Approval } from "@greenroom/contract/desk/approvals.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { RequireDeskAccess } from "../access/require-desk-access.tsx";
import { ownerAccess } from "../desk.testing.tsx";
import ApprovalsPage from "../pages/money/approvals.tsx";

const calls = serveCallAnswers();
const list = "GET /api/operator/approvals";
const id = "0190a5b8-0000-7000-8000-000000000001";
const asha = { _id: "0190a5b8-0000-7000-8000-000000000002", name: "Asha Nair", email: "asha@example.com" };
const ananya = {
  _id: "0190a5b8-0000-7000-8000-000000000003",
  name: "Ananya Bose",
  email: "ananya@example.com",
};

const open: Approval = {
  _id: id,
  kind: "refund",
  lines: [{ label: "Refund", text: "₹499.00 of ₹499.00 goes back" }],
  reason: "The room froze",
  askedBy: asha,
  askedAt: "2026-11-20T06:00:00.000Z",
  expiresAt: "2026-11-21T06:00:00.000Z",
  state: "open",
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  isMine: false,
};

beforeEach(() => {
  storeSession(sampleUser);
  calls.set({
    "GET /api/operator/access": { body: { ...ownerAccess, openUntil: "2099-01-01T00:00:00.000Z" } },
    "GET /api/operator/today/counts": { body: { approval: 1 } },
  });
});

function show(path = "/operator/money/approvals") {
  return renderScreen(
    <RequireDeskAccess>
      <ApprovalsPage />
    </RequireDeskAccess>,
    { path },
  );
}

it("no longer counts an approval that was decided", async () => {
  const path = `/api/operator/approvals/${id}/decision`;
  calls.set({
    "GET /api/operator/today/counts": [{ body: { approval: 1 } }, { body: {} }],
    [list]: [{ body: [open] }, { body: [] }],
    [`POST ${path}/preview`]: { body: { lines: [], typedConfirmation: null, version: "v" } },
    [`POST ${path}`]: { body: { msg: "This is declined. Nothing else was done.", approvalId: id } },
  });
  const { user } = show();
  const [sidebar] = await screen.findAllByRole("navigation", { name: "Operator's desk" });
  const nav = within(sidebar as HTMLElement);
  await nav.findByRole("link", { name: /^Money.*1/ });
  await user.click(await screen.findByRole("button", { name: "Decline" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(await dialog.findByLabelText(/^Reason/), "The room worked");
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  await screen.findByText("No approvals are waiting");
  await waitFor(() => expect(nav.getByRole("link", { name: /^Money/ }).textContent).toBe("Money"));
});

it("shows the operator who asked why the other one declined", async () => {
  calls.set({
    [list]: {
      body: [
        {
          ...open,
          ...{ state: "declined", isMine: true, decidedBy: ananya, decidedAt: "2026-11-20T07:00:00.000Z" },
          decisionReason: "The record shows that the room worked",
        },
      ],
    },
  });
  show("/operator/money/approvals?state=decided");
  expect(await screen.findByText("Declined")).toBeDefined();
  expect(screen.getByText("Reason: The record shows that the room worked")).toBeDefined();
});
