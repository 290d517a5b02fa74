import type { PlanType } from "@greenroom/contract/plans.ts";
import { useSearchParams } from "react-router";

const planTypes: readonly PlanType[] = ["Basic", "Pro", "Premium"];

/** The query that asks for a plan; it goes along through sign-in and sign-up, and over a reload. */
export function wishFor(planType: PlanType): string {
  return `?${new URLSearchParams({ plan: planType })}`;
}

/** The plan that the address asks for, and how to ask for another or none. */
export function usePlanWish(): [PlanType | null, (planType: PlanType | null) => void] {
  const [search, setSearch] = useSearchParams();
  const wished = planTypes.find((planType) => planType === search.get("plan")) ?? null;
  return [
    wished,
    (planType) =>
      setSearch(planType === null ? {} : { plan: planType }, { replace: true, preventScrollReset: true }),
  ];
}
