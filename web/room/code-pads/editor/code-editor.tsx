import type { EditorView } from "@codemirror/view";
import { maxPadCharacters, type PadLanguage } from "@greenroom/contract/room/code-pad.ts";
import { type CSSProperties, type RefObject, useEffect, useId, useRef } from "react";
import type { PadDocument } from "../sync/pad-document.ts";
import { CodeKeys } from "./code-keys.tsx";
import { createEditor, scrollCaretIntoView, setEditorLanguage, setEditorWritable } from "./create-editor.ts";

interface CodeEditorProps {
  /** Gets the editor, for the tools around it. */
  view: RefObject<EditorView | null>;
  padDocument: PadDocument;
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

/** The editor of the shared document. */
export function CodeEditor({
  view,
  padDocument,
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
        style={{ "--code-size": `${fontSize}px` } as CSSProperties}
        className="min-h-0 grow basis-0 overflow-hidden"
      />
      {canWrite && <CodeKeys view={view} />}
      <p id={hintId} className="shrink-0 px-4 py-1 text-xs text-on-dark-2 max-lg:sr-only">
        Tab indents, Shift+Alt+F formats. To leave the editor by keyboard, press Esc, then Tab.
      </p>
    </>
  );
}
