import clsx from "clsx";
import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";

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
   * In a flex column of a given height: the tabs stay in place, and each panel below them scrolls separately. All panels
   * are drawn at once.
   */
  fill?: boolean | undefined;
  /** In the row of the tabs, before them. */
  before?: ReactNode;
}

/** A panel that was open stays mounted, so that typed text survives a switch to another. */
export function Tabs({ label, tabs, value, onValueChange, fill = false, before }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const isNarrowed = before !== undefined;
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (!opened.includes(value)) setOpened([...opened, value]);
  // The list is wider than its place there, and the open tab must be in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is at another place
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>("[data-state=active]");
    if (isNarrowed && list.current && open) list.current.scrollLeft = open.offsetLeft;
  }, [isNarrowed, value]);
  return (
    <Radix.Root
      value={value}
      onValueChange={onValueChange}
      className={clsx(fill && "flex min-h-0 grow flex-col")}
    >
      <div className="flex shrink-0 items-center gap-1">
        {before}
        <Radix.List
          ref={list}
          aria-label={label}
          className={clsx(
            "relative inline-flex min-w-0 gap-1 overflow-x-auto rounded-full bg-sunk",
            !isNarrowed && "p-1",
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
      </div>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          forceMount
          className={clsx(
            fill
              ? // A scrolling box clips its content, so the focus ring of a field at its edge needs padding.
                clsx(
                  "flex min-h-0 grow flex-col overflow-y-auto focus-visible:-outline-offset-2",
                  isNarrowed ? "px-1" : "-mx-1 -mb-1 p-1 max-lg:mt-1 lg:mt-2",
                )
              : "mt-5",
            "data-[state=inactive]:hidden",
          )}
        >
          {(fill || opened.includes(tab.value)) && tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
