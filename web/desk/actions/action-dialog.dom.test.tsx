import type { Preview } from "@greenroom/contract/desk/actions.ts";
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import { ActionButton } from "./action-dialog.tsx";
import type { ActionField } from "./action-fields.tsx";
import { useShowResult } from "./result-notice.tsx";

const calls = serveCallAnswers();
const pageCall = "GET /api/operator/jobs/failed";
const id = "0190a5b8-0000-7000-8000-000000000001";
const actionCall = `POST /api/operator/people/${id}/sign-out`;
const preview = (text: string, typedConfirmation: string | null = null): { body: Preview } => ({
  body: { lines: [{ label: "Effect", text }], typedConfirmation, version: text },
});
const done = { body: { msg: "The result", approvalId: null, undo: null } };
const conflict = { status: 409, body: { code: "conflict", msg: "Somebody was faster." } };
const refusal = (path: string, msg: string) => ({
  status: 400,
  body: { code: "invalid_input", msg, details: [{ path, msg }] },
});

interface Steps {
  /** The outcomes of the previews, in order; the last one stays. */
  previews: CallAnswer[];
  /** The outcomes of the confirmations, in order. */
  outcomes?: CallAnswer[];
  fields?: readonly ActionField[];
}

/** A page whose list can be outdated. */
function Page({ fields = [] }: Pick<Steps, "fields">) {
  useQuery(queryOptionsFor("GET /api/operator/jobs/failed"));
  return (
    <ActionButton
      title="Do it"
      action={"POST /api/operator/people/:id/sign-out"}
      id={id}
      confirmLabel="Confirm"
      pendingLabel="Doing it…"
      fields={fields}
    >
      Open
    </ActionButton>
  );
}

beforeEach(() => {
  storeSession(sampleUser);
});

async function open({ previews, outcomes = [done], fields = [] }: Steps) {
  calls.set({ [pageCall]: { body: [] }, [`${actionCall}/preview`]: previews, [actionCall]: outcomes });
  const rendered = renderDesk(<Page fields={fields} />);
  await rendered.user.click(screen.getByRole("button", { name: "Open" }));
  return rendered;
}

const sentTo = (name: string) => calls.sent.filter((sent) => sent.name === name).map(({ body }) => body);
const confirmed = () => sentTo(actionCall);
const previewed = () => sentTo(`${actionCall}/preview`);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const reason = () => screen.getByLabelText<HTMLTextAreaElement>(/^Reason/);
const isOpen = () => screen.queryByRole("dialog") !== null;
const pageLoads = () => sentTo(pageCall).length;

