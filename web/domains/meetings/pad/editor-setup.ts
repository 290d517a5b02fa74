import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { sql } from "@codemirror/lang-sql";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { type PadLanguage, padCharacters } from "@greenroom/contract/code-pad.ts";
import { yCollab, ySyncAnnotation, yUndoManagerKeymap } from "y-codemirror.next";
import * as Y from "yjs";
import { codeColours, editorLook } from "./editor-look.ts";
import { remoteCarets } from "./remote-carets.ts";
import type { SharedCode } from "./shared-code.ts";

const grammars: Record<PadLanguage, () => Extension> = {
  python: () => [python(), indentUnit.of("    ")],
  sql: () => sql(),
  javascript: () => javascript(),
  text: () => [],
};

const grammar = new Compartment();

export function setGrammar(view: EditorView, language: PadLanguage): void {
  view.dispatch({ effects: grammar.reconfigure(grammars[language]()) });
}

export function keepCaretInSight(view: EditorView): void {
  if (view.hasFocus) view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
}

interface EditorOptions {
  code: SharedCode;
  language: PadLanguage;
  /** The id of the words that say how to get out of the editor by keyboard. */
  describedBy: string;
  /** Ctrl or Cmd with Enter. */
  onRun: () => void;
  /** Something was changed here, and there was room for it. */
  onFits: () => void;
  /** So many characters would not fit, and nothing was changed. */
  onTooLong: (characters: number) => void;
}

/** The pad's editor in `parent`: what is typed goes into the shared document, and only one's own is undone. */
export function openEditor(parent: HTMLElement, options: EditorOptions): EditorView {
  const { code, language, describedBy, onRun, onFits, onTooLong } = options;
  const undoManager = new Y.UndoManager(code.text);
  const state = EditorState.create({
    doc: code.text.toString(),
    extensions: [
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      EditorState.tabSize.of(4),
      EditorView.lineWrapping,
      grammar.of(grammars[language]()),
      syntaxHighlighting(codeColours),
      editorLook,
      EditorView.contentAttributes.of({ "aria-label": "Shared code", "aria-describedby": describedBy }),
      // Not what comes from the room, which has judged it.
      EditorState.changeFilter.of((transaction) => {
        const isFromRoom = transaction.annotation(ySyncAnnotation) !== undefined;
        const { length } = transaction.newDoc;
        if (isFromRoom || length <= padCharacters || length <= transaction.startState.doc.length) return true;
        onTooLong(length);
        return false;
      }),
      EditorView.updateListener.of(({ transactions }) => {
        const isOwn = transactions.some(
          (transaction) => transaction.docChanged && transaction.annotation(ySyncAnnotation) === undefined,
        );
        if (isOwn) onFits();
      }),
      // Without its own cursors: `remoteCarets` says why.
      yCollab(code.text, null, { undoManager }),
      remoteCarets(code.text, code.cursors.awareness),
      keymap.of([
        {
          key: "Mod-Enter",
          run: () => {
            onRun();
            return true;
          },
        },
        ...yUndoManagerKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
    ],
  });
  return new EditorView({ state, parent });
}
