import { listFailedJobs, retryJob } from "@greenroom/contract/desk/health.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { call } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { useOperatorCall } from "./operator-calls.tsx";
import { RequireDeskAccess } from "./require-desk-access.tsx";

const calls = serveCallAnswers();
const forbidden = { status: 403, body: { code: "forbidden", msg: "Not allowed.", requestId: "1" } };
const isOpen = {
  body: {
    ...{ level: "support", isEnrolled: true, confirmedUntil: null, recoveryCodesLeft: 10 },
    openUntil: "2099-01-01T00:00:00.000Z",
  },
};
const accessCalls = () => calls.sent.filter(({ name }) => name === "GET /api/operator/access");

beforeEach(() => {
  storeSession(sampleUser);
});

function Jobs() {
  useQuery(queryOptionsFor(listFailedJobs));
  return <p>Jobs</p>;
}

it("closes, and says why, when a call is refused because the operator has lost the right", async () => {
  calls.set({
    "GET /api/operator/access": [isOpen, forbidden],
    "GET /api/operator/jobs/failed": forbidden,
  });
  renderScreen(
    <RequireDeskAccess>
      <Jobs />
    </RequireDeskAccess>,
  );
  await screen.findByRole("heading", { name: "You're no longer an operator" });
  expect(screen.queryByText("Jobs")).toBeNull();
  expect(accessCalls()).toHaveLength(2);
});

function Discard() {
  const [renders, setRenders] = useState(0);
  const discard = useMutation({
    mutationFn: () => call(retryJob, { params: { id: "1" } }),
  });
  return (
    <>
      <button type="button" onClick={() => discard.mutate()}>
        Discard
      </button>
      <button type="button" onClick={() => setRenders((count) => count + 1)}>
        Render {renders}
      </button>
      <p>{discard.isError && "Refused"}</p>
    </>
  );
}

it("asks once for the desk's state after a refused action, however often its error is rendered", async () => {
  calls.set({
    "GET /api/operator/access": isOpen,
    "POST /api/operator/jobs/1/retry": forbidden,
  });
  const { user } = renderScreen(
    <RequireDeskAccess>
      <Discard />
    </RequireDeskAccess>,
  );
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  await screen.findByText("Refused");
  await waitFor(() => expect(accessCalls()).toHaveLength(2));
  for (const count of [0, 1, 2]) {
    await user.click(screen.getByRole("button", { name: `Render ${count}` }));
  }
  // A request of the renders above would be sent before this one.
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(calls.sent.filter(({ name }) => name.startsWith("POST"))).toHaveLength(2));
  await waitFor(() => expect(accessCalls()).toHaveLength(3));
});

it("closes when a call is refused that an open dialog or a download makes", async () => {
  const access = { "GET /api/operator/access": [isOpen, forbidden] };
  calls.set({ ...access, "POST /api/operator/jobs/1/retry": forbidden });
  const { user } = renderScreen(
    <RequireDeskAccess>
      <Asking />
    </RequireDeskAccess>,
  );
  await user.click(await screen.findByRole("button", { name: "Ask" }));
  await screen.findByRole("heading", { name: "You're no longer an operator" });
  expect(accessCalls()).toHaveLength(2);
});

/** Makes a call that is neither a query nor a mutation, as dialogs do. */
function Asking() {
  const operatorCall = useOperatorCall();
  const ask = () => operatorCall(retryJob, { params: { id: "1" } });
  return (
    <button type="button" onClick={() => void ask().catch(() => undefined)}>
      Ask
    </button>
  );
}
