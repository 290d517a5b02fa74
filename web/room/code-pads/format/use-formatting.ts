import type { EditorView } from "@codemirror/view";
import type { RunnableLanguage } from "@greenroom/contract/room/pad-runs.ts";
import { type RefObject, useEffect, useRef, useState } from "react";
import { formatEditor } from "./format-editor.ts";
import { formatText, isFormatted } from "./format-text.ts";
import { Formatter } from "./formatter.ts";

interface FormattingOptions {
  view: RefObject<EditorView | null>;
  /** Null for a language that is not formatted. */
  language: RunnableLanguage | null;
  /** Called before each attempt, so that a page takes away the problem of the last one. */
  onStart?: () => void;
  /** Called with a sentence that says why the code was not formatted. */
  onProblem: (message: string) => void;
}

export interface Formatting {
  isBusy: boolean;
  /** The message of the last success, for screen readers; empty otherwise. */
  announcement: string;
  format: () => void;
}

/** Formats the code of an editor on demand. The formatter is loaded the first time. */
export function useFormatting({ view, language, onStart, onProblem }: FormattingOptions): Formatting {
  const formatter = useRef<Formatter>(null);
  const [isBusy, setBusy] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  useEffect(
    () => () => {
      formatter.current?.close();
      formatter.current = null;
    },
    [],
  );
  const format = async () => {
    const editor = view.current;
    if (editor === null || language === null || isBusy) return;
    onStart?.();
    setBusy(true);
    setAnnouncement("");
    formatter.current ??= new Formatter();
    const used = formatter.current;
    const outcome = await formatEditor(editor, language, used);
    // The editor was closed meanwhile.
    if (formatter.current !== used) return;
    setBusy(false);
    if (isFormatted(outcome)) setAnnouncement(formatText(outcome));
    else onProblem(formatText(outcome));
  };
  return { isBusy, announcement, format: () => void format() };
}
