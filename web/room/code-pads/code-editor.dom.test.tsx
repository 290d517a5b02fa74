import type { EditorView } from "@codemirror/view";
import type { RoomClientMessage } from "@greenroom/contract/room/room.ts";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as Y from "yjs";
import { createEditor, setEditorWritable } from "./code-editor.tsx";
import { PadDocument } from "./pad-document.ts";

/** The editor of a pad, and what its page sends. */
function openEditor(send: ConstructorParameters<typeof PadDocument>[0] = () => true) {
  const padDocument = new PadDocument(send);
  const view = createEditor(document.body, {
    padDocument,
    language: "python",
    describedBy: "hint",
    onRun: () => undefined,
    onFormat: () => undefined,
    onChangeAccepted: () => undefined,
    onTooLong: () => undefined,
  });
  onTestFinished(() => {
    view.destroy();
    padDocument.close();
  });
  return { padDocument, view };
}

describe("read only undo", () => {
  const press = (view: EditorView, key: string, shiftKey = false) =>
    view.contentDOM.dispatchEvent(
      new KeyboardEvent("keydown", {
        key,
        code: `Key${key.toUpperCase()}`,
        ctrlKey: true,
        shiftKey,
        bubbles: true,
        cancelable: true,
      }),
    );

  it("undoes and redoes nothing while the pad is read-only, and keeps the history for afterwards", () => {
    const { padDocument, view } = openEditor();
    const text = () => padDocument.text.toString();
    view.dispatch({ changes: { from: 0, insert: "a = 1" }, userEvent: "input.type" });
    setEditorWritable(view, false);
    press(view, "z");
    expect(text()).toBe("a = 1");
    setEditorWritable(view, true);
    press(view, "z");
    expect(text()).toBe("");
    setEditorWritable(view, false);
    press(view, "y");
    press(view, "z", true);
    expect(text()).toBe("");
    setEditorWritable(view, true);
    press(view, "y");
    expect(text()).toBe("a = 1");
    expect(view.state.doc.toString()).toBe("a = 1");
  });

  it("does not undo through the browser's menu while the pad is read-only", () => {
    const { padDocument, view } = openEditor();
    view.dispatch({ changes: { from: 0, insert: "a = 1" }, userEvent: "input.type" });
    setEditorWritable(view, false);
    view.contentDOM.dispatchEvent(
      new InputEvent("beforeinput", { inputType: "historyUndo", bubbles: true, cancelable: true }),
    );
    expect(padDocument.text.toString()).toBe("a = 1");
  });
});

describe("remote carets", () => {
  beforeEach(() => void vi.useFakeTimers());
  /** The pad of this page, with the text of both. */
  function openPad(code: string) {
    const sent: RoomClientMessage[] = [];
    const { padDocument, view } = openEditor((message) => sent.push(message) > 0);
    padDocument.text.insert(0, code);
    const position = (index: number) =>
      JSON.parse(JSON.stringify(Y.createRelativePositionFromTypeIndex(padDocument.text, index)));
    return {
      view,
      position,
      /** The cursors of this page that were sent to the other participant. */
      sentCursors: () => {
        vi.advanceTimersByTime(1_000);
        return JSON.parse(JSON.stringify(sent.filter((message) => message.type === "cursor"))) as {
          cursor: unknown;
        }[];
      },
      /** The other participant selects from `anchor` to `head`, or has left the editor. */
      select(anchor: number | null, head = anchor ?? 0) {
        const cursor = anchor === null ? null : { anchor: position(anchor), head: position(head) };
        padDocument.cursors.receive({ type: "cursor", senderId: "meera", client: 7, cursor });
      },
      carets: () => [...view.dom.querySelectorAll<HTMLElement>(".cm-otherCaret")],
      /** The place of the other's caret in the text. */
      caretAt: () => {
        const caret = view.dom.querySelector(".cm-otherCaret");
        return caret === null ? null : view.posAtDOM(caret);
      },
      selected: () =>
        [...view.dom.querySelectorAll(".cm-otherSelection")].map(({ textContent }) => textContent).join(""),
    };
  }

  describe("the other participant's cursor", () => {
    it("is drawn at its place, with nothing inside that the editor could read as typed text", () => {
      const pad = openPad("rate = 2");
      pad.select(4);
      expect(pad.caretAt()).toBe(4);
      expect(pad.carets()[0]?.childNodes).toHaveLength(0);
    });

    it("stays at its place in the code when text is inserted before it", () => {
      const pad = openPad("rate = 2");
      pad.select(4);
      pad.view.dispatch({ changes: { from: 0, insert: "my_" }, userEvent: "input.type" });
      expect(pad.caretAt()).toBe(7);
    });

    it("marks the selected text, with the caret at its end or at its start", () => {
      const pad = openPad("rate = 2");
      pad.select(0, 4);
      expect(pad.selected()).toBe("rate");
      expect(pad.caretAt()).toBe(4);
      pad.select(4, 0);
      expect(pad.selected()).toBe("rate");
      expect(pad.caretAt()).toBe(0);
      pad.select(3);
      expect(pad.selected()).toBe("");
    });

    it("disappears when they leave the editor", () => {
      const pad = openPad("rate = 2");
      pad.select(4);
      pad.select(null);
      expect(pad.carets()).toEqual([]);
    });

    it("in text that is gone is drawn where the text was", () => {
      const pad = openPad("rate = 2");
      pad.select(8);
      pad.view.dispatch({ changes: { from: 2, to: 8 } });
      expect(pad.caretAt()).toBe(2);
    });
  });

  describe("this page's cursor", () => {
    it("is sent while the editor has the focus, and not drawn", () => {
      const pad = openPad("rate = 2");
      pad.view.focus();
      pad.view.dispatch({ selection: { anchor: 0, head: 4 } });
      expect(pad.sentCursors().at(-1)?.cursor).toEqual({ anchor: pad.position(0), head: pad.position(4) });
      expect(pad.carets()).toEqual([]);
      expect(pad.selected()).toBe("");
    });

    it("is not sent again while it stays at its place", () => {
      const pad = openPad("rate = 2");
      pad.view.focus();
      pad.view.dispatch({ selection: { anchor: 0, head: 4 } });
      const before = pad.sentCursors().length;
      expect(before).toBeGreaterThan(0);
      pad.view.dispatch({ selection: { anchor: 0, head: 4 } });
      expect(pad.sentCursors()).toHaveLength(before);
    });

    it("is not sent without the focus", () => {
      const pad = openPad("rate = 2");
      pad.view.dispatch({ selection: { anchor: 4 } });
      expect(pad.sentCursors()).toEqual([]);
    });
  });

  it("draws nothing more after the editor is closed", () => {
    const pad = openPad("rate = 2");
    pad.select(4);
    pad.view.destroy();
    const dispatch = vi.spyOn(pad.view, "dispatch");
    pad.select(5);
    expect(dispatch).not.toHaveBeenCalled();
  });
});
