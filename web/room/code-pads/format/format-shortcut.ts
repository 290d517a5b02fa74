import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** Calls `onFormat` for Shift+Alt+F. */
export function formatShortcut(onFormat: () => void): Extension {
  return EditorView.domEventHandlers({
    keydown({ altKey, shiftKey, ctrlKey, metaKey, code }) {
      // By the key's position, because with Alt it types another letter on some keyboards.
      if (!altKey || !shiftKey || ctrlKey || metaKey || code !== "KeyF") return false;
      onFormat();
      // This keeps the editor from inserting the letter.
      return true;
    },
  });
}
