import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ownerAccess } from "../desk.testing.tsx";
import { useOperatorCall } from "./operator-calls.tsx";
import { RequireDeskAccess } from "./require-desk-access.tsx";

const calls = serveCallAnswers();
const forbidden = { status: 403, body: { code: "forbidden", msg: "Not allowed.", requestId: "1" } };
const isOpen = { body: { ...ownerAccess, openUntil: "2099-01-01T00:00:00.000Z" } };

beforeEach(() => {
  storeSession(sampleUser);
  calls.set({
    "GET /api/operator/access": [isOpen, forbidden],
    "POST /api/operator/jobs/1/retry": forbidden,
  });
});

function Asking() {
  const operatorCall = useOperatorCall();
  const ask = () => operatorCall("POST /api/operator/jobs/:id/retry", { params: { id: "1" } });
  return (
    <button type="button" onClick={() => void ask().catch(() => undefined)}>
      Ask
    </button>
  );
}

function show() {
  return renderScreen(
    <RequireDeskAccess>
      <Asking />
    </RequireDeskAccess>,
  );
}

it("closes, and says why, when a call is refused because the operator has lost the right", async () => {
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Ask" }));
  await screen.findByRole("heading", { name: "You're no longer an operator" });
  expect(screen.queryByRole("button", { name: "Ask" })).toBeNull();
});

it("closes within a minute when nothing is asked", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"], shouldAdvanceTime: true });
  show();
  await screen.findByRole("button", { name: "Ask" });
  await vi.advanceTimersByTimeAsync(60_000);
  await screen.findByRole("heading", { name: "You're no longer an operator" });
});
