import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { useMediaQuery } from "../../../ui/use-media-query.ts";

interface DetailsPanelProps {
  title: string;
  /** Names what is shown: another one takes the focus anew. */
  shownId: string;
  /** There is room for a column beside the calendar. */
  beside: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A column beside the calendar where there is room, a sheet from the edge where there is not. */
export function DetailsPanel({ title, shownId, beside, onClose, children }: DetailsPanelProps) {
  const isTablet = useMediaQuery("(min-width: 48rem)");
  if (!beside) {
    return (
      <Sheet open title={title} side={isTablet ? "right" : "bottom"} onClose={onClose}>
        {children}
      </Sheet>
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
      // The focus went away with the panel: back to the slot from which it was opened, if that is still drawn.
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
        <Button look="ghost" size="sm" flush onClick={onClose}>
          Close
        </Button>
      </div>
      {children}
    </Card>
  );
}
