import type { Plan } from "@greenroom/contract/money/plans.ts";
import { buildPlanText } from "@greenroom/contract/site/price-text.ts";
import type { ReactNode } from "react";
import { errorMessage } from "../../../api/errors.ts";
import { networkMessages } from "../../../api/network-messages.ts";
import { pageText } from "../../../app/page-data.ts";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import type { VisitorPlans } from "../use-visitor-plans.ts";
import { PlanCard } from "./plan-card.tsx";

const messages = {
  failed: "The plans could not be loaded.",
  network: networkMessages.unavailableInForm,
};

/** The plans at this visitor's prices. `action` renders each card's button or link. */
export function PlanCards({ plans, action }: { plans: VisitorPlans; action: (plan: Plan) => ReactNode }) {
  const { plans: shown, isFromPage, error, retry } = plans;
  if (shown !== null) {
    return (
      <ul className="grid gap-5 md:grid-cols-3">
        {shown.map((plan) => (
          <li key={plan.planType}>
            <PlanCard
              plan={plan}
              text={isFromPage ? pageText.plans[plan.planType] : buildPlanText(plan)}
              action={action(plan)}
            />
          </li>
        ))}
      </ul>
    );
  }
  if (error) return <ErrorState message={errorMessage(error, messages)} onRetry={retry} />;
  return (
    <div role="status" className="grid gap-5 md:grid-cols-3">
      <span className="sr-only">Loading the plans…</span>
      {["Basic", "Pro", "Premium"].map((plan) => (
        <Skeleton key={plan} className="h-96 rounded-md" />
      ))}
    </div>
  );
}
