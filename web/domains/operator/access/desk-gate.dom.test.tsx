import { listFailedJobs } from "@greenroom/contract/operator/health.ts";
import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { DeskGate } from "./desk-gate.tsx";

const calls = serveCallAnswers();

function Jobs() {
  useQuery(queryOptionsFor(listFailedJobs));
  return <p>Jobs</p>;
}

it("closes, and says why, when a call is refused because the operator has lost the right", async () => {
  localStorage.setItem("greenroom.token", "a token");
  localStorage.setItem("greenroom.user", JSON.stringify({ email: "a@b.example", role: "interviewee" }));
  const forbidden = { status: 403, body: { code: "forbidden", msg: "Not allowed.", requestId: "1" } };
  const access = { level: "support", isEnrolled: true, confirmedUntil: null, recoveryCodesLeft: 10 };
  calls.set({
    "GET /api/operator/access": [{ body: { ...access, openUntil: "2099-01-01T00:00:00.000Z" } }, forbidden],
    "GET /api/operator/jobs/failed": forbidden,
  });
  renderScreen(
    <DeskGate>
      <Jobs />
    </DeskGate>,
  );
  await screen.findByRole("heading", { name: "You're no longer an operator" });
  expect(screen.queryByText("Jobs")).toBeNull();
  const asked = calls.sent.filter(({ name }) => name === "GET /api/operator/access");
  expect(asked).toHaveLength(2);
});
