import { type ReactNode, useId } from "react";
import { LineIcon } from "../actions/line-icon.tsx";

export interface AccordionItem {
  id: string;
  question: ReactNode;
  answer: ReactNode;
}

export interface AccordionProps {
  items: readonly AccordionItem[];
  /** Lists with the same group have one open item in total; if omitted, each list has its own. */
  group?: string | undefined;
  headingLevel?: "h2" | "h3" | "h4" | undefined;
}

/**
 * One answer is open at a time; clicking the open one closes it. The browser's own disclosure element does
 * both, so it works before and without any script, and searching the page opens the answer that it finds.
 */
export function Accordion({ items, group, headingLevel: Heading = "h3" }: AccordionProps) {
  const ownGroup = useId();
  return (
    <div className="divide-y divide-line overflow-hidden rounded-md border border-line bg-card">
      {items.map((item) => (
        <details key={item.id} name={group ?? ownGroup} className="group">
          <summary className="flex min-h-13 list-none items-center justify-between gap-4 px-5 py-3.5 hover:bg-sunk focus-visible:-outline-offset-4 [&::-webkit-details-marker]:hidden">
            <Heading className="font-text text-base font-semibold leading-snug tracking-normal">
              {item.question}
            </Heading>
            <LineIcon className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-180">
              m6 9 6 6 6-6
            </LineIcon>
          </summary>
          <div className="animate-fade px-5 pb-5 text-ink-2">{item.answer}</div>
        </details>
      ))}
    </div>
  );
}
