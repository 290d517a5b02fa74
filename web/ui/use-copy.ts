import { useState } from "react";

export interface Copying {
  /** Whether the browser let this very text be copied; null before it was tried. */
  copied: boolean | null;
  copy: () => void;
}

/** A text for the clipboard. Browsers may refuse, and offer none at all on a page without https. */
export function useCopy(text: string): Copying {
  const [tried, setTried] = useState<{ text: string; isDone: boolean } | null>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setTried({ text, isDone: true });
    } catch (error) {
      console.warn("The browser did not allow copying", error);
      setTried({ text, isDone: false });
    }
  }
  return { copied: tried?.text === text ? tried.isDone : null, copy: () => void copy() };
}
