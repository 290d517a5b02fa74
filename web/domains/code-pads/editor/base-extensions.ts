import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { sql } from "@codemirror/lang-sql";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  lineNumbers,
} from "@codemirror/view";
import type { PadLanguage } from "@greenroom/contract/rooms/code-pad.ts";
import { codeHighlightStyle, editorTheme } from "./editor-theme.ts";

export const languageExtensions: Record<PadLanguage, () => Extension> = {
  python: () => [python(), indentUnit.of("    ")],
  sql: () => sql(),
  javascript: () => javascript(),
  text: () => [],
};

/** The look and behavior of all our editors. */
export const baseExtensions: Extension = [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  // The code can be focused without this, but accessibility checkers do not detect that when it scrolls.
  EditorView.contentAttributes.of({ tabindex: "0" }),
  EditorState.tabSize.of(4),
  EditorView.lineWrapping,
  syntaxHighlighting(codeHighlightStyle),
  editorTheme,
];
