import clsx from "clsx";
import type { ReactNode } from "react";

export interface DescriptionListProps {
  items: readonly { term: string; detail: ReactNode }[];
  className?: string | undefined;
}

/** When, With, Room, Costs: terms on the left, values on the right. */
export function DescriptionList({ items, className }: DescriptionListProps) {
  return (
    <dl className={clsx("grid grid-cols-[fit-content(40%)_1fr] gap-x-5 gap-y-2.5", className)}>
      {items.map((item) => (
        <div key={item.term} className="contents">
          <dt className="min-w-18 text-ink-2">{item.term}</dt>
          <dd className="min-w-0 font-semibold tabular">{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}
