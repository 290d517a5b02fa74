import type { Plan } from "@greenroom/contract/plans.ts";
import { useEffect, useState } from "react";
import { call } from "../../api/client.ts";
import { lightEndpoints } from "../../api/light-endpoint.ts";
import { useSession } from "../accounts/session.tsx";
import { facts, injectedFacts } from "../site/page-facts.ts";

/** At build there are the three plans with gaps for words; under the development server nothing until it was fetched. */
const inPage: Plan[] | null =
  injectedFacts?.plans ?? (import.meta.env.SSR && !import.meta.env.DEV ? facts.plans : null);

interface Answer {
  plans: Plan[] | null;
  error: unknown;
}

export interface VisitorPlans {
  /** Null while they are on their way, which happens under the development server alone. */
  shown: Plan[] | null;
  isPageOwn: boolean;
  error: unknown;
  retry: () => void;
}

/**
 * The plans as this visitor would pay them: those that came with the page at once, then what the server says to
 * whoever is signed in. `isPageOwn` while it is the former. Asks by itself, without the cache of answers, which would
 * be a third of this page's weight.
 */
export function useVisitorPlans(): VisitorPlans {
  const { status, token } = useSession();
  const [{ plans, error }, setAnswer] = useState<Answer>({ plans: null, error: null });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another person, or another try, asks anew
  useEffect(() => {
    if (status === "loading") return;
    const controller = new AbortController();
    const { signal } = controller;
    call(lightEndpoints.listPlans, { signal }).then(
      (fetched) => setAnswer({ plans: fetched, error: null }),
      (failure: unknown) => {
        if (!signal.aborted) setAnswer((last) => ({ ...last, error: failure }));
      },
    );
    return () => controller.abort();
  }, [status, token, tries]);

  return { shown: plans ?? inPage, isPageOwn: plans === null, error, retry: () => setTries(tries + 1) };
}
