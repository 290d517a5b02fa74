import { X } from "lucide-react";

interface PadProblemProps {
  words: string | null;
  onDismiss: () => void;
}

/** What could not be put into the pad, and why. */
export function PadProblem({ words, onDismiss }: PadProblemProps) {
  return (
    <div role="status" className="shrink-0">
      {words !== null && (
        <div className="flex items-center gap-2 bg-spot-tint py-1 pr-1 pl-4 text-sm text-amber">
          <p className="min-w-0 grow">{words}</p>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={onDismiss}
            className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-sunk"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
      )}
    </div>
  );
}
