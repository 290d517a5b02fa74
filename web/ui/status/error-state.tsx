import { Button } from "../actions/button.tsx";
import { StatusLight } from "./status-light.tsx";

export interface ErrorStateProps {
  message: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
}

/** Something could not be loaded: names it, with a way to try again. */
export function ErrorState({ message, onRetry, retrying }: ErrorStateProps) {
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
