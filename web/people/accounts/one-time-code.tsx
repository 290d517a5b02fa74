import { oneTimeCodeResendSeconds } from "@greenroom/contract/people/one-time-codes.ts";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { ApiError, errorMessage } from "../../api/client.ts";
import { useSite } from "../../app/page-data.ts";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/content.tsx";
import { useNow } from "../../ui/hooks.ts";
import { StatusMessage } from "../../ui/status.tsx";

export interface SentOneTimeCode {
  email: string;
  /** When another code can be requested, in milliseconds since the epoch. */
  nextAt: number;
}

interface OneTimeCodeOptions<Request extends { email: string }, Answer extends { msg: string }> {
  send: (request: Request) => Promise<Answer>;
  messages: { failed: string; network: string };
  onSent: (sent: SentOneTimeCode, answer: Answer) => void;
}

const secondsFromNow = (seconds: number) => Date.now() + 1000 * seconds;

/** Requests a mailed code, and tracks when the next one can be requested. */
export function useOneTimeCode<Request extends { email: string }, Answer extends { msg: string }>(
  options: OneTimeCodeOptions<Request, Answer>,
) {
  const { send, messages, onSent } = options;
  const [sent, setSent] = useState<SentOneTimeCode | null>(null);
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (answer, { email }) => {
      const next = { email, nextAt: secondsFromNow(oneTimeCodeResendSeconds) };
      setSent(next);
      onSent(next, answer);
    },
    onError: (error, { email }) => {
      if (!(error instanceof ApiError) || error.retryAfterSeconds === null) return;
      if (sent?.email === email) setSent({ email, nextAt: secondsFromNow(error.retryAfterSeconds) });
    },
  });
  return {
    sent,
    /** The code that was already sent, when it is too early for another. */
    findPending: (email: string) => (sent?.email === email && sent.nextAt > Date.now() ? sent : null),
    request: mutation.mutate,
    requestAsync: mutation.mutateAsync,
    pending: mutation.isPending,
    message: mutation.data?.msg ?? null,
    failure: mutation.error && errorMessage(mutation.error, messages),
    clearFailure: mutation.reset,
  };
}

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

/**
 * Wraps the content below a form's button. Pressing it does not blur the field above: that field would show its
 * error and move the button away from under the pointer, and the click would be lost.
 */
export function FormFooter({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only prevents a change of focus
    <div className="grid gap-3" onMouseDown={(event) => event.preventDefault()}>
      {children}
    </div>
  );
}

/** Moves the focus to this field, if it is the first empty one of a form that replaced another. */
export function FocusField({ name }: { name: string }) {
  const { setFocus } = useFormContext();
  useEffect(() => setFocus(name), [setFocus, name]);
  return null;
}

/** A server without SMTP keeps its mail in a folder, so this says where the code can be read. */
export function MailboxHint() {
  const { hasMailbox } = useSite();
  if (!hasMailbox) return null;
  return (
    <p className="text-sm text-ink-3">
      This server does not send mail. It keeps mail in its{" "}
      <a href="/dev/mailbox" target="_blank" rel="noreferrer" className="link">
        mailbox
      </a>
      .
    </p>
  );
}
