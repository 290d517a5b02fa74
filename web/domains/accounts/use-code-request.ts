import { codeResendSeconds } from "@greenroom/contract/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "../../api/errors.ts";

export interface SentCode {
  email: string;
  /** When another one may be asked for, in milliseconds since the epoch. */
  nextAt: number;
}

interface CodeRequestOptions<Request extends { email: string }> {
  send: (request: Request) => Promise<{ msg: string }>;
  sentences: { failed: string; network: string };
  onSent: (sent: SentCode) => void;
}

const inSeconds = (seconds: number) => Date.now() + 1000 * seconds;

/** Asks for a mailed code, and keeps count of when the next one may be asked for. */
export function useCodeRequest<Request extends { email: string }>(options: CodeRequestOptions<Request>) {
  const { send, sentences, onSent } = options;
  const [sent, setSent] = useState<SentCode | null>(null);
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (_, { email }) => {
      const next = { email, nextAt: inSeconds(codeResendSeconds) };
      setSent(next);
      onSent(next);
    },
    onError: (error, { email }) => {
      if (!(error instanceof ApiError) || error.retryAfterSeconds === null) return;
      if (sent?.email === email) setSent({ email, nextAt: inSeconds(error.retryAfterSeconds) });
    },
  });
  return {
    sent,
    /** The code that is on its way already, when it is too early for another. */
    findPending: (email: string) => (sent?.email === email && sent.nextAt > Date.now() ? sent : null),
    request: mutation.mutate,
    requestAsync: mutation.mutateAsync,
    pending: mutation.isPending,
    said: mutation.data?.msg ?? null,
    failure: mutation.error && messageOf(mutation.error, sentences),
    forgetFailure: mutation.reset,
  };
}
