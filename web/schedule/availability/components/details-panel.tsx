import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Drawer } from "../../../ui/dialogs/drawer.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { useMediaQuery } from "../../../ui/hooks/use-media-query.ts";

interface DetailsPanelProps {
  title: string;
  /** Identifies what is shown. When it changes, the panel takes the focus again. */
  shownId: string;
  /** True when there is room for a column beside the calendar. */
  isBesideCalendar: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A column beside the calendar on wide screens, a drawer on narrow ones. */
export function DetailsPanel({ title, shownId, isBesideCalendar, onClose, children }: DetailsPanelProps) {
  const isTablet = useMediaQuery("(min-width: 48rem)");
  if (!isBesideCalendar) {
    return (
      <Drawer open title={title} side={isTablet ? "right" : "bottom"} onClose={onClose}>
        {children}
      </Drawer>
    );
  }
  return (
    <SidePanel key={shownId} title={title} onClose={onClose}>
      {children}
    </SidePanel>
  );
}

type SidePanelProps = Pick<DetailsPanelProps, "title" | "onClose" | "children">;

function SidePanel({ title, onClose, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      // The focus was lost with the panel. It returns to the slot that opened the panel, if that is still drawn.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <Card
      role="region"
      aria-label={title}
      className="animate-rise"
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {title}
        </h2>
        <Button variant="ghost" size="sm" flush onClick={onClose}>
          Close
        </Button>
      </div>
      {children}
    </Card>
  );
}
