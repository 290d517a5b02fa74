import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { RequireRole } from "../../session/require-role.tsx";
import { useSession, useUser } from "../../session/session.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import {
  buyPlansText,
  creditsLeftText,
  LowCreditsBanner,
  noCreditsText,
  sessionsByPlanText,
} from "./credits-left.tsx";

function Dashboard() {
  const { sessionCount, planType } = useUser();
  const { refreshUser } = useSession();
  return (
    <>
      <LowCreditsBanner sessionCount={sessionCount} planType={planType} />
      <p>Sessions: {sessionCount}</p>
      <button type="button" onClick={() => void refreshUser()}>
        Book
      </button>
    </>
  );
}

describe("credits left", () => {
  const calls = serveCallAnswers();
  const never = { ...sampleUser, planType: null, sessionCount: 0 };
  const banner = { name: "Sessions left" };

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

  it("shows somebody who has just booked with the last session nothing to buy", async () => {
    storeSession({ ...never, planType: "Pro", sessionCount: 1 });
    calls.set({
      "GET /api/user/profile": [
        { body: { ...never, planType: "Pro", sessionCount: 1 } },
        { body: { ...never, planType: "Pro", sessionCount: 0 } },
      ],
    });
    const { user } = renderScreen(
      <RequireRole allow="interviewee" loading={null}>
        <Dashboard />
      </RequireRole>,
    );
    expect((await screen.findByRole("region", banner)).textContent).toContain("1 interview to book");
    await user.click(screen.getByRole("button", { name: "Book" }));
    expect(await screen.findByText("Sessions: 0")).toBeDefined();
    expect(screen.queryByRole("region", banner)).toBeNull();
  });

  it("says that there are no sessions when the server says so, too", async () => {
    open({ body: never });
    expect((await screen.findByRole("region", banner)).textContent).toContain("You have no sessions yet.");
  });
});

describe("credits text", () => {
  const never = { sessionCount: 0, planType: null };

  describe("the credits in the sidebar", () => {
    it.each([
      [never, "No sessions yet"],
      [{ sessionCount: 0, planType: "Pro" }, "No sessions left"],
      [{ sessionCount: 1, planType: null }, "1 session left"],
      [{ sessionCount: 3, planType: "Pro" }, "3 sessions left"],
    ])("%j: %s", (credits, words) => expect(creditsLeftText(credits)).toBe(words));

    it("tells people who never bought a plan that they have no credits yet", () => {
      expect(noCreditsText(never)).toBe("You have no sessions yet.");
      expect(noCreditsText({ sessionCount: 0, planType: "Basic" })).toBe("You have no sessions left.");
    });

    it("offers more plans only to people who bought one", () => {
      expect(buyPlansText(never)).toBe("See Plans");
      expect(buyPlansText({ planType: "Basic" })).toBe("Buy More Plans");
    });

    it.each([
      [[], "Basic", "Basic plan"],
      [[], null, "No plan yet"],
      // Not the last plan bought.
      [[{ planType: "Pro", sessions: 2 }], "Basic", "Pro plan"],
      [
        [
          { planType: "Pro", sessions: 2 },
          { planType: "Basic", sessions: 1 },
        ],
        "Basic",
        "2 Pro · 1 Basic",
      ],
      [
        [
          { planType: "Pro", sessions: 2 },
          { planType: null, sessions: 1 },
        ],
        "Pro",
        "2 Pro · 1 extra",
      ],
      [[{ planType: null, sessions: 1 }], null, "Extra sessions"],
    ])("names what is left by plan: %j, %s last: %s", (sessionsByPlan, planType, words) => {
      expect(sessionsByPlanText({ sessionCount: 1, planType, sessionsByPlan })).toBe(words);
    });
  });
});
