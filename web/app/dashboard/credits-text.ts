import type { User } from "@greenroom/contract/people/accounts.ts";

type Credits = Pick<User, "sessionCount" | "planType" | "sessionsByPlan">;

/** True for a user without a plan and without credits. */
function hasNeverBought({ sessionCount, planType }: Credits): boolean {
  return sessionCount === 0 && planType === null;
}

/**
 * `2 sessions left`, `1 session left`, `No sessions left`; `No sessions yet` for somebody who never bought
 * any.
 */
export function creditsLeftText(credits: Credits): string {
  if (hasNeverBought(credits)) return "No sessions yet";
  const { sessionCount } = credits;
  return `${sessionCount === 0 ? "No" : sessionCount} ${sessionCount === 1 ? "session" : "sessions"} left`;
}

/** For somebody who never bought a plan, "more" would be wrong. */
export function buyPlansText({ planType }: Pick<Credits, "planType">): string {
  return planType === null ? "See Plans" : "Buy More Plans";
}

export function noCreditsText(credits: Credits): string {
  return hasNeverBought(credits) ? "You have no sessions yet." : "You have no sessions left.";
}

/** The remaining credits by plan: `Pro plan`, `2 Basic · 3 Pro`, `1 Pro · 1 extra`. */
export function sessionsByPlanText({ planType, sessionsByPlan = [] }: Credits): string {
  const [first, ...others] = sessionsByPlan;
  if (first === undefined) return planType === null ? "No plan yet" : `${planType} plan`;
  if (others.length === 0) return first.planType === null ? "Extra sessions" : `${first.planType} plan`;
  return sessionsByPlan.map((plan) => `${plan.sessions} ${plan.planType ?? "extra"}`).join(" · ");
}
