import type { EditorView } from "@codemirror/view";
import clsx from "clsx";
import { type CSSProperties, useEffect, useId, useRef } from "react";
import { createCodeField } from "./create-code-field.ts";

export interface CodeFieldProps {
  language: "python" | "sql";
  /** The initial content; later changes are the user's own. */
  initialCode: string;
  label: string;
  onChange: (code: string) => void;
  onRun: () => void;
  className?: string;
}

const fontSize = 15;

/** The editor for a candidate's code. Loaded on demand, because it is as large as the page. */
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
  const latest = useRef({ onChange, onRun });
  latest.current = { onChange, onRun };
  const initial = useRef({ language, code: initialCode, label });
  useEffect(() => {
    if (!container.current) return;
    const editor: EditorView = createCodeField(container.current, {
      ...initial.current,
      describedBy: hintId,
      onChange: (code) => latest.current.onChange(code),
      onRun: () => latest.current.onRun(),
    });
    return () => editor.destroy();
  }, [hintId]);
  return (
    <>
      <div
        ref={container}
        data-theme="dark"
        style={{ "--code-size": `${fontSize}px` } as CSSProperties}
        className={clsx("min-h-0 overflow-hidden bg-stage text-on-stage [contain:inline-size]", className)}
      />
      <p id={hintId} className="px-4 py-1 text-xs text-ink-3">
        Tab indents. To leave the editor by keyboard, press Esc, then Tab. Ctrl+Enter runs the tests.
      </p>
    </>
  );
}
