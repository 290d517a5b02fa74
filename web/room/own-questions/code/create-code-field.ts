import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { answerCodeCharacters } from "@greenroom/contract/room/questions.ts";
import { baseExtensions, languageExtensions } from "../../code-pads/editor/base-extensions.ts";
import { runShortcut } from "../../code-pads/editor/run-shortcut.ts";
import { formatShortcut } from "../../code-pads/format/format-shortcut.ts";

interface CodeFieldOptions {
  language: "python" | "sql";
  code: string;
  label: string;
  /** The id of the text that explains how to leave the editor by keyboard. */
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
      EditorState.changeFilter.of(
        ({ newDoc, startState }) =>
          newDoc.length <= answerCodeCharacters || newDoc.length <= startState.doc.length,
      ),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
      formatShortcut(onFormat),
      keymap.of([runShortcut(onRun), ...historyKeymap, ...defaultKeymap, indentWithTab]),
    ],
  });
  return new EditorView({ state, parent });
}
