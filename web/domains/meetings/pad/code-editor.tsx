import type { EditorView } from "@codemirror/view";
import { type PadLanguage, padCharacters } from "@greenroom/contract/code-pad.ts";
import { useEffect, useId, useRef } from "react";
import { openEditor, setGrammar } from "./editor-setup.ts";
import type { SharedCode } from "./shared-code.ts";

interface CodeEditorProps {
  code: SharedCode;
  language: PadLanguage;
  onRun: () => void;
  /** What could not be done, in a sentence. */
  onProblem: (words: string) => void;
}

/** The editor itself, over the shared document. */
export function CodeEditor({ code, language, onRun, onProblem }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const hintId = useId();
  const handlers = useRef({ onRun, onProblem });
  handlers.current = { onRun, onProblem };
  const firstLanguage = useRef(language);

  useEffect(() => {
    if (!place.current) return;
    const editor = openEditor(place.current, {
      code,
      language: firstLanguage.current,
      describedBy: hintId,
      onRun: () => handlers.current.onRun(),
      onTooLong: (characters) =>
        handlers.current.onProblem(
          `The pad holds at most ${padCharacters.toLocaleString("en")} characters. With this it would have ${characters.toLocaleString("en")}, so nothing was added.`,
        ),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [code, hintId]);

  useEffect(() => {
    if (view.current) setGrammar(view.current, language);
  }, [language]);

  return (
    <>
      <div ref={place} className="min-h-0 grow overflow-hidden" />
      <p id={hintId} className="px-4 py-1 text-xs text-on-stage-2">
        Tab indents. To leave the editor by keyboard, press Esc, then Tab.
      </p>
    </>
  );
}
