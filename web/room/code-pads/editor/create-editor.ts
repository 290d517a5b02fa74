import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { maxPadCharacters, type PadLanguage } from "@greenroom/contract/room/code-pad.ts";
import { yCollab, ySyncAnnotation, yUndoManagerKeymap } from "y-codemirror.next";
import * as Y from "yjs";
import { formatShortcut } from "../format/format-shortcut.ts";
import type { PadDocument } from "../sync/pad-document.ts";
import { baseExtensions, languageExtensions } from "./base-extensions.ts";
import { isolateUndo } from "./isolate-undo.ts";
import { remoteCarets } from "./remote-carets.ts";
import { runShortcut } from "./run-shortcut.ts";

const languageCompartment = new Compartment();
const writableCompartment = new Compartment();

export function setEditorLanguage(view: EditorView, language: PadLanguage): void {
  view.dispatch({ effects: languageCompartment.reconfigure(languageExtensions[language]()) });
}

export function setEditorWritable(view: EditorView, canWrite: boolean): void {
  view.dispatch({ effects: writableCompartment.reconfigure(EditorState.readOnly.of(!canWrite)) });
}

export function scrollCaretIntoView(view: EditorView): void {
  if (view.hasFocus) view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
}

/* While the editor is read-only, undo and redo must do nothing: y-codemirror would still change the shared text. */
const writableUndoKeymap = yUndoManagerKeymap.map((binding) => ({
  ...binding,
  run: (view: EditorView) => view.state.readOnly || (binding.run?.(view) ?? false),
}));
const readOnlyUndoGuard = EditorView.domEventHandlers({
  beforeinput: ({ inputType }, { state }) =>
    state.readOnly && (inputType === "historyUndo" || inputType === "historyRedo"),
});

interface EditorOptions {
  padDocument: PadDocument;
  language: PadLanguage;
  /** The id of the text that explains how to leave the editor by keyboard. */
  describedBy: string;
  /** Ctrl or Cmd with Enter. */
  onRun: () => void;
  onFormat: () => void;
  /** Called after a local change that fitted into the pad. */
  onChangeAccepted: () => void;
  /** Called when a change was refused, with the length that it would have caused. */
  onTooLong: (characters: number) => void;
}

/**
 * Creates the pad's editor in `parent`. Typed text goes into the shared document, and undo affects only the user's
 * own changes.
 */
export function createEditor(parent: HTMLElement, options: EditorOptions): EditorView {
  const { padDocument, language, describedBy, onRun, onFormat, onChangeAccepted, onTooLong } = options;
  const undoManager = new Y.UndoManager(padDocument.text);
  const state = EditorState.create({
    doc: padDocument.text.toString(),
    extensions: [
      baseExtensions,
      languageCompartment.of(languageExtensions[language]()),
      writableCompartment.of(EditorState.readOnly.of(false)),
      EditorView.contentAttributes.of({ "aria-label": "Shared code", "aria-describedby": describedBy }),
      // Changes from the room are exempt, because the room has checked them.
      EditorState.changeFilter.of((transaction) => {
        const isFromRoom = transaction.annotation(ySyncAnnotation) !== undefined;
        const { length } = transaction.newDoc;
        if (isFromRoom || length <= maxPadCharacters || length <= transaction.startState.doc.length)
          return true;
        onTooLong(length);
        return false;
      }),
      EditorView.updateListener.of(({ transactions }) => {
        const isOwn = transactions.some(
          (transaction) => transaction.docChanged && transaction.annotation(ySyncAnnotation) === undefined,
        );
        if (isOwn) onChangeAccepted();
      }),
      isolateUndo(undoManager),
      // Before yCollab, which handles the same event.
      readOnlyUndoGuard,
      // Without its own cursors; `remoteCarets` gives the reason.
      yCollab(padDocument.text, null, { undoManager }),
      remoteCarets(padDocument.text, padDocument.cursors.awareness),
      formatShortcut(onFormat),
      keymap.of([runShortcut(onRun), ...writableUndoKeymap, ...defaultKeymap, indentWithTab]),
    ],
  });
  return new EditorView({ state, parent });
}
