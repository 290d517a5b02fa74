import { isolateHistory } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { UndoManager } from "yjs";

/**
 * Makes a change that is marked with `isolateHistory` one step of the undo of a shared text. Must come before the
 * extension that writes the shared text.
 */
export function isolateUndo(undoManager: UndoManager): Extension {
  const endStep = ({ transactions }: ViewUpdate) => {
    if (transactions.some((transaction) => transaction.annotation(isolateHistory) === "full"))
      undoManager.stopCapturing();
  };
  // Plugins are updated in order, so this one ends the step before; listeners are called after all plugins.
  return [ViewPlugin.define(() => ({ update: endStep })), EditorView.updateListener.of(endStep)];
}
