import { notShownInSeeAs } from "@greenroom/contract/desk/see-as-token.ts";
import clsx from "clsx";
import { Button } from "./button.tsx";
import { StatusLight } from "./status.tsx";

/** A gray placeholder for content that loads. Give it the content's size: `className="h-24 rounded-md"`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("rounded-sm bg-line/70 motion-safe:animate-pulse", className ?? "h-4")}
    />
  );
}

/** Placeholder lines for text, with a label for screen readers. */
export function LoadingLines({ label = "Loading…", lines = 3 }: { label?: string; lines?: number }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // The lines are all the same and never move, so their index is a good key.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Skeleton key={index} className={clsx("h-4", index === lines - 1 && "w-3/5")} />
      ))}
    </div>
  );
}

export interface ErrorStateProps {
  message: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
}

/**
 * Something could not be loaded: names it, with a way to try again. What is kept from an operator in See as is no
 * failure, and trying again would not show it.
 */
export function ErrorState({ message, onRetry, retrying }: ErrorStateProps) {
  if (message === notShownInSeeAs) {
    return (
      <p role="note" className="px-4 py-10 text-center text-ink-2">
        {message}
      </p>
    );
  }
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-4 py-10 text-center">
      <StatusLight status="bad" className="text-base">
        {message}
      </StatusLight>
      {onRetry && (
        <Button variant="quiet" pending={retrying} pendingLabel="Trying again…" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
