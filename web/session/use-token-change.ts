import { useEffect, useRef } from "react";
import type { SessionState } from "./session-store.ts";

/** Calls `onChange` when the token changes or disappears, in this tab or another. */
export function useTokenChange(
  state: SessionState,
  onChange: (previous: SessionState, next: SessionState) => void,
): void {
  const previousState = useRef(state);
  useEffect(() => {
    const previous = previousState.current;
    previousState.current = state;
    if (previous.status !== "loading" && previous.token !== state.token) onChange(previous, state);
  }, [state, onChange]);
}

export function isSameUser(one: SessionState, other: SessionState): boolean {
  return one.user?._id === other.user?._id;
}
