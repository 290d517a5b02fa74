import { ChevronUp, Play, X } from "lucide-react";

/** A moment in words. */
export interface MomentWords {
  /** On the interview's clock. */
  time: string;
  /** What happened then; empty if only the time is known. */
  label: string;
  /** What was said or written; empty without words. */
  quote: string;
}

interface MomentBarProps {
  words: MomentWords;
  onOpen: () => void;
  onDismiss: () => void;
}

/** Leads back to the moment that was opened last, above the tabs of a phone. */
export function MomentBar({ words: { time, label, quote }, onOpen, onDismiss }: MomentBarProps) {
  return (
    <section
      aria-label="The moment you opened"
      data-theme="dark"
      className="fixed inset-x-2 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 flex animate-rise items-center rounded-lg border border-dark-line bg-dark text-on-dark shadow-high md:inset-x-auto md:right-4 md:bottom-4 md:w-96 print:hidden"
    >
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-14 min-w-0 grow items-center gap-3 py-2 pl-3 text-left"
      >
        <span
          aria-hidden="true"
          className="inline-grid size-9 shrink-0 place-items-center rounded-full bg-accent text-dark"
        >
          <Play className="size-4 fill-current" />
        </span>
        <span className="min-w-0 grow">
          <span className="sr-only">Open the record at </span>
          <span className="block truncate text-sm font-semibold">
            <span className="text-accent tabular">{time}</span> {label}
          </span>
          {quote !== "" && <span className="block truncate text-sm text-on-dark-2">{quote}</span>}
        </span>
        <ChevronUp aria-hidden="true" className="size-5 shrink-0" />
      </button>
      <button
        type="button"
        onClick={onDismiss}
        aria-label="Hide this moment"
        className="inline-grid size-11 shrink-0 place-items-center"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </section>
  );
}
