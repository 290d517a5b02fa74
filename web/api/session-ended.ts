import type { ApiError } from "./errors.ts";

type Listener = () => void;

let ended = false;
const listeners = new Set<Listener>();

function setEnded(value: boolean): void {
  if (ended === value) return;
  ended = value;
  for (const listener of listeners) listener();
}

/**
 * Whether the server no longer accepts the token that we hold. This alone does not sign anybody out
 * (requirements §8).
 */
export const sessionEnded = {
  /** Records a refused call if it was refused because of its token. */
  recordError(error: ApiError, sentToken: string | null, currentToken: string | null): void {
    if (error.code === "not_signed_in" && sentToken !== null && sentToken === currentToken) setEnded(true);
  },
  clear(): void {
    setEnded(false);
  },
  isEnded(): boolean {
    return ended;
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
