import { useEffect } from "react";

/**
 * Makes the whole page dark while the room is shown: its dialogs, which are outside the room's element, and
 * the area beyond its edges when it is overscrolled.
 */
export function useDarkTheme(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = "dark";
    return () => {
      delete dataset.theme;
    };
  }, []);
}
