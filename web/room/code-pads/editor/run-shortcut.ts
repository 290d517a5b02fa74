import { closeCompletion } from "@codemirror/autocomplete";
import type { KeyBinding } from "@codemirror/view";

/** Calls `onRun` for Ctrl or Cmd with Enter, and closes an open list of suggestions. */
export function runShortcut(onRun: () => void): KeyBinding {
  return {
    key: "Mod-Enter",
    run: (view) => {
      closeCompletion(view);
      onRun();
      return true;
    },
  };
}
