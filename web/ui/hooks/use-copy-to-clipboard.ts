import { useState } from "react";

export interface CopyState {
  /** Whether the browser copied this text; null before the first attempt. */
  copied: boolean | null;
  copy: () => void;
}

/**
 * Copies a text to the clipboard. Browsers may refuse, and offer no clipboard at all on a page without https.
 */
export function useCopyToClipboard(text: string): CopyState {
  const [lastAttempt, setLastAttempt] = useState<{ text: string; isDone: boolean } | null>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setLastAttempt({ text, isDone: true });
    } catch (error) {
      console.warn("The browser did not allow copying", error);
      setLastAttempt({ text, isDone: false });
    }
  }
  return { copied: lastAttempt?.text === text ? lastAttempt.isDone : null, copy: () => void copy() };
}
