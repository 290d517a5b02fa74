import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { describe, expect, it } from "vitest";
import { insertKey } from "./code-keys.tsx";

describe("a key for code", () => {
  it.each([
    ["(", "print", 5, 5, "()", "print()", 6],
    ["a pair around a selection", "abc", 1, 2, "[]", "a[b]c", 3],
    ["a colon over a selection", "if x then", 4, 9, ":", "if x:", 5],
    ["a colon at the end", "else", 4, 4, ":", "else:", 5],
  ])("types %s", (_name, doc, anchor, head, key, text, cursor) => {
    const view = new EditorView({ state: EditorState.create({ doc, selection: { anchor, head } }) });
    insertKey(view, key);
    expect([view.state.doc.toString(), view.state.selection.main.head]).toEqual([text, cursor]);
    view.destroy();
  });
});
