import { useEffect } from "react";

/**
 * Has the whole page be dark for as long as the room is on it: its dialogs, which are drawn beside it and not in it, and
 * what shows beyond its edges when it is pulled.
 */
export function useDarkPage(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = "dark";
    return () => {
      delete dataset.theme;
    };
  }, []);
}
