import clsx from "clsx";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "../../ui/button.tsx";

interface FilterFoldProps {
  /** Whether one of these filters is set; left out if every part of the address is one of them. */
  isUsed?: boolean;
  children: ReactNode;
}

/**
 * Filters. A phone shows them on request, or if the address already contains some. Wider screens always show
 * them.
 */
export function FilterFold({ isUsed, children }: FilterFoldProps) {
  const { search } = useLocation();
  const [isOpen, setOpen] = useState(isUsed ?? search !== "");
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        aria-expanded={isOpen}
        className="justify-self-start sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Hide filters" : "Filters"}
      </Button>
      <div className={clsx("contents", !isOpen && "max-sm:hidden")}>{children}</div>
    </>
  );
}
