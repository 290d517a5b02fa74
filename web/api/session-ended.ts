import type { ApiError } from "./errors.ts";

type Listener = () => void;

let ended = false;
const listeners = new Set<Listener>();

function set(value: boolean): void {
  if (ended === value) return;
  ended = value;
  for (const listener of listeners) listener();
}

/** Whether the server has stopped knowing the token that we hold. Nobody is signed out by it (spec §8). */
export const sessionEnded = {
  /** Takes note of a refused call, when it was refused because of the token it carried. */
  noticeError(error: ApiError, sentToken: string | null, heldToken: string | null): void {
    if (error.code === "not_signed_in" && sentToken !== null && sentToken === heldToken) set(true);
  },
  clear(): void {
    set(false);
  },
  isEnded(): boolean {
    return ended;
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
