import { notShownInSeeAs } from "../../format/not-shown.ts";
import { Button } from "../actions/button.tsx";
import { StatusLight } from "./status-light.tsx";

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
