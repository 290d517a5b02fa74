import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Colors the editor for the room's dark background. */
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
    ".cm-remoteCaret": {
      position: "relative",
      marginLeft: "-2px",
      borderLeft: "2px solid var(--caret)",
    },
    // Shown while the cursor moves (`remoteCarets`) and on hover, because the name covers code.
    ".cm-remoteCaret::after": {
      content: "attr(data-name)",
      position: "absolute",
      top: "1.45em",
      left: "-2px",
      zIndex: "1",
      padding: "0 0.375rem",
      borderRadius: "0 4px 4px 4px",
      backgroundColor: "var(--caret)",
      fontFamily: "var(--face-text)",
      fontSize: "0.75rem",
      fontStyle: "normal",
      fontWeight: "600",
      lineHeight: "1.5",
      whiteSpace: "nowrap",
      color: "#08382b",
      pointerEvents: "none",
      opacity: "0",
      transition: "opacity 0.2s",
    },
    ".cm-remoteCaret.cm-remoteCaretNamed::after, .cm-remoteCaret:hover::after": { opacity: "1" },
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
