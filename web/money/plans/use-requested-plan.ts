import type { PlanType } from "@greenroom/contract/money/plans.ts";
import { useSearchParams } from "react-router";

const planTypes: readonly PlanType[] = ["Basic", "Pro", "Premium"];

/** The query that selects a plan; it survives sign-in, sign-up and a reload. */
export function planSearch(planType: PlanType): string {
  return `?${new URLSearchParams({ plan: planType })}`;
}

/** The plan that the URL selects, and a function to select another or none. */
export function useRequestedPlan(): [PlanType | null, (planType: PlanType | null) => void] {
  const [search, setSearch] = useSearchParams();
  const requestedPlan = planTypes.find((planType) => planType === search.get("plan")) ?? null;
  return [
    requestedPlan,
    (planType) =>
      setSearch(planType === null ? {} : { plan: planType }, { replace: true, preventScrollReset: true }),
  ];
}
