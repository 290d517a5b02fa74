import { oneTimeCodeResendSeconds } from "@greenroom/contract/people/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, errorMessage } from "../../../api/errors.ts";

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
