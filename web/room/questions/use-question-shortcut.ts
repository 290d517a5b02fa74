import { useEffect, useState } from "react";

/** Counts the presses of Alt+Q, also inside the editor. Calls `onPress` for each. */
export function useQuestionShortcut(isEnabled: boolean, onPress: () => void): number {
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    if (!isEnabled) return;
    const handleKey = (event: KeyboardEvent) => {
      // By the key's position, because with Alt it types another letter on some keyboards.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== "KeyQ") return;
      event.preventDefault();
      event.stopPropagation();
      onPress();
      setPresses((count) => count + 1);
    };
    window.addEventListener("keydown", handleKey, { capture: true });
    return () => window.removeEventListener("keydown", handleKey, { capture: true });
  }, [isEnabled, onPress]);
  return presses;
}
