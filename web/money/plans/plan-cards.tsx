import type { Plan } from "@greenroom/contract/money/plans.ts";
import { buildPlanText, type PlanText } from "@greenroom/contract/site/page-text.ts";
import clsx from "clsx";
import { type ReactNode, useEffect, useId, useState } from "react";
import { call, errorMessage, networkMessages } from "../../api/client.ts";
import { injectedPageData, pageData, pageText } from "../../app/page-data.ts";
import { useSession } from "../../session/session.tsx";
import { useOnReturn } from "../../ui/hooks.ts";
import { ErrorState, Skeleton } from "../../ui/loading.tsx";
import { Glow } from "../../ui/panels.tsx";

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
  const loadAgain = () => setAttempt(attempt + 1);
  // A purchase in another tab ends the offer for the first interview.
  useOnReturn(loadAgain);

  useEffect(() => {
    if (status === "loading") return;
    // The page already has a visitor's prices.
    if (token === null && plansInPage !== null && attempt === 0) {
      setResult({ plans: null, error: null });
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    call("GET /api/plans", { signal }).then(
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
    retry: loadAgain,
  };
}

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

export interface PlanCardProps {
  plan: Pick<Plan, "title" | "highlight">;
  /** This visitor's price and what it includes, as texts. */
  text: PlanText;
  /** The plan's button or link, in the variant that suits the card. */
  action: ReactNode;
}

/** One plan with this visitor's price; the highlighted one is dark, and slightly higher than the others. */
export function PlanCard({ plan, text, action }: PlanCardProps) {
  const titleId = useId();
  const { highlight: isHighlighted } = plan;
  const mutedClass = isHighlighted ? "text-on-dark-2" : "text-ink-2";
  return (
    <article
      aria-labelledby={titleId}
      className={clsx(
        "relative flex h-full flex-col overflow-hidden rounded-md border p-7.5 md:max-lg:px-5",
        isHighlighted
          ? "border-dark-line bg-dark text-on-dark shadow-high md:-translate-y-2.5"
          : "border-line bg-card",
      )}
    >
      {isHighlighted && <Glow className="-top-44 left-1/2 w-96 -translate-x-1/2" />}
      <h2 id={titleId} className="relative text-xl">
        {plan.title}
      </h2>
      <p className={clsx("relative", mutedClass)}>{text.interviews}</p>
      <PlanPrice words={text} quiet={mutedClass} />
      <p className={clsx("relative mt-2 min-h-5 text-sm tabular", isHighlighted ? mutedClass : "text-ink-3")}>
        {text.breakdown}
      </p>
      {/* Rendered even while empty, so that the server can fill it in. */}
      <p
        className={clsx(
          "relative mt-3 justify-self-start self-start rounded-full px-3 py-1 text-sm font-semibold tabular empty:hidden",
          "border border-accent-line bg-accent-tint text-amber",
        )}
      >
        {text.firstOffer}
      </p>
      <ul className="relative mt-4 grid gap-2.5 pb-6">
        {text.features.map((feature) => (
          <li key={feature} className={clsx("flex items-baseline gap-3", mutedClass)}>
            <Dot className={isHighlighted ? "text-accent" : "text-green"} />
            {feature}
          </li>
        ))}
      </ul>
      <div className="relative mt-auto">{action}</div>
    </article>
  );
}

/** Renders every element whatever the price is, so that the server can fill in a prerendered card. */
function PlanPrice({ words: text, quiet: mutedClass }: { words: PlanText; quiet: string }) {
  return (
    <p className="relative mt-4 flex flex-wrap items-baseline gap-x-3 tabular">
      <span className="font-text text-[3.25rem] font-semibold leading-none tracking-tight tabular">
        {text.price}
      </span>
      <del className={clsx("text-lg", mutedClass)}>
        <span className="sr-only">{text.strikethroughPrefix}</span>
        {text.strikethroughPrice}
      </del>
    </p>
  );
}

/** The dot of a status as a list marker. It shows no status, so it neither announces one nor pulses. */
function Dot({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-block size-2 shrink-0 -translate-y-px rounded-full bg-current ring-3 ring-current/22 forced-colors:border-4",
        className,
      )}
    />
  );
}
