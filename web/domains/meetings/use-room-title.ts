import { useEffect } from "react";

/** The clock in the tab's title, for those who have another one in front. */
export function useRoomTitle(words: string): void {
  useEffect(() => {
    document.title = `${words} · Greenroom`;
  }, [words]);
}
