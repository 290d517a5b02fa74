import { useEffect, useRef } from "react";
import type { SessionState } from "./session-store.ts";

/** Calls `onChange` when another token, or none, takes the place of the one before, in this tab or another. */
export function useIdentityChange(
  state: SessionState,
  onChange: (previous: SessionState, next: SessionState) => void,
): void {
  const before = useRef(state);
  useEffect(() => {
    const previous = before.current;
    before.current = state;
    if (previous.status !== "loading" && previous.token !== state.token) onChange(previous, state);
  }, [state, onChange]);
}

export function isSamePerson(one: SessionState, other: SessionState): boolean {
  return one.user?._id === other.user?._id;
}
