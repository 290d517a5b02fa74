import { listDisputes } from "@greenroom/contract/desk/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ConfirmationProvider } from "../access/confirmation.tsx";
import { type Result, ResultNotice } from "./result-notice.tsx";

const calls = serveCallAnswers();
const list = "GET /api/operator/no-shows";

/** A page with a list, and the result of an action whose undo makes a call. */
function Page() {
  useQuery(queryOptionsFor(listDisputes));
  const [result, setResult] = useState<Result | null>({
    msg: "It is done.",
    undo: { path: "/api/operator/coupons/1/stop", body: { replaces: "1" }, label: "Stop it again" },
  });
  return (
    <ConfirmationProvider>
      <ResultNotice result={result} onResult={setResult} />
      <button
        type="button"
        onClick={() =>
          setResult({ msg: "2 sessions were granted.", undo: async () => ({ msg: "They are taken back." }) })
        }
      >
        Grant
      </button>
    </ConfirmationProvider>
  );
}
beforeEach(() => {
  storeSession(sampleUser);
});

const undoCall = "POST /api/operator/coupons/1/stop";
const seen = { body: { lines: [], typedConfirmation: "HELLO", version: "1" } };
const loads = () => calls.sent.filter(({ name }) => name === list).length;

it("an undo that is no longer possible says why in place of the result, and reloads the page", async () => {
  const msg = "The interviewer has declined this time already.";
  calls.set({
    [list]: { body: [] },
    [`${undoCall}/preview`]: { status: 409, body: { code: "conflict", msg } },
  });
  const { user } = renderScreen(<Page />);
  await waitFor(() => expect(loads()).toBe(1));
  await user.click(screen.getByRole("button", { name: "Stop it again" }));
  const notice = await screen.findByText(msg, { selector: "[data-tone]" });
  expect(notice.dataset.tone).toBe("wait");
  expect(screen.queryByText("It is done.")).toBeNull();
  expect(screen.queryByRole("button", { name: "Stop it again" })).toBeNull();
  await waitFor(() => expect(loads()).toBe(2));
});

it("the error of an undo does not stand below the result of a later action", async () => {
  const msg = "The interviewer has declined this time already.";
  calls.set({
    [list]: { body: [] },
    [`${undoCall}/preview`]: { status: 409, body: { code: "conflict", msg } },
  });
  const { user } = renderScreen(<Page />);
  await waitFor(() => expect(loads()).toBe(1));
  await user.click(screen.getByRole("button", { name: "Stop it again" }));
  await screen.findByText(msg, { selector: "[data-tone]" });
  await user.click(screen.getByRole("button", { name: "Grant" }));
  await screen.findByText("2 sessions were granted.");
  expect(screen.queryByText(msg)).toBeNull();
});

it("an undo that fails can be tried again below its result", async () => {
  calls.set({
    [list]: { body: [] },
    [`${undoCall}/preview`]: seen,
    [undoCall]: [{ status: 500, body: {} }, { body: { msg: "It is undone.", approvalId: null, undo: null } }],
  });
  const { user } = renderScreen(<Page />);
  await waitFor(() => expect(loads()).toBe(1));
  await user.click(screen.getByRole("button", { name: "Stop it again" }));
  await screen.findByText("❌ This was not done.");
  expect(screen.getByText("It is done.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Stop it again" }));
  await screen.findByText("It is undone.");
  expect(calls.sent.findLast(({ name }) => name === undoCall)?.body).toEqual({
    ...{ replaces: "1", version: "1", typed: "HELLO", reason: "Undone right after it was done" },
  });
  await waitFor(() => expect(loads()).toBe(2));
});

it("an undo that needs a second operator waits for one, and can be withdrawn", async () => {
  const msg = "Nothing has happened yet: another owner has to approve it within 24 hours.";
  const undo = { path: "/api/operator/approvals/1/decision", body: {}, label: "Withdraw the request" };
  calls.set({
    [list]: { body: [] },
    [`${undoCall}/preview`]: seen,
    [undoCall]: { body: { msg, approvalId: "1", undo } },
  });
  const { user } = renderScreen(<Page />);
  await user.click(screen.getByRole("button", { name: "Stop it again" }));
  expect((await screen.findByText(msg, { selector: "[data-tone]" })).dataset.tone).toBe("wait");
  expect(screen.getByRole("button", { name: "Withdraw the request" })).toBeDefined();
});
