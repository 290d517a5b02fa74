import type { EditorView } from "@codemirror/view";
import { expect, it, onTestFinished } from "vitest";
import { PadDocument } from "../sync/pad-document.ts";
import { createEditor, setEditorWritable } from "./create-editor.ts";

function openPad() {
  const padDocument = new PadDocument({ send: () => true, nameOf: () => "Meera" });
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
  const { padDocument, view } = openPad();
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
  const { padDocument, view } = openPad();
  view.dispatch({ changes: { from: 0, insert: "a = 1" }, userEvent: "input.type" });
  setEditorWritable(view, false);
  view.contentDOM.dispatchEvent(
    new InputEvent("beforeinput", { inputType: "historyUndo", bubbles: true, cancelable: true }),
  );
  expect(padDocument.text.toString()).toBe("a = 1");
});
