import { describe, expect, it } from "vitest";
import { buyPlansText, creditsLeftText, noCreditsText, sessionsByPlanText } from "./credits-text.ts";

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
