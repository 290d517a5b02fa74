import { type RefObject, useEffect, useRef } from "react";

/** Scrolls an output to its end when its run failed, because the error is the last of it. */
export function useEndInSight(output: string, hasFailed: boolean): RefObject<HTMLElement | null> {
  const area = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another output has another end
  useEffect(() => {
    if (hasFailed && area.current !== null) area.current.scrollTop = area.current.scrollHeight;
  }, [output, hasFailed]);
  return area;
}
