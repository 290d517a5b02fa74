import type { Plan } from "@greenroom/contract/plans.ts";
import { planWords } from "@greenroom/contract/price-words.ts";
import type { ReactNode } from "react";
import { messageOf } from "../../../api/errors.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { words } from "../../site/page-facts.ts";
import type { VisitorPlans } from "../use-visitor-plans.ts";
import { PlanCard } from "./plan-card.tsx";

const sentences = {
  failed: "The plans could not be loaded.",
  network: "Network error or server unavailable",
};

/** The plans at this visitor's prices. `action` draws each card's button or link. */
export function PlanCards({ plans, action }: { plans: VisitorPlans; action: (plan: Plan) => ReactNode }) {
  const { shown, isPageOwn, error, retry } = plans;
  if (shown !== null) {
    return (
      <ul className="grid gap-5 md:grid-cols-3">
        {shown.map((plan) => (
          <li key={plan.planType}>
            <PlanCard
              plan={plan}
              words={isPageOwn ? words.plans[plan.planType] : planWords(plan)}
              action={action(plan)}
            />
          </li>
        ))}
      </ul>
    );
  }
  if (error) return <ErrorState message={messageOf(error, sentences)} onRetry={retry} />;
  return (
    <div role="status" className="grid gap-5 md:grid-cols-3">
      <span className="sr-only">Loading the plans…</span>
      {["Basic", "Pro", "Premium"].map((plan) => (
        <Skeleton key={plan} className="h-96 rounded-md" />
      ))}
    </div>
  );
}
