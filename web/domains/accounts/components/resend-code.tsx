import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Countdown } from "../../../ui/clock-text.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { useNow } from "../../../ui/time/use-now.ts";
import { FormFooter } from "./form-footer.tsx";

interface ResendCodeProps {
  /** Milliseconds since the epoch; null when nothing is known of an earlier code. */
  nextAt: number | null;
  pending: boolean;
  failure: string | null;
  onResend: () => void;
  /** The way back, beside it. */
  children: ReactNode;
}

/** Under a code's form: another code, once the minute is over. */
export function ResendCode({ nextAt, pending, failure, onResend, children }: ResendCodeProps) {
  const now = useNow(1000);
  const waits = nextAt !== null && nextAt > now.getTime();
  return (
    <FormFooter>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex min-h-9 flex-wrap items-center gap-x-2 text-sm text-ink-2">
          No mail yet?
          {waits ? (
            <span>
              A new code in <Countdown until={new Date(nextAt)} now={now} className="font-semibold" />
            </span>
          ) : (
            <Button look="quiet" size="sm" pending={pending} pendingLabel="Sending…" onClick={onResend}>
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
