import type { User } from "@greenroom/contract/people/accounts.ts";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useIsProfileChecked } from "../../session/require-role.tsx";
import { buttonClass } from "../../ui/actions/button-class.ts";
import { StatusLight } from "../../ui/status/status-light.tsx";
import { buyPlansText, creditsLeftText, noCreditsText, sessionsByPlanText } from "./credits-text.ts";

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
  const isProfileChecked = useIsProfileChecked();
  if (credits.sessionCount > lowCreditThreshold) return null;
  return (
    <section
      aria-label="Sessions left"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md border border-accent-line bg-accent-tint px-4 py-2.5 text-amber print:hidden"
      // Sessions may have been bought on another device since. The banner keeps its place, so that nothing moves.
      style={isProfileChecked ? undefined : { visibility: "hidden" }}
    >
      <StatusLight status="wait" className="text-base">
        {credits.sessionCount === 0 ? noCreditsText(credits) : "You have only 1 session left."}
      </StatusLight>
      <Link to={paths.pricing} reloadDocument className={buttonClass({ variant: "quiet", size: "sm" })}>
        {buyPlansText(credits)}
      </Link>
    </section>
  );
}
