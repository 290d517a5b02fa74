import { useEffect, useState } from "react";

/** True once the component has been shown for so many milliseconds. */
export function useIsSlow(milliseconds: number): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isSlow;
}
