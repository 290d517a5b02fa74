import type { ReactNode } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Countdown } from "../../../ui/display/clock-text.tsx";
import { useNow } from "../../../ui/hooks/use-now.ts";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { FormFooter } from "./form-footer.tsx";

interface ResendCodeProps {
  /** Milliseconds since the epoch; null when no earlier code is known. */
  nextAt: number | null;
  pending: boolean;
  failure: string | null;
  onResend: () => void;
  /** The way back, beside the button. */
  children: ReactNode;
}

/** Below the form for a code: requests another code, once the minute is over. */
export function ResendCode({ nextAt, pending, failure, onResend, children }: ResendCodeProps) {
  const now = useNow(1000);
  const isWaiting = nextAt !== null && nextAt > now.getTime();
  return (
    <FormFooter>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex min-h-9 flex-wrap items-center gap-x-2 text-sm text-ink-2">
          No email yet?
          {isWaiting ? (
            <span>
              You can request a new code in{" "}
              <Countdown until={new Date(nextAt)} now={now} className="font-semibold" />
            </span>
          ) : (
            <Button variant="quiet" size="sm" pending={pending} pendingLabel="Sending…" onClick={onResend}>
              Send a new code
            </Button>
          )}
        </p>
        {children}
      </div>
      <StatusMessage message={failure} tone="bad" />
    </FormFooter>
  );
}
