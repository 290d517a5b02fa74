import type { EditorView } from "@codemirror/view";
import { type PadLanguage, padCharacters } from "@greenroom/contract/code-pad.ts";
import { type CSSProperties, useEffect, useId, useRef } from "react";
import { keepCaretInSight, openEditor, setGrammar } from "./editor-setup.ts";
import type { SharedCode } from "./shared-code.ts";

interface CodeEditorProps {
  code: SharedCode;
  language: PadLanguage;
  /** Of the letters, in pixels. */
  size: number;
  onRun: () => void;
  /** What could not be done, in a sentence. */
  onProblem: (words: string) => void;
  /** Something was changed here, and there was room for it. */
  onFits: () => void;
}

/** The editor itself, over the shared document. */
export function CodeEditor({ code, language, size, onRun, onProblem, onFits }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const hintId = useId();
  const handlers = useRef({ onRun, onProblem, onFits });
  handlers.current = { onRun, onProblem, onFits };
  const firstLanguage = useRef(language);

  useEffect(() => {
    if (!place.current) return;
    const editor = openEditor(place.current, {
      code,
      language: firstLanguage.current,
      describedBy: hintId,
      onRun: () => handlers.current.onRun(),
      onFits: () => handlers.current.onFits(),
      onTooLong: (characters) =>
        handlers.current.onProblem(
          `The pad holds at most ${padCharacters.toLocaleString("en")} characters. With this it would have ${characters.toLocaleString("en")}, so nothing was added.`,
        ),
    });
    view.current = editor;
    // The on-screen keyboard or the output takes height away: the line that is written stays in sight.
    const watcher = new ResizeObserver(() => keepCaretInSight(editor));
    watcher.observe(place.current);
    return () => {
      watcher.disconnect();
      editor.destroy();
    };
  }, [code, hintId]);

  useEffect(() => {
    if (view.current) setGrammar(view.current, language);
  }, [language]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is what there is to measure anew
  useEffect(() => view.current?.requestMeasure(), [size]);

  return (
    <>
      <div
        ref={place}
        style={{ "--code-size": `${size}px` } as CSSProperties}
        className="min-h-0 grow basis-0 overflow-hidden"
      />
      <p id={hintId} className="shrink-0 px-4 py-1 text-xs text-on-stage-2 max-lg:sr-only">
        Tab indents. To leave the editor by keyboard, press Esc, then Tab.
      </p>
    </>
  );
}
