import { useEffect } from "react";
import { useSite } from "../site/site-settings.ts";

/** The clock in the tab's title, for those who have another one in front. */
export function useRoomTitle(words: string): void {
  const { name } = useSite();
  useEffect(() => {
    document.title = `${words} · ${name}`;
  }, [words, name]);
}
