import { useCallback, useRef } from "react";

/**
 * Runs one piece of work at a time: a second press before the first has ended does nothing and returns
 * undefined, even before the button has been drawn as pending.
 */
export function useOneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result | undefined> {
  const isRunning = useRef(false);
  return useCallback(async (work) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      return await work();
    } finally {
      isRunning.current = false;
    }
  }, []);
}
