import type { Plan } from "@greenroom/contract/money/plans.ts";
import type { PlanText } from "@greenroom/contract/site/price-text.ts";
import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { Glow } from "../../../ui/display/glow.tsx";

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
        "relative flex h-full flex-col overflow-hidden rounded-md border p-[1.875rem] md:max-lg:px-5",
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
