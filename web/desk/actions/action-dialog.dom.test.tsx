import type { Preview } from "@greenroom/contract/desk/actions.ts";
import { listFailedJobs } from "@greenroom/contract/desk/health.ts";
import { signPersonOut } from "@greenroom/contract/desk/people.ts";
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ConfirmationProvider } from "../access/confirmation.tsx";
import { ActionDialog, useFieldProblem } from "./action-dialog.tsx";
import { ResultNotice } from "./result-notice.tsx";

const calls = serveCallAnswers();
const pageCall = "GET /api/operator/jobs/failed";
const id = "0190a5b8-0000-7000-8000-000000000001";
const actionCall = `POST /api/operator/people/${id}/sign-out`;
const preview = (text: string, typedConfirmation: string | null = null): { body: Preview } => ({
  body: { lines: [{ label: "Effect", text }], typedConfirmation, version: text },
});
const done = { body: { msg: "The result", approvalId: null, undo: null } };
const conflict = { status: 409, body: { code: "conflict", msg: "Somebody was faster." } };

interface Steps {
  /** The outcomes of the previews, in order; the last one stays. */
  previews: CallAnswer[];
  /** The outcomes of the confirmations, in order. */
  outcomes?: CallAnswer[];
  isIncomplete?: boolean;
  hasField?: boolean;
}

function FieldProblem() {
  return <p data-testid="field">{useFieldProblem("sessions")}</p>;
}

/** A page whose list can be outdated, with its dialog. */
function Page({ hasField, isIncomplete }: Required<Pick<Steps, "hasField" | "isIncomplete">>) {
  const [isOpen, setOpen] = useState(true);
  useQuery(queryOptionsFor(listFailedJobs));
  return (
    <ConfirmationProvider>
      <ResultNotice result={{ msg: "The result", tone: "wait" }} onResult={() => undefined} />
      {isOpen && (
        <ActionDialog
          title="Do it"
          action={signPersonOut}
          id={id}
          confirmLabel="Confirm"
          pendingLabel="Doing it…"
          isIncomplete={isIncomplete}
          onDone={() => undefined}
          onClose={() => setOpen(false)}
        >
          {hasField ? <FieldProblem /> : undefined}
        </ActionDialog>
      )}
    </ConfirmationProvider>
  );
}

beforeEach(() => {
  storeSession(sampleUser);
});

function open({ previews, outcomes = [done], isIncomplete = false, hasField = false }: Steps) {
  calls.set({ [pageCall]: { body: [] }, [`${actionCall}/preview`]: previews, [actionCall]: outcomes });
  return renderScreen(<Page {...{ isIncomplete, hasField }} />);
}

const sentTo = (name: string) => calls.sent.filter((sent) => sent.name === name).map(({ body }) => body);
const confirmed = () => sentTo(actionCall);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const reason = () => screen.getByLabelText<HTMLTextAreaElement>(/^Reason/);
const isOpen = () => screen.queryByRole("dialog") !== null;
const pageLoads = () => sentTo(pageCall).length;

it("offers nothing to confirm before the preview is there", async () => {
  open({ previews: ["hang"] });
  await screen.findByText("Loading what this would do…");
  expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
});

it.each<[string, CallAnswer, string]>([
  ["a lost connection", "cut", "⚠️ Network error. Please check your connection."],
  ["a server that fails", { status: 500, body: {} }, "❌ This could not be loaded."],
])("loads the preview again after %s", async (_name, error, message) => {
  const { user } = open({ previews: [error, preview("3 sessions")] });
  await screen.findByText(message);
  expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
  await user.click(button("Try again"));
  await screen.findByText("3 sessions");
  expect(screen.queryByText(message)).toBeNull();
});

