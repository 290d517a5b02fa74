import { useState } from "react";
import { LazyArea } from "../../ui/status/lazy-area.tsx";
import { FailedPanel } from "./failed-panel.tsx";

// The panel loads the dialog library, and most visits never open it.
const panelSource = {
  name: "The menu",
  load: () => import("./mobile-menu-panel.tsx").then((module) => module.default),
};

/** The header's links on a phone; following one closes it. */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  return (
    <div className="md:hidden">
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setHasOpened(true);
          setOpen(true);
        }}
        className="-mr-2 grid size-11 place-items-center rounded-full hover:bg-sunk"
      >
        <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6" stroke="currentColor" strokeWidth="2">
          <path d="M4 6h16M4 12h16M4 18h16" strokeLinecap="round" />
        </svg>
      </button>
      {hasOpened && (
        <LazyArea
          source={panelSource}
          frame={(failure) => open && <FailedPanel onClose={() => setOpen(false)}>{failure}</FailedPanel>}
        >
          {(MobileMenuPanel) => <MobileMenuPanel open={open} onClose={() => setOpen(false)} />}
        </LazyArea>
      )}
    </div>
  );
}
