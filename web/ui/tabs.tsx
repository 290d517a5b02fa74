import clsx from "clsx";
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface TabItem {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  tabs: readonly TabItem[];
  value: string;
  onValueChange: (value: string) => void;
  /**
   * In a flex column of a given height: the tabs stay in place, and each panel below them scrolls separately.
   */
  fill?: boolean | undefined;
}

/** Every panel stays mounted, so that typed text survives a switch to another. */
export function Tabs({ label, tabs, value, onValueChange, fill = false }: TabsProps) {
  return (
    <Radix.Root
      value={value}
      onValueChange={onValueChange}
      className={clsx(fill && "flex min-h-0 grow flex-col")}
    >
      <Radix.List
        aria-label={label}
        className={clsx(
          "inline-flex max-w-full gap-1 overflow-x-auto rounded-full bg-sunk p-1",
          fill && "shrink-0 self-start",
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={clsx(
              fill ? "min-h-11 px-3 lg:min-h-10 lg:px-4" : "min-h-10 px-4",
              "whitespace-nowrap rounded-full text-sm font-semibold text-ink-2 transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:bg-card data-[state=active]:text-ink data-[state=active]:shadow-lift data-[state=active]:ring-1 data-[state=active]:ring-line",
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          forceMount
          className={clsx(
            fill
              ? // A scrolling box clips its content, so the focus ring of a field at its edge needs padding.
                "-mx-1 -mb-1 flex min-h-0 grow flex-col overflow-y-auto p-1 focus-visible:-outline-offset-2 max-lg:mt-1 lg:mt-2"
              : "mt-5",
            "data-[state=inactive]:hidden",
          )}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
