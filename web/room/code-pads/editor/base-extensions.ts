import {
  autocompletion,
  closeCompletion,
  completeAnyWord,
  completeFromList,
  completionStatus,
} from "@codemirror/autocomplete";
import { javascript, javascriptLanguage } from "@codemirror/lang-javascript";
import { python, pythonLanguage } from "@codemirror/lang-python";
import { PostgreSQL, sql } from "@codemirror/lang-sql";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  lineNumbers,
  tooltips,
} from "@codemirror/view";
import type { PadLanguage } from "@greenroom/contract/room/code-pad.ts";
import { codeHighlightStyle, editorTheme } from "./editor-theme.ts";

/** Words that the mode for Python does not suggest: it has built-in names and whole statements. */
const pythonKeywords = [
  "and",
  "assert",
  "async",
  "await",
  "break",
  "continue",
  "del",
  "except",
  "finally",
  "global",
  "is",
  "lambda",
  "nonlocal",
  "not",
  "or",
  "pass",
  "raise",
  "return",
  "yield",
].map((label) => ({ label, type: "keyword" }));

/** The globals of the pad's JavaScript interpreter. The mode for SQL has its own list. */
const javascriptGlobals = [
  "Array",
  "Boolean",
  "console",
  "Date",
  "Error",
  "Infinity",
  "isNaN",
  "JSON",
  "Map",
  "Math",
  "NaN",
  "Number",
  "Object",
  "parseFloat",
  "parseInt",
  "Promise",
  "RegExp",
  "Set",
  "setTimeout",
  "String",
  "Symbol",
  "undefined",
  "WeakMap",
].map((label) => ({ label, type: "variable" }));

export const languageExtensions: Record<PadLanguage, () => Extension> = {
  python: () => [
    python(),
    pythonLanguage.data.of({ autocomplete: completeFromList(pythonKeywords) }),
    indentUnit.of("    "),
  ],
  sql: () => [sql({ dialect: PostgreSQL }), PostgreSQL.language.data.of({ autocomplete: completeAnyWord })],
  javascript: () => [
    javascript(),
    javascriptLanguage.data.of({ autocomplete: completeFromList(javascriptGlobals) }),
  ],
  text: () => [],
};

/** How many suggestions are shown at once. With more, the list would have to scroll. */
const shownSuggestions = 5;

/** Suggests keywords, built-in names and names of the document while somebody types. */
const completion: Extension = [
  // Nothing is selected at first, so that Enter still ends a line.
  autocompletion({
    selectOnOpen: false,
    interactionDelay: 0,
    icons: false,
    maxRenderedOptions: shownSuggestions,
  }),
  // The list stays inside the editor, because it would otherwise cover the buttons below.
  tooltips({ tooltipSpace: ({ dom }) => (dom.parentElement ?? dom).getBoundingClientRect() }),
  // Suggestions can arrive after the focus has moved on.
  EditorView.updateListener.of(({ view }) => {
    if (!view.hasFocus && completionStatus(view.state) !== null) closeCompletion(view);
  }),
];

/** The look and behavior of all our editors. */
export const baseExtensions: Extension = [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  completion,
  // The code can be focused without this, but accessibility checkers do not detect that when it scrolls.
  EditorView.contentAttributes.of({ tabindex: "0" }),
  EditorState.tabSize.of(4),
  EditorView.lineWrapping,
  syntaxHighlighting(codeHighlightStyle),
  editorTheme,
];
