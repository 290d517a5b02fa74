import clsx from "clsx";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "../../../ui/actions/button.tsx";

/**
 * Filters. A phone shows them on request, or if the address already contains some. Wider screens always show
 * them.
 */
export function FilterFold({ children }: { children: ReactNode }) {
  const { search } = useLocation();
  const [isOpen, setOpen] = useState(search !== "");
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
