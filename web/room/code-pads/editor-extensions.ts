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
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type KeyBinding,
  lineNumbers,
  tooltips,
} from "@codemirror/view";
import type { PadLanguage } from "@greenroom/contract/room/code-pad.ts";
import { tags } from "@lezer/highlight";

export const editorTheme = EditorView.theme(
  {
    "&": {
      height: "100%",
      backgroundColor: "transparent",
      color: "var(--ink)",
      fontSize: "var(--code-size)",
    },
    "&.cm-focused": { outline: "2px solid var(--green)", outlineOffset: "-2px" },
    ".cm-scroller": { fontFamily: "var(--face-mono)", lineHeight: "1.7", overflow: "auto" },
    ".cm-content": { padding: "0.75rem 0", caretColor: "var(--ink)" },
    ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-3)", border: "none" },
    ".cm-lineNumbers .cm-gutterElement": { padding: "0 0.875rem 0 1rem" },
    ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "rgb(255 255 255 / 0.04)" },
    ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
      backgroundColor: "rgb(87 194 155 / 0.3)",
    },
    // The site's color for selected text is for its light background.
    ".cm-line::selection, .cm-line ::selection": { color: "currentcolor" },
    ".cm-matchingBracket": { backgroundColor: "rgb(87 194 155 / 0.25)", outline: "1px solid var(--green)" },
    ".cm-tooltip": {
      backgroundColor: "var(--card)",
      color: "var(--ink)",
      border: "1px solid var(--line)",
      borderRadius: "4px",
    },
    ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--face-mono)", maxHeight: "none" },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.25rem 0.625rem", lineHeight: "1.5" },
    ".cm-tooltip-autocomplete ul li[aria-selected]": {
      backgroundColor: "rgb(87 194 155 / 0.3)",
      color: "var(--ink)",
    },
    ".cm-completionMatchedText": { textDecoration: "none", color: "var(--accent)" },
    ".cm-otherSelection": { backgroundColor: "rgb(244 183 64 / 0.28)" },
    ".cm-otherCaret": { position: "relative", marginLeft: "-2px", borderLeft: "2px solid #f4b740" },
    // Below the line, and only on hover, because the name covers code.
    ".cm-otherCaret:hover::after": {
      content: "var(--other-name)",
      position: "absolute",
      top: "1.45em",
      left: "-2px",
      zIndex: "1",
      padding: "0 0.375rem",
      borderRadius: "0 4px 4px 4px",
      backgroundColor: "#f4b740",
      fontFamily: "var(--face-text)",
      fontSize: "0.75rem",
      fontWeight: "600",
      lineHeight: "1.5",
      whiteSpace: "nowrap",
      color: "#08382b",
    },
  },
  { dark: true },
);

export const codeHighlightStyle = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self], color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "#e5c9a1" },
  { tag: [tags.number, tags.bool, tags.null], color: "#f5a69b" },
  { tag: [tags.comment, tags.meta], color: "var(--ink-3)", fontStyle: "italic" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))],
    color: "#a7dcbc",
  },
  { tag: [tags.className, tags.typeName, tags.standard(tags.variableName)], color: "#a7dcbc" },
  { tag: tags.propertyName, color: "#c4d3cb" },
]);

/** Words that the mode for Python does not suggest: it has built-in names and whole statements. */
const pythonKeywords = `and assert async await break continue del except finally global is lambda
  nonlocal not or pass raise return yield`
  .split(/\s+/)
  .map((label) => ({ label, type: "keyword" }));

/** The globals of the pad's JavaScript interpreter. The mode for SQL has its own list. */
const javascriptGlobals = `Array Boolean console Date Error Infinity isNaN JSON Map Math NaN Number
  Object parseFloat parseInt Promise RegExp Set setTimeout String Symbol undefined WeakMap`
  .split(/\s+/)
  .map((label) => ({ label, type: "variable" }));

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

/** Calls `onRun` for Ctrl or Cmd with Enter, and closes an open list of suggestions. */
export function runShortcut(onRun: () => void): KeyBinding {
  return {
    key: "Mod-Enter",
    run: (view) => {
      closeCompletion(view);
      onRun();
      return true;
    },
  };
}

/** Calls `onFormat` for Shift+Alt+F. */
export function formatShortcut(onFormat: () => void): Extension {
  return EditorView.domEventHandlers({
    keydown({ altKey, shiftKey, ctrlKey, metaKey, code }) {
      // By the key's position, because with Alt it types another letter on some keyboards.
      if (!altKey || !shiftKey || ctrlKey || metaKey || code !== "KeyF") return false;
      onFormat();
      // This keeps the editor from inserting the letter.
      return true;
    },
  });
}
