import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RequireRole } from "../../session/require-role.tsx";
import { useUser } from "../../session/session.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { LowCreditsBanner } from "./credits-left.tsx";

const calls = serveCallAnswers();
const never = { ...sampleUser, planType: null, sessionCount: 0 };
const banner = { name: "Sessions left" };

function Dashboard() {
  const { sessionCount, planType } = useUser();
  return (
    <>
      <LowCreditsBanner sessionCount={sessionCount} planType={planType} />
      <p>Sessions: {sessionCount}</p>
    </>
  );
}

function open(profile: Parameters<typeof calls.set>[0][string]) {
  storeSession(never);
  calls.set({ "GET /api/user/profile": profile });
  renderScreen(
    <RequireRole allow="interviewee" loading={null}>
      <Dashboard />
    </RequireRole>,
  );
}

it("does not say that there are no sessions before it knows what was bought on another device", async () => {
  open("hang");
  expect(await screen.findByText("Sessions: 0")).toBeDefined();
  expect(screen.queryByRole("region", banner)).toBeNull();
  // Its place is taken from the start, so that the page below stays where it is.
  expect(screen.getByText("You have no sessions yet.")).toBeDefined();
});

it("says nothing when sessions were bought on another device", async () => {
  open({ body: { ...never, planType: "Pro", sessionCount: 5 } });
  expect(await screen.findByText("Sessions: 5")).toBeDefined();
  expect(screen.queryByText("You have no sessions yet.")).toBeNull();
});

it.each([
  ["the server says so, too", { body: never }],
  ["the server cannot be asked", "cut" as const],
])("says that there are no sessions when %s", async (_, profile) => {
  open(profile);
  expect((await screen.findByRole("region", banner)).textContent).toContain("You have no sessions yet.");
});
