import type { Plan } from "@greenroom/contract/plans.ts";
import type { PlanWords } from "@greenroom/contract/price-words.ts";
import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { Spotlight } from "../../../ui/spotlight.tsx";

export interface PlanCardProps {
  plan: Pick<Plan, "title" | "highlight">;
  /** What this visitor would pay and gets for it, in words. */
  words: PlanWords;
  /** The plan's button or link, in the look that suits the card. */
  action: ReactNode;
}

/** One plan with what this visitor would pay; the highlighted one stands on the stage, a little above the others. */
export function PlanCard({ plan, words, action }: PlanCardProps) {
  const titleId = useId();
  const { highlight: isOnStage } = plan;
  const quiet = isOnStage ? "text-on-stage-2" : "text-ink-2";
  return (
    <article
      aria-labelledby={titleId}
      className={clsx(
        "relative flex h-full flex-col overflow-hidden rounded-md border p-[1.875rem] md:max-lg:px-5",
        isOnStage
          ? "border-stage-line bg-stage text-on-stage shadow-high md:-translate-y-2.5"
          : "border-line bg-card",
      )}
    >
      {isOnStage && <Spotlight className="-top-44 left-1/2 w-96 -translate-x-1/2" />}
      <h2 id={titleId} className="relative text-xl">
        {plan.title}
      </h2>
      <p className={clsx("relative", quiet)}>{words.interviews}</p>
      <PlanPrice words={words} quiet={quiet} />
      <p className={clsx("relative mt-2 min-h-5 text-sm tabular", isOnStage ? quiet : "text-ink-3")}>
        {words.parts}
      </p>
      <ul className="relative mt-4 grid gap-2.5 pb-6">
        {words.features.map((feature) => (
          <li key={feature} className={clsx("flex items-baseline gap-3", quiet)}>
            <Dot className={isOnStage ? "text-spot" : "text-green"} />
            {feature}
          </li>
        ))}
      </ul>
      <div className="relative mt-auto">{action}</div>
    </article>
  );
}

/** Every element stands there whatever the price is, so that the server can fill a prerendered card in. */
function PlanPrice({ words, quiet }: { words: PlanWords; quiet: string }) {
  return (
    <p className="relative mt-4 flex flex-wrap items-baseline gap-x-3 tabular">
      <span className="font-display text-[3.25rem] font-semibold leading-none">{words.price}</span>
      <del className={clsx("text-lg", quiet)}>
        <span className="sr-only">{words.instead}</span>
        {words.struck}
      </del>
    </p>
  );
}

/** The cue light's dot as a list's mark: it carries no status, so it neither means one nor pulses. */
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