describe("the dialog of an action", () => {
  it("offers nothing to confirm before the preview is there", async () => {
    await open({ previews: ["hang"] });
    await screen.findByText("Loading what this would do…");
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
  });

  it("takes the focus, and Escape gives it back without doing anything", async () => {
    const { user } = await open({ previews: [preview("3 sessions")] });
    await screen.findByText("3 sessions");
    const dialog = screen.getByRole("dialog");
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(isOpen()).toBe(false));
    await waitFor(() => expect(document.activeElement).toBe(button("Open")));
    expect(confirmed()).toEqual([]);
  });

  it.each<[string, CallAnswer, string]>([
    ["a lost connection", "cut", "⚠️ Network error. Please check your connection."],
    ["a server that fails", { status: 500, body: {} }, "❌ This could not be loaded."],
  ])("loads the preview again after %s", async (_name, error, message) => {
    const { user } = await open({ previews: [error, preview("3 sessions")] });
    await screen.findByText(message);
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
    await user.click(button("Try again"));
    await screen.findByText("3 sessions");
    expect(screen.queryByText(message)).toBeNull();
  });

  it("only goes back from a preview that the server refuses", async () => {
    const { user } = await open({ previews: [refusal("sessions", "That is too many.")] });
    await screen.findByText("That is too many.");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    await user.click(button("Go back"));
    expect(isOpen()).toBe(false);
    expect(pageLoads()).toBe(1);
  });

  it("is confirmed with Enter alone, once, in the version that was shown, and moves the focus to the result", async () => {
    const { user } = await open({ previews: [preview("3 sessions", "CANCEL 2")] });
    await screen.findByText("3 sessions");
    await user.click(reason());
    await user.keyboard("{Enter}");
    const typed = screen.getByLabelText(/^Type CANCEL 2/);
    expect(document.activeElement).toBe(typed);
    await user.keyboard("cancel 3{Enter}");
    await screen.findByText("Enter a reason.");
    await screen.findByText("Type CANCEL 2 to confirm.");
    expect(confirmed()).toEqual([]);
    await user.click(reason());
    await user.keyboard("One{Shift>}{Enter}{/Shift}two{Enter}{Backspace}2");
    // Both before the answer, after which the second one would open the dialog again.
    await userEvent.setup({ delay: null }).keyboard("{Enter}{Enter}");
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(confirmed()).toEqual([{ reason: "One\ntwo", version: "3 sessions", typed: "cancel 2" }]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("The result"));
    expect(pageLoads()).toBe(2);
  });

  it("stays open while it is being done", async () => {
    const { user } = await open({ previews: [preview("3 sessions")], outcomes: ["hang"] });
    await screen.findByText("3 sessions");
    await user.type(reason(), "They asked by phone");
    await user.click(button("Confirm"));
    await screen.findByText("Doing it…");
    expect(isOpen()).toBe(true);
  });

  it.each<[string, CallAnswer, string]>([
    ["a lost connection", "cut", "⚠️ Network error. Please check your connection."],
    ["a failure", { status: 500, body: {} }, "❌ This was not done."],
    ["a refusal", { status: 403, body: { code: "forbidden", msg: "Only owners can." } }, "Only owners can."],
  ])("keeps the reason after %s, and can be confirmed again", async (_name, error, message) => {
    const { user } = await open({ previews: [preview("3 sessions")], outcomes: [error, done] });
    await screen.findByText("3 sessions");
    await user.type(reason(), "They asked by phone");
    await user.click(button("Confirm"));
    await within(screen.getByRole("dialog")).findByText(message);
    expect(reason().value).toBe("They asked by phone");
    expect(previewed()).toHaveLength(1);
    await user.click(button("Confirm"));
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(confirmed()).toHaveLength(2);
  });

  it("shows the new preview after somebody else's change, and loads the page again when it closes", async () => {
    const { user } = await open({
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
    const { user } = await open({ previews: [preview("3 sessions"), conflict], outcomes: [conflict] });
    await screen.findByText("3 sessions");
    await user.type(reason(), "They asked by phone");
    await user.click(button("Confirm"));
    await waitFor(() => expect(button("Confirm").disabled).toBe(true));
    expect(reason().value).toBe("They asked by phone");
    // The action and its new preview are refused for the same reason.
    expect(screen.getAllByText("Somebody was faster.")).toHaveLength(1);
    await user.click(button("Go back"));
    await waitFor(() => expect(pageLoads()).toBe(2));
  });

  it("breaks a line of a preview after the separators of an address, and never inside an amount", async () => {
    const text = "dev.patel@greenroom.example: ₹149.80 of ₹749.00 goes back on 2026-11-20.";
    await open({ previews: [preview(text)] });
    const detail = await screen.findByRole("definition");
    expect(detail.textContent).toBe(text);
    expect(detail.innerHTML.replaceAll(/<\/?span[^>]*>/g, "")).toBe(
      "dev.<wbr>patel@<wbr>greenroom.<wbr>example: ₹149.80 of ₹749.00 goes back on 2026-11-20.",
    );
  });
});

describe("the fields of an action", () => {
  it("are sent by their types, and those that are optional and empty as null", async () => {
    await open({
      previews: [preview("3 sessions")],
      fields: [
        { name: "sessions", label: "Sessions", type: "number", value: 3 },
        { name: "limit", label: "Limit", type: "number", optional: true },
        { name: "ends", label: "Ends", type: "time", value: "2026-11-20T18:00" },
        { name: "starts", label: "Starts", type: "time", optional: true },
        { name: "kind", label: "Kind", choices: { percent: "Percent", fixed: "Rupees" } },
        { name: "closes", label: "Close the day", type: "checkbox", value: true },
        { name: "text", label: "Text", optional: true },
      ],
    });
    await screen.findByText("3 sessions");
    const ends = "2026-11-20T12:30:00.000Z";
    const [kind, closes, text] = ["percent", true, ""];
    expect(previewed()).toEqual([{ sessions: 3, limit: null, ends, starts: null, kind, closes, text }]);
  });

  it("ask for no preview before all that is required is there", async () => {
    const { user } = await open({
      previews: [preview("HELLO")],
      fields: [{ name: "code", label: "Code" }],
    });
    await screen.findByText("Fill in the fields to see what would happen.");
    await user.type(screen.getByLabelText("Code"), "hello");
    await screen.findByText("HELLO");
    expect(previewed()).toEqual([{ code: "hello" }]);
    await user.clear(screen.getByLabelText("Code"));
    await screen.findByText("Fill in the fields to see what would happen.");
    await waitFor(() => expect(button("Confirm").disabled).toBe(true));
  });

  it("cannot be confirmed before the preview of what they contain now is shown", async () => {
    const { user } = await open({
      previews: [preview("1 added"), preview("3 added")],
      fields: [{ name: "sessions", label: "Sessions", type: "number", value: 1 }],
    });
    await screen.findByText("1 added");
    await user.type(reason(), "The room froze");
    await user.tripleClick(screen.getByLabelText("Sessions"));
    await user.keyboard("3");
    expect(button("Confirm").disabled).toBe(true);
    await screen.findByText("3 added");
    await user.click(button("Confirm"));
    await waitFor(() =>
      expect(confirmed()).toEqual([{ sessions: 3, reason: "The room froze", version: "3 added" }]),
    );
  });

  it("show what the server says about them, and lose it when they are corrected", async () => {
    const { user } = await open({
      previews: [refusal("sessions", "At most 5."), preview("2 sessions")],
      fields: [{ name: "sessions", label: "Sessions", choices: { 9: "Nine", 2: "Two" }, value: 9 }],
    });
    const field = screen.getByLabelText<HTMLSelectElement>(/^Sessions/);
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    await user.selectOptions(field, "Two");
    await screen.findByText("2 sessions");
    expect(field.getAttribute("aria-invalid")).toBeNull();
  });
});

const undo = { path: "/api/operator/coupons/1/stop", body: { replaces: "1" }, label: "Stop it again" };

/** A page with a list and a button that shows a result of another action. */
function ResultPage() {
  useQuery(queryOptionsFor("GET /api/operator/jobs/failed"));
  const show = useShowResult();
  return (
    <>
      <button type="button" onClick={() => show({ msg: "It is done.", undo })}>
        Resume
      </button>
      <button type="button" onClick={() => show({ msg: "2 sessions were granted." })}>
        Grant
      </button>
    </>
  );
}

describe("the result of an action", () => {
  const undoCall = "POST /api/operator/coupons/1/stop";
  const seen = { body: { lines: [], typedConfirmation: "HELLO", version: "1" } };

  async function showUndo(answers: Record<string, CallAnswer | CallAnswer[]>) {
    calls.set({ [pageCall]: { body: [] }, ...answers });
    const { user } = renderDesk(<ResultPage />);
    await waitFor(() => expect(pageLoads()).toBe(1));
    await user.click(button("Resume"));
    await user.click(await screen.findByRole("button", { name: "Stop it again" }));
    return user;
  }

  it("says in its place why it can no longer be undone, reloads the page, and gives way to the next", async () => {
    const user = await showUndo({ [`${undoCall}/preview`]: conflict });
    const notice = await screen.findByText("Somebody was faster.", { selector: "[data-tone]" });
    expect(notice.dataset.tone).toBe("wait");
    expect(screen.queryByText("It is done.")).toBeNull();
    expect(screen.queryByRole("button", { name: "Stop it again" })).toBeNull();
    await waitFor(() => expect(pageLoads()).toBe(2));
    await user.click(button("Grant"));
    await screen.findByText("2 sessions were granted.");
    expect(screen.queryByText("Somebody was faster.")).toBeNull();
  });

  it("keeps an undo that failed, which can be tried again", async () => {
    const user = await showUndo({
      [`${undoCall}/preview`]: seen,
      [undoCall]: [
        { status: 500, body: {} },
        { body: { msg: "It is undone.", approvalId: null, undo: null } },
      ],
    });
    await screen.findByText("❌ This was not done.");
    expect(screen.getByText("It is done.")).toBeDefined();
    await user.click(button("Stop it again"));
    await screen.findByText("It is undone.");
    expect(sentTo(undoCall).at(-1)).toEqual({
      ...{ replaces: "1", version: "1", typed: "HELLO", reason: "Undone right after it was done" },
    });
    await waitFor(() => expect(pageLoads()).toBe(2));
  });

  it("waits for the second operator whom an undo needs, and can be withdrawn", async () => {
    const msg = "Nothing has happened yet: another owner has to approve it within 24 hours.";
    const withdrawal = {
      path: "/api/operator/approvals/1/decision",
      body: {},
      label: "Withdraw the request",
    };
    await showUndo({
      [`${undoCall}/preview`]: seen,
      [undoCall]: { body: { msg, approvalId: "1", undo: withdrawal } },
    });
    expect((await screen.findByText(msg, { selector: "[data-tone]" })).dataset.tone).toBe("wait");
    expect(screen.getByRole("button", { name: "Withdraw the request" })).toBeDefined();
  });
});
