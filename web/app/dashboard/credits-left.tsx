import type { User } from "@greenroom/contract/people/accounts.ts";
import { useRef } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { useProfileCheck } from "../../session/require-role.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { StatusLight } from "../../ui/status.tsx";

type Credits = Pick<User, "sessionCount" | "planType" | "sessionsByPlan">;

/** Shown at the foot of the sidebar. */
export function CreditsLeftCard(credits: Credits) {
  return (
    <section aria-label="Your plan" className="rounded-sm bg-dark-2 px-3 py-3 text-sm">
      <p className="font-semibold tabular">{creditsLeftText(credits)}</p>
      <p className="text-on-dark-2 tabular">{sessionsByPlanText(credits)}</p>
    </section>
  );
}

/** With this many credits or fewer, the card suggests buying more (requirements §9). */
const lowCreditThreshold = 1;

export function LowCreditsBanner(credits: Credits) {
  const isProfileChecked = useProfileCheck().state === "checked";
  const onArrival = useRef<number | null>(null);
  const isBookingSlot = new URLSearchParams(useLocation().search).has("slot");
  if (isProfileChecked) onArrival.current ??= credits.sessionCount;
  if (credits.sessionCount > lowCreditThreshold) return null;
  // Who comes for a slot is booking, or has just booked it.
  if (isBookingSlot) return null;
  // Somebody who has just booked with the last session looks at the interview, not at what else we sell.
  if (credits.sessionCount === 0 && onArrival.current !== null && onArrival.current > 0) return null;
  return (
    <section
      aria-label="Sessions left"
      className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-md border border-accent-line bg-accent-tint px-3 py-0.5 text-amber sm:mb-6 sm:px-4 sm:py-2.5 print:hidden"
      // Sessions may have been bought on another device since. The banner keeps its place, so that nothing moves.
      style={isProfileChecked ? undefined : { visibility: "hidden" }}
    >
      <StatusLight status="wait" className="sm:text-base">
        {credits.sessionCount === 0 ? noCreditsText(credits) : "1 interview to book"}
      </StatusLight>
      <Link to={paths.pricing} reloadDocument className={buttonClass({ variant: "quiet", size: "sm" })}>
        {buyPlansText(credits)}
      </Link>
    </section>
  );
}

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
