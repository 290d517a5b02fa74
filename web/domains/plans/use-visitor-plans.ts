import type { Plan } from "@greenroom/contract/plans.ts";
import { useQuery } from "@tanstack/react-query";
import { lightEndpoints } from "../../api/light-endpoint.ts";
import { queryOf } from "../../api/queries.ts";
import { facts, injectedFacts } from "../site/page-facts.ts";

/** At build there are the three plans with gaps for words; under the development server nothing until it was fetched. */
const inPage: Plan[] | null = injectedFacts?.plans ?? (import.meta.env.SSR ? facts.plans : null);

/**
 * The plans as this visitor would pay them: those that came with the page at once, then what the server says to
 * whoever is signed in. `isPageOwn` while it is the former.
 */
export function useVisitorPlans() {
  const { data, error, isFetching, refetch } = useQuery(queryOf(lightEndpoints.listPlans));
  return { shown: data ?? inPage, isPageOwn: data === undefined, error, isFetching, refetch };
}
