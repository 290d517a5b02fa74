import { defaultKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { type Command, EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { maxPadCharacters, type PadLanguage } from "@greenroom/contract/room/code-pad.ts";
import { type CSSProperties, type RefObject, useEffect, useId, useRef } from "react";
import { yCollab, ySyncAnnotation, yUndoManagerKeymap } from "y-codemirror.next";
import type { UndoManager } from "yjs";
import * as Y from "yjs";
import { CodeKeys } from "./code-keys.tsx";
import { baseExtensions, formatShortcut, languageExtensions, runShortcut } from "./editor-extensions.ts";
import { showCursors } from "./pad-cursors.ts";
import type { PadDocument } from "./pad-document.ts";

interface CodeEditorProps {
  /** Gets the editor, for the tools around it. */
  view: RefObject<EditorView | null>;
  padDocument: PadDocument;
  /** Shown at the other participant's cursor. */
  otherName: string;
  language: PadLanguage;
  /** In pixels. */
  fontSize: number;
  /** False while the pad is read-only for this person. */
  canWrite: boolean;
  onRun: () => void;
  onFormat: () => void;
  /** Called with a message about an action that failed. */
  onProblem: (message: string) => void;
  /** Called after a local change that fitted into the pad. */
  onChangeAccepted: () => void;
}

export function CodeEditor({
  view,
  padDocument,
  otherName,
  language,
  fontSize,
  canWrite,
  onRun,
  onFormat,
  onProblem,
  onChangeAccepted,
}: CodeEditorProps) {
  const container = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const handlers = useRef({ onRun, onFormat, onProblem, onFits: onChangeAccepted });
  handlers.current = { onRun, onFormat, onProblem, onFits: onChangeAccepted };
  const initialLanguage = useRef(language);

  useEffect(() => {
    if (!container.current) return;
    const editor = createEditor(container.current, {
      padDocument,
      language: initialLanguage.current,
      describedBy: hintId,
      onRun: () => handlers.current.onRun(),
      onFormat: () => handlers.current.onFormat(),
      onChangeAccepted: () => handlers.current.onFits(),
      onTooLong: (characters) =>
        handlers.current.onProblem(
          `The pad holds at most ${maxPadCharacters.toLocaleString("en")} characters. This would make it ${characters.toLocaleString("en")}, so nothing was added.`,
        ),
    });
    view.current = editor;
    // The on-screen keyboard or the output can reduce the height, so the cursor's line is scrolled into view.
    const observer = new ResizeObserver(() => scrollCaretIntoView(editor));
    observer.observe(container.current);
    return () => {
      observer.disconnect();
      editor.destroy();
      view.current = null;
    };
  }, [padDocument, hintId, view]);

  useEffect(() => {
    if (view.current) setEditorLanguage(view.current, language);
  }, [language, view]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new document creates a new editor
  useEffect(() => {
    if (view.current) setEditorWritable(view.current, canWrite);
  }, [canWrite, padDocument, view]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new size needs a new measurement
  useEffect(() => view.current?.requestMeasure(), [fontSize]);

  return (
    <>
      <div
        ref={container}
        style={{ "--code-size": `${fontSize}px`, "--other-name": JSON.stringify(otherName) } as CSSProperties}
        className="peer min-h-14 grow basis-0 overflow-hidden"
      />
      {canWrite && <CodeKeys view={view} undo={undo} redo={redo} />}
      <p
        id={hintId}
        className="shrink-0 px-4 py-1 text-xs text-on-dark-2 max-lg:sr-only pointer-coarse:sr-only"
      >
        Tab indents, Shift+Alt+F formats. To leave the editor by keyboard, press Esc, then Tab.
      </p>
    </>
  );
}

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
const commandOf =
  (shortcut: string): Command =>
  (view) =>
    writableUndoKeymap.find(({ key }) => key === shortcut)?.run(view) ?? false;
const undo = commandOf("Mod-z");
const redo = commandOf("Mod-Shift-z");
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

/** Creates the pad's editor in `parent`. Undo affects only the user's own changes. */
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
      yCollab(padDocument.text, null, { undoManager }),
      showCursors(padDocument.text, padDocument.cursors),
      formatShortcut(onFormat),
      keymap.of([runShortcut(onRun), ...writableUndoKeymap, ...defaultKeymap, indentWithTab]),
    ],
  });
  return new EditorView({ state, parent });
}

/** Makes a change with `isolateHistory` one step of undo. Comes before what writes the shared text. */
export function isolateUndo(undoManager: UndoManager): Extension {
  const endStep = ({ transactions }: ViewUpdate) => {
    if (transactions.some((transaction) => transaction.annotation(isolateHistory) === "full"))
      undoManager.stopCapturing();
  };
  // Plugins are updated in order, so this one ends the step before; listeners are called after all plugins.
  return [ViewPlugin.define(() => ({ update: endStep })), EditorView.updateListener.of(endStep)];
}
