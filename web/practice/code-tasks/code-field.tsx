import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { answerCodeCharacters } from "@greenroom/contract/room/questions.ts";
import clsx from "clsx";
import { type CSSProperties, useEffect, useId, useRef, useState } from "react";
import { CodeKeys } from "../../room/code-pads/code-keys.tsx";
import {
  baseExtensions,
  formatShortcut,
  languageExtensions,
  runShortcut,
} from "../../room/code-pads/editor-extensions.ts";
import { FormatButton, FormatStatus, useFormatting } from "../../room/code-pads/formatting.tsx";
import { useCoveredHeight } from "../../ui/hooks.ts";
import { StatusMessage } from "../../ui/status.tsx";

export interface CodeFieldProps {
  /** The language, the content and the label with which the editor begins. Later values are ignored. */
  language: "python" | "sql";
  initialCode: string;
  label: string;
  onChange: (code: string) => void;
  onRun: () => void;
  className?: string;
}

const fontSize = 15;
/** In pixels: the round's clock above, and the keys for code below. */
const coveredEdges = { top: 56, bottom: 56 };

/** The editor for a candidate's code. Loaded on demand, because its scripts are as large as those of the page. */
export default function CodeField({
  initialCode,
  onChange,
  onRun,
  language,
  label,
  className,
}: CodeFieldProps) {
  const container = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const view = useRef<EditorView>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const formatting = useFormatting({
    view,
    language,
    // The same problem again is announced only if its message was gone meanwhile.
    onStart: () => setProblem(null),
    onProblem: setProblem,
  });
  const { format } = formatting;
  // The editor is created once: it calls the newest functions, and keeps the first language, code and label.
  const latest = useRef({ onChange, onRun, format });
  latest.current = { onChange, onRun, format };
  const initial = useRef({ language, code: initialCode, label });
  useEffect(() => {
    if (!container.current) return;
    const editor = createCodeField(container.current, {
      ...initial.current,
      describedBy: hintId,
      onChange: (code) => {
        setProblem(null);
        latest.current.onChange(code);
      },
      onRun: () => latest.current.onRun(),
      onFormat: () => latest.current.format(),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [hintId]);
  const coveredHeight = useCoveredHeight();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keyboard has opened
  useEffect(() => {
    if (view.current) keepCursorInSight(view.current);
  }, [coveredHeight]);
  return (
    <>
      <div
        ref={container}
        data-theme="dark"
        style={{ "--code-size": `${fontSize}px` } as CSSProperties}
        className={clsx("peer min-h-0 overflow-hidden bg-dark text-on-dark [contain:inline-size]", className)}
      />
      <CodeKeys view={view} undo={undo} redo={redo} isFixed />
      <div className="flex items-center justify-between gap-2 pointer-coarse:justify-end">
        <p id={hintId} className="px-4 py-1 text-xs text-ink-3 pointer-coarse:sr-only">
          Tab indents, Shift+Alt+F formats. To leave the editor by keyboard, press Esc, then Tab. Ctrl+Enter
          runs the tests.
        </p>
        <FormatButton {...formatting} />
      </div>
      <FormatStatus {...formatting} />
      <StatusMessage message={problem} tone="bad" />
      {/* So that the page can be scrolled until its end is above the keyboard. */}
      <div style={{ height: coveredHeight }} />
    </>
  );
}

/** The editor knows what it scrolls itself, but not that a keyboard covers the page's lower end. */
function keepCursorInSight(view: EditorView): void {
  const screen = window.visualViewport;
  if (!view.hasFocus || screen === null || screen.height === window.innerHeight) return;
  view.requestMeasure({
    key: keepCursorInSight,
    read: () => view.coordsAtPos(view.state.selection.main.head),
    write: (cursor) => {
      const end = screen.offsetTop + screen.height - coveredEdges.bottom;
      if (cursor !== null && cursor.bottom > end) window.scrollBy(0, cursor.bottom - end);
    },
  });
}

interface CodeFieldOptions {
  language: "python" | "sql";
  code: string;
  label: string;
  describedBy: string;
  onChange: (code: string) => void;
  /** Ctrl or Cmd with Enter. */
  onRun: () => void;
  onFormat: () => void;
}

/** An editor for one person's code, with undo. Limits the length as the server does. */
export function createCodeField(parent: HTMLElement, options: CodeFieldOptions): EditorView {
  const { language, code, label, describedBy, onChange, onRun, onFormat } = options;
  const state = EditorState.create({
    doc: code,
    extensions: [
      baseExtensions,
      history(),
      languageExtensions[language](),
      EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": describedBy }),
      EditorView.scrollMargins.of(() => coveredEdges),
      EditorState.changeFilter.of(
        ({ newDoc, startState }) =>
          newDoc.length <= answerCodeCharacters || newDoc.length <= startState.doc.length,
      ),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
        if (update.selectionSet || update.geometryChanged) keepCursorInSight(update.view);
      }),
      formatShortcut(onFormat),
      keymap.of([runShortcut(onRun), ...historyKeymap, ...defaultKeymap, indentWithTab]),
    ],
  });
  return new EditorView({ state, parent });
}
