import { useEffect, useState } from "react";

/** The present instant, renewed every so many milliseconds. */
export function useNow(everyMilliseconds = 60_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return now;
}