it("only goes back from a preview that the server refuses, and names the field", async () => {
  const details = [{ path: "sessions", msg: "At most 5." }];
  const refusal = { status: 400, body: { code: "invalid_input", msg: "That is too many.", details } };
  const { user } = open({ previews: [refusal], hasField: true });
  await screen.findByText("That is too many.");
  expect(screen.getByTestId("field").textContent).toBe("At most 5.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await user.click(button("Go back"));
  expect(isOpen()).toBe(false);
  expect(pageLoads()).toBe(1);
});

it("waits for the correction of a field above the preview", async () => {
  open({ previews: [preview("3 sessions")], isIncomplete: true });
  await screen.findByText("Correct the field above to see what would happen.");
  await waitFor(() => expect(button("Confirm").disabled).toBe(true));
  expect(screen.queryByText("3 sessions")).toBeNull();
});

it("confirms the version that was shown, once, and moves the focus to the result", async () => {
  const { user } = open({ previews: [preview("3 sessions")] });
  await screen.findByText("3 sessions");
  await user.click(button("Confirm"));
  await screen.findByText("Enter a reason.");
  await user.type(reason(), "They asked by phone");
  await user.dblClick(button("Confirm"));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(confirmed()).toEqual([{ reason: "They asked by phone", version: "3 sessions" }]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("The result"));
});

it("stays open while it is being done", async () => {
  const { user } = open({ previews: [preview("3 sessions")], outcomes: ["hang"] });
  await screen.findByText("3 sessions");
  await user.type(reason(), "They asked by phone");
  await user.click(button("Confirm"));
  await screen.findByText("Doing it…");
  expect(isOpen()).toBe(true);
});

it("asks to type the text that the server requires, in capital or small letters", async () => {
  const { user } = open({ previews: [preview("3 sessions", "CANCEL 2")] });
  await screen.findByText("3 sessions");
  await user.type(reason(), "They asked by phone");
  await user.type(screen.getByLabelText(/^Type CANCEL 2/), "cancel 3");
  await user.click(button("Confirm"));
  await screen.findByText("Type CANCEL 2 to confirm.");
  expect(confirmed()).toEqual([]);
  await user.type(screen.getByLabelText(/^Type CANCEL 2/), "{Backspace}2{Enter}");
  await waitFor(() => expect(confirmed()).toHaveLength(1));
  expect(confirmed()[0]).toMatchObject({ typed: "cancel 2" });
});

it.each<[string, CallAnswer, string]>([
  ["a lost connection", "cut", "⚠️ Network error. Please check your connection."],
  ["a failure", { status: 500, body: {} }, "❌ This was not done."],
  ["a refusal", { status: 403, body: { code: "forbidden", msg: "Only owners can." } }, "Only owners can."],
])("keeps the reason after %s, and can be confirmed again", async (_name, error, message) => {
  const { user } = open({
    previews: [preview("3 sessions")],
    outcomes: [error, done],
  });
  await screen.findByText("3 sessions");
  await user.type(reason(), "They asked by phone");
  await user.click(button("Confirm"));
  await within(screen.getByRole("dialog")).findByText(message);
  expect(reason().value).toBe("They asked by phone");
  expect(sentTo(`${actionCall}/preview`)).toHaveLength(1);
  await user.click(button("Confirm"));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(confirmed()).toHaveLength(2);
});

it("shows the new preview after somebody else's change, and loads the page again when it closes", async () => {
  const { user } = open({
    previews: [preview("3 sessions"), preview("2 sessions")],
    outcomes: [conflict, done],
  });
  await screen.findByText("3 sessions");
  await user.type(reason(), "They asked by phone");
  await user.click(button("Confirm"));
  await screen.findByText("2 sessions");
  expect(screen.getByText("Somebody was faster.")).toBeDefined();
  expect(pageLoads()).toBe(1);
  await user.click(button("Confirm"));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(confirmed()).toMatchObject([{ version: "3 sessions" }, { version: "2 sessions" }]);
  await waitFor(() => expect(pageLoads()).toBe(2));
});

it("blocks the confirmation while the server would refuse it, and keeps the reason", async () => {
  const { user } = open({
    previews: [preview("3 sessions"), conflict],
    outcomes: [conflict],
  });
  await screen.findByText("3 sessions");
  await user.type(reason(), "They asked by phone");
  await user.click(button("Confirm"));
  await waitFor(() => expect(button("Confirm").disabled).toBe(true));
  expect(reason().value).toBe("They asked by phone");
  // The action and its new preview are refused for the same reason.
  expect(screen.getAllByText("Somebody was faster.")).toHaveLength(1);
  await user.click(button("Go back"));
  await waitFor(() => expect(pageLoads()).toBe(2));
  await waitFor(() => expect(document.activeElement).not.toBe(screen.getByText("The result")));
});

it("breaks a line of a preview after the separators of an address, and never inside an amount", async () => {
  const text = "dev.patel@greenroom.example: ₹149.80 of ₹749.00 goes back on 2026-11-20.";
  open({ previews: [preview(text)] });
  const detail = await screen.findByRole("definition");
  expect(detail.textContent).toBe(text);
  expect(detail.innerHTML.replaceAll(/<\/?span[^>]*>/g, "")).toBe(
    "dev.<wbr>patel@<wbr>greenroom.<wbr>example: ₹149.80 of ₹749.00 goes back on 2026-11-20.",
  );
});
