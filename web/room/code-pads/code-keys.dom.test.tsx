import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { fireEvent, screen } from "@testing-library/react";
import type { ComponentProps, RefObject } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openKeyboard } from "../../testing/on-screen-keyboard.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { CodeEditor } from "./code-editor.tsx";
import { insertSymbol } from "./code-keys.tsx";
import { PadDocument } from "./pad-document.ts";

describe("a symbol", () => {
  it.each([
    ["(", "print", 5, 5, "()", "print()", 6],
    ["a pair around a selection", "abc", 1, 2, "[]", "a[b]c", 3],
    ["a colon over a selection", "if x then", 4, 9, ":", "if x:", 5],
    ["a colon at the end", "else", 4, 4, ":", "else:", 5],
  ])("types %s", (_name, doc, anchor, head, symbol, text, cursor) => {
    const view = new EditorView({ state: EditorState.create({ doc, selection: { anchor, head } }) });
    insertSymbol(view, symbol);
    expect([view.state.doc.toString(), view.state.selection.main.head]).toEqual([text, cursor]);
    view.destroy();
  });
});

describe("the keys of the pad", () => {
  const open: PadDocument[] = [];
  beforeEach(() => openKeyboard());
  afterEach(() => {
    for (const padDocument of open.splice(0)) padDocument.close();
  });

  /** The pad on a phone whose keyboard is open, and its text at the other participant's. */
  function openPad(code: string, props: Partial<ComponentProps<typeof CodeEditor>> = {}) {
    const padDocument = new PadDocument(() => true);
    open.push(padDocument);
    padDocument.text.insert(0, code);
    const view: RefObject<EditorView | null> = { current: null };
    const { user } = renderScreen(
      <CodeEditor
        view={view}
        padDocument={padDocument}
        otherName="Meera"
        language="python"
        fontSize={16}
        canWrite
        onRun={() => undefined}
        onFormat={() => undefined}
        onProblem={() => undefined}
        onChangeAccepted={() => undefined}
        {...props}
      />,
    );
    const press = (name: string) => user.click(screen.getByRole("button", { name, hidden: true }));
    return { view, press, text: () => padDocument.text.toString() };
  }

  it("type into the shared text, and are undone and redone together", async () => {
    const { view, press, text } = openPad("print");
    view.current?.dispatch({ selection: { anchor: 5 } });
    await press("Insert ()");
    await press('Insert ""');
    expect(text()).toBe('print("")');
    await press("Undo");
    expect(text()).toBe("print");
    await press("Redo");
    expect(text()).toBe('print("")');
  });

  it("move the cursor out of a pair, and indent", async () => {
    const { view, press, text } = openPad("f");
    view.current?.dispatch({ selection: { anchor: 1 } });
    await press("Insert ()");
    await press("Right");
    await press("Insert :");
    await press("Indent");
    expect(text()).toBe("    f():");
    await press("Indent less");
    expect(text()).toBe("f():");
  });

  it("leave the focus in the editor, so that the keyboard stays open", () => {
    openPad("x");
    const key = screen.getByRole("button", { name: "Insert :" });
    expect(fireEvent.pointerDown(key)).toBe(false);
    expect(fireEvent.mouseDown(key)).toBe(false);
  });

  it("are not there while the pad is read-only", () => {
    openPad("x", { canWrite: false });
    expect(screen.queryByRole("toolbar", { hidden: true })).toBeNull();
  });
});
