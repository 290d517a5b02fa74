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
}

/** Every panel stays mounted, so that what was typed in one survives a look at another. */
export function Tabs({ label, tabs, value, onValueChange }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List
        aria-label={label}
        className="inline-flex max-w-full gap-1 overflow-x-auto rounded-full bg-sunk p-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="min-h-10 whitespace-nowrap rounded-full px-4 text-sm font-semibold text-ink-2 transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:bg-card data-[state=active]:text-ink data-[state=active]:shadow-lift data-[state=active]:ring-1 data-[state=active]:ring-line"
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
          className="mt-5 data-[state=inactive]:hidden"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
