import { screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ConfirmationProvider } from "../access/confirmation.tsx";
import { type ActionResult, ResultNotice } from "./result-notice.tsx";
import { useApprovableResult } from "./use-approvable-result.ts";

const calls = serveCallAnswers();
const id = "0190a5b8-0000-7000-8000-000000000001";
const decision = `POST /api/operator/approvals/${id}/decision`;
const asked = "Nothing has happened yet: another owner has to approve it within 24 hours.";

beforeEach(() => {
  storeSession(sampleUser);
});

/** A page whose action waits for a second operator. */
function Page() {
  const resultOf = useApprovableResult();
  const [result, setResult] = useState<ActionResult | null>(null);
  return (
    <>
      <ResultNotice result={result} onResult={setResult} />
      <button type="button" onClick={() => setResult(resultOf({ msg: asked, approvalId: id }))}>
        Ask
      </button>
    </>
  );
}

it("can be withdrawn by the operator who has just asked for it", async () => {
  calls.set({
    [`${decision}/preview`]: { body: { lines: [], typedConfirmation: null, version: "1" } },
    [decision]: {
      body: { msg: "This is withdrawn. Nothing else was done.", approvalId: id, lotId: null, closedDays: [] },
    },
  });
  const { user } = renderScreen(
    <ConfirmationProvider>
      <Page />
    </ConfirmationProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await screen.findByText(asked);
  await user.click(screen.getByRole("button", { name: "Withdraw the request" }));
  await screen.findByText("This is withdrawn. Nothing else was done.");
  expect(calls.sent.filter(({ name }) => name === decision).map(({ body }) => body)).toEqual([
    { decision: "withdraw", version: "1", reason: "Undone right after it was done" },
  ]);
});
