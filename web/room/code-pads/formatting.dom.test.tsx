import { history, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { afterEach, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { createEditor, setEditorWritable } from "./code-editor.tsx";
import { findEdits } from "./formatters/serve-formatter.ts";
import { type FormatAnswer, formatEditor } from "./formatting.tsx";
import { PadDocument } from "./pad-document.ts";

/** A formatter that takes as long as `meanwhile` does, and puts spaces around "=". */
const formatter = (meanwhile: () => void = () => undefined) => ({
  format: async (_language: string, readCode: () => string): Promise<FormatAnswer> => {
    const code = readCode();
    meanwhile();
    return { type: "edits", edits: findEdits(code, code.replace(/ *= */g, " = ")) };
  },
});

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Two pages with one pad. */
function openPads(text: string) {
  const documents = [0, 1].map(() => new PadDocument(() => true));
  const [own, other] = documents as [PadDocument, PadDocument];
  own.doc.on("update", (update, origin) => origin !== "other" && Y.applyUpdate(other.doc, update, "own"));
  other.doc.on("update", (update, origin) => origin !== "own" && Y.applyUpdate(own.doc, update, "other"));
  own.text.insert(0, text);
  const views = documents.map((padDocument) =>
    createEditor(document.body, {
      padDocument,
      language: "python",
      describedBy: "hint",
      onRun: () => undefined,
      onFormat: () => undefined,
      onChangeAccepted: () => undefined,
      onTooLong: () => undefined,
    }),
  ) as [EditorView, EditorView];
  closers.push(() => {
    for (const view of views) view.destroy();
    for (const padDocument of documents) padDocument.close();
  });
  return { own, other, views };
}

const type = (view: EditorView, insert: string, from = view.state.doc.length) =>
  view.dispatch({ changes: { from, insert }, userEvent: "input.type" });
/** Ctrl+Z in the pad. */
const pressUndo = (view: EditorView) =>
  view.contentDOM.dispatchEvent(
    new KeyboardEvent("keydown", { key: "z", code: "KeyZ", ctrlKey: true, bubbles: true, cancelable: true }),
  );

describe("formatting the pad", () => {
  it("changes it for both, and leaves the other's cursor at its place in the code", async () => {
    const { other, views } = openPads("a=1\nbee=2\n");
    const [view, otherView] = views;
    otherView.dispatch({ selection: { anchor: "a=1\nbee".length } });
    expect(await formatEditor(view, "python", formatter())).toEqual({ type: "formatted" });
    expect(other.text.toString()).toBe("a = 1\nbee = 2\n");
    expect(otherView.state.doc.toString()).toBe("a = 1\nbee = 2\n");
    expect(otherView.state.selection.main.head).toBe("a = 1\nbee".length);
  });

  it("is one step of one's own undo, apart from what was typed before and after", async () => {
    const { own, views } = openPads("");
    const [view, otherView] = views;
    type(view, "a=1\nb=2\n");
    await formatEditor(view, "python", formatter());
    type(view, "c");
    type(otherView, "# theirs\n", 0);
    pressUndo(view);
    expect(own.text.toString()).toBe("# theirs\na = 1\nb = 2\n");
    pressUndo(view);
    expect(own.text.toString()).toBe("# theirs\na=1\nb=2\n");
  });

  it("begins again when somebody types meanwhile, and gives up when they do not stop", async () => {
    const { own, views } = openPads("a=1\n");
    const [view, otherView] = views;
    let keys = 1;
    const briefly = formatter(() => keys-- > 0 && type(otherView, "b=2\n"));
    expect(await formatEditor(view, "python", briefly)).toEqual({ type: "formatted" });
    expect(own.text.toString()).toBe("a = 1\nb = 2\n");
    const endlessly = formatter(() => type(otherView, "c=3\n"));
    expect(await formatEditor(view, "python", endlessly)).toEqual({ type: "busy-typing" });
    expect(own.text.toString()).toBe("a = 1\nb = 2\nc=3\nc=3\nc=3\n");
  });

  it("is refused while the pad is read-only for this person", async () => {
    const { own, views } = openPads("a=1");
    setEditorWritable(views[0], false);
    expect(await formatEditor(views[0], "python", formatter())).toEqual({ type: "read-only" });
    setEditorWritable(views[0], true);
    const lockedMeanwhile = formatter(() => setEditorWritable(views[0], false));
    expect(await formatEditor(views[0], "python", lockedMeanwhile)).toEqual({ type: "read-only" });
    expect(own.text.toString()).toBe("a=1");
  });

  it("leaves a code that is formatted, or has an error, as it is", async () => {
    const { own, views } = openPads("a = 1");
    expect(await formatEditor(views[0], "python", formatter())).toEqual({ type: "unchanged" });
    const answer = { type: "error", message: "Expected an expression", line: 1 } as const;
    expect(await formatEditor(views[0], "python", { format: async () => answer })).toEqual(answer);
    expect(own.text.toString()).toBe("a = 1");
  });

  it("does not make a pad longer than its limit", async () => {
    const { own, views } = openPads(`${"=".repeat(199_990)}`);
    const outcome = await formatEditor(views[0], "python", {
      format: async (_language, readCode) => ({
        type: "edits",
        edits: findEdits(readCode(), `${readCode()}${" ".repeat(20)}`),
      }),
    });
    expect(outcome).toEqual({ type: "too-long" });
    expect(own.text.length).toBe(199_990);
  });
});

it("is one step of the undo of a candidate's own code", async () => {
  const state = EditorState.create({ doc: "", extensions: [history()] });
  const view = new EditorView({ state });
  closers.push(() => view.destroy());
  type(view, "a=1");
  await formatEditor(view, "python", formatter());
  undo(view);
  expect(view.state.doc.toString()).toBe("a=1");
});
