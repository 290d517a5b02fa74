import type { Plan } from "@greenroom/contract/money/plans.ts";
import { useEffect, useState } from "react";
import { call } from "../../api/client.ts";
import { lightEndpoints } from "../../api/light-endpoint.ts";
import { injectedPageData, pageData } from "../../app/page-data.ts";
import { useSession } from "../../session/session.tsx";

/**
 * At build these are the three plans with placeholders as texts; with the development server, nothing until
 * they were fetched.
 */
const plansInPage: Plan[] | null =
  injectedPageData?.plans ?? (import.meta.env.SSR && !import.meta.env.DEV ? pageData.plans : null);

interface PlansResult {
  plans: Plan[] | null;
  error: unknown;
}

export interface VisitorPlans {
  /** Null while they load, which happens only with the development server. */
  plans: Plan[] | null;
  isFromPage: boolean;
  error: unknown;
  retry: () => void;
}

/**
 * The plans at this visitor's prices: first those that came with the page, then, for a signed-in user, those
 * from the server. `isFromPage` is true for the former. It fetches without the query cache, which would be a
 * third of this page's size.
 */
export function useVisitorPlans(): VisitorPlans {
  const { status, token } = useSession();
  const [{ plans, error }, setResult] = useState<PlansResult>({ plans: null, error: null });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another user or another attempt loads again
  useEffect(() => {
    if (status === "loading") return;
    const controller = new AbortController();
    const { signal } = controller;
    call(lightEndpoints.listPlans, { signal }).then(
      (fetched) => setResult({ plans: fetched, error: null }),
      (failure: unknown) => {
        if (!signal.aborted) setResult((last) => ({ ...last, error: failure }));
      },
    );
    return () => controller.abort();
  }, [status, token, attempt]);

  return {
    plans: plans ?? plansInPage,
    isFromPage: plans === null,
    error,
    retry: () => setAttempt(attempt + 1),
  };
}
