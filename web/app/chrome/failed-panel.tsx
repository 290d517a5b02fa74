import type { ReactNode } from "react";
import { Button } from "../../ui/actions/button.tsx";

interface FailedPanelProps {
  /** The failure and its button. */
  children: ReactNode;
  onClose: () => void;
}

/** Takes the place of a dialog whose code could not be fetched, and can be closed like one. */
export function FailedPanel({ children, onClose }: FailedPanelProps) {
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto grid max-w-md justify-items-center rounded-lg border border-line bg-card p-4 text-ink shadow-high">
      {children}
      <Button variant="ghost" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
