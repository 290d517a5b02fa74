import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import { listFailedJobs } from "@greenroom/contract/desk/health.ts";
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { type ComponentProps, useState } from "react";
import { expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { DeskNotice } from "./desk-notice.tsx";
import { useFieldProblem } from "./preview-lines.tsx";

const calls = serveCallAnswers();
const pageCall = "GET /api/operator/jobs/failed";
const preview = (text: string, typedConfirmation: string | null = null): Preview => ({
  lines: [{ label: "Effect", text }],
  typedConfirmation,
  version: text,
});
const conflict = () => new ApiError(409, { code: "conflict", msg: "Somebody was faster." }, null);

interface Steps {
  /** The outcomes of the previews, in order; the last one stays. */
  previews: (Preview | Error | Promise<Preview>)[];
  /** The outcomes of the confirmations, in order; an error is thrown. */
  outcomes?: (Error | "done" | Promise<void>)[];
  isIncomplete?: boolean;
  hasField?: boolean;
}

function FieldProblem() {
  return <p data-testid="field">{useFieldProblem("sessions")}</p>;
}

type PageProps = Pick<ComponentProps<typeof ActionDialog>, "loadPreview" | "onConfirm" | "isIncomplete"> & {
  hasField: boolean;
};

/** A page whose list can be outdated, with its dialog. */
function Page({ hasField, ...props }: PageProps) {
  const [isOpen, setOpen] = useState(true);
  useQuery(queryOptionsFor(listFailedJobs));
  return (
    <>
      <DeskNotice notice={{ message: "The result", tone: "wait" }} />
      {isOpen && (
        <ActionDialog
          title="Do it"
          confirmLabel="Confirm"
          pendingLabel="Doing it…"
          onClose={() => setOpen(false)}
          {...props}
        >
          {hasField ? <FieldProblem /> : undefined}
        </ActionDialog>
      )}
    </>
  );
}

function open({ previews, outcomes = ["done"], isIncomplete = false, hasField = false }: Steps) {
  calls.set({ [pageCall]: { body: [] } });
  const confirmed: ConfirmedAction[] = [];
  const loadPreview = vi.fn(async () => {
    const next = previews.length > 1 ? previews.shift() : previews[0];
    if (next instanceof Error) throw next;
    return next as Preview;
  });
  async function onConfirm(action: ConfirmedAction) {
    confirmed.push(action);
    const outcome = outcomes.shift();
    if (outcome instanceof Error) throw outcome;
    await outcome;
  }
  return {
    ...renderScreen(<Page {...{ loadPreview, onConfirm, isIncomplete, hasField }} />),
    confirmed,
    loadPreview,
  };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const reason = () => screen.getByLabelText<HTMLTextAreaElement>(/^Reason/);
const isOpen = () => screen.queryByRole("dialog") !== null;
const pageLoads = () => calls.sent.filter(({ name }) => name === pageCall).length;

it("offers nothing to confirm before the preview is there", async () => {
  let answer: (preview: Preview) => void = () => undefined;
  open({ previews: [new Promise((resolve) => (answer = resolve))] });
  await screen.findByText("Loading what this would do…");
  expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
  answer(preview("3 sessions"));
  await screen.findByText("3 sessions");
  expect(button("Confirm").disabled).toBe(false);
});

it.each([
  ["a lost connection", new NetworkError("gone"), "⚠️ Network error. Please check your connection."],
  ["a server that fails", new ApiError(500, {}, null), "❌ This could not be loaded."],
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
  const refusal = new ApiError(400, { code: "invalid_input", msg: "That is too many.", details }, null);
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
  let finish: () => void = () => undefined;
  const doing = new Promise<void>((resolve) => (finish = resolve));
  const { user, confirmed } = open({ previews: [preview("3 sessions")], outcomes: [doing] });
  await screen.findByText("3 sessions");
  await user.click(button("Confirm"));
  await screen.findByText("Say why, in at least 3 characters.");
  await user.type(reason(), "They asked by phone");
  await user.dblClick(button("Confirm"));
  expect(await screen.findByText("Doing it…")).toBeDefined();
  expect(isOpen()).toBe(true);
  finish();
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(confirmed).toEqual([{ reason: "They asked by phone", version: "3 sessions" }]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("The result"));
});

it("asks to type the text that the server requires, in capital or small letters", async () => {
  const { user, confirmed } = open({ previews: [preview("3 sessions", "CANCEL 2")] });
  await screen.findByText("3 sessions");
  await user.type(reason(), "They asked by phone");
  await user.type(screen.getByLabelText(/^Type CANCEL 2/), "cancel 3");
  await user.click(button("Confirm"));
  await screen.findByText("Type CANCEL 2 to confirm.");
  expect(confirmed).toEqual([]);
  await user.type(screen.getByLabelText(/^Type CANCEL 2/), "{Backspace}2{Enter}");
  await waitFor(() => expect(confirmed).toHaveLength(1));
  expect(confirmed[0]).toMatchObject({ typed: "cancel 2" });
});

it.each([
  ["a lost connection", new NetworkError("gone"), "⚠️ Network error. Please check your connection."],
  ["a failure", new ApiError(500, {}, null), "❌ This was not done."],
  ["a refusal", new ApiError(403, { code: "forbidden", msg: "Only owners can." }, null), "Only owners can."],
])("keeps the reason after %s, and can be confirmed again", async (_name, error, message) => {
  const { user, confirmed, loadPreview } = open({
    previews: [preview("3 sessions")],
    outcomes: [error, "done"],
  });
  await screen.findByText("3 sessions");
  await user.type(reason(), "They asked by phone");
  await user.click(button("Confirm"));
  await within(screen.getByRole("dialog")).findByText(message);
  expect(reason().value).toBe("They asked by phone");
  expect(loadPreview).toHaveBeenCalledOnce();
  await user.click(button("Confirm"));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(confirmed).toHaveLength(2);
});

it("shows the new preview after somebody else's change, and loads the page again when it closes", async () => {
  const { user, confirmed } = open({
    previews: [preview("3 sessions"), preview("2 sessions")],
    outcomes: [conflict(), "done"],
  });
  await screen.findByText("3 sessions");
  await user.type(reason(), "They asked by phone");
  await user.click(button("Confirm"));
  await screen.findByText("2 sessions");
  expect(screen.getByText("Somebody was faster.")).toBeDefined();
  expect(pageLoads()).toBe(1);
  await user.click(button("Confirm"));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(confirmed.map(({ version }) => version)).toEqual(["3 sessions", "2 sessions"]);
  await waitFor(() => expect(pageLoads()).toBe(2));
});

it("blocks the confirmation while the server would refuse it, and keeps the reason", async () => {
  const { user } = open({
    previews: [preview("3 sessions"), conflict()],
    outcomes: [conflict()],
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
