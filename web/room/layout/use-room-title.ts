import { useEffect } from "react";
import { useSite } from "../../app/site-settings.ts";

/** Shows the clock in the tab's title, for users who look at another tab. */
export function useRoomTitle(title: string): void {
  const { name } = useSite();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
}
