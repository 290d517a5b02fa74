import clsx from "clsx";
import { Ellipsis } from "lucide-react";
import { Popover } from "radix-ui";
import type { ReactNode } from "react";
import { useMediaQuery } from "../../../ui/hooks/use-media-query.ts";
import { toolButtonClass } from "./tool-button-class.ts";

/** The width from which the tools have room beside the language. */
const wide = "(min-width: 40rem)";

/** The pad's tools: in a row, or on a phone behind one button. */
export function PadTools({ children }: { children: ReactNode }) {
  const isWide = useMediaQuery(wide);
  if (isWide) return children;
  return (
    <Popover.Root>
      <Popover.Trigger aria-label="More tools" title="More tools" className={toolButtonClass}>
        <Ellipsis aria-hidden="true" className="size-5" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          data-theme="dark"
          aria-label="More tools"
          sideOffset={6}
          collisionPadding={8}
          className={clsx(
            "z-40 grid rounded-md border border-line bg-card p-1 text-ink shadow-high",
            // Each tool shows its name, because a touch screen shows no tooltips.
            "[&>span:not([role])]:contents [&_button]:flex [&_button]:w-full [&_button]:items-center [&_button]:gap-3 [&_button]:rounded-sm [&_button]:px-3 [&_button]:after:content-[attr(aria-label)]",
            // Each name begins at the same place, whatever the size of the icon. A span is the spinner.
            "[&_button>svg]:w-5 [&_button>span]:mx-0.5",
          )}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
