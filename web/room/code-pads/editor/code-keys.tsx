import { indentLess, indentMore } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { IndentDecrease, IndentIncrease } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useMediaQuery } from "../../../ui/hooks/use-media-query.ts";
import { useIsKeyboardOpen } from "../../../ui/hooks/use-visible-height.ts";

/** Characters that need two or three taps on a phone's keyboard. A pair is put around the selection. */
const keys = ["()", "[]", "{}", '""', "''", ":", "=", "_", ".", ",", "<", ">", "#", "*", "-", "+", "/"];

/** Keys for code above the on-screen keyboard of a touch screen. */
export function CodeKeys({ view }: { view: RefObject<EditorView | null> }) {
  const isTouch = useMediaQuery("(pointer: coarse)");
  const isKeyboardOpen = useIsKeyboardOpen();
  if (!isTouch || !isKeyboardOpen) return null;
  const withEditor = (act: (editor: EditorView) => void) => () => {
    if (view.current) act(view.current);
  };
  return (
    <div
      role="toolbar"
      aria-label="Keys for code"
      className="flex shrink-0 gap-1 overflow-x-auto border-t border-dark-line px-1 py-1"
    >
      <Key label="Indent less" onPress={withEditor(indentLess)}>
        <IndentDecrease aria-hidden="true" className="size-4" />
      </Key>
      <Key label="Indent" onPress={withEditor(indentMore)}>
        <IndentIncrease aria-hidden="true" className="size-4" />
      </Key>
      {keys.map((key) => (
        <Key key={key} label={`Insert ${key}`} onPress={withEditor((editor) => insertKey(editor, key))}>
          {key}
        </Key>
      ))}
    </div>
  );
}

/** Inserts a key's characters: a pair around the selection, with the cursor inside it. */
export function insertKey(view: EditorView, key: string): void {
  const { from, to } = view.state.selection.main;
  const [open = "", close = ""] = key;
  const selected = view.state.sliceDoc(from, to);
  const insert = close === "" ? open : open + selected + close;
  const anchor = close === "" ? from + open.length : from + open.length + selected.length;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor },
    scrollIntoView: true,
    userEvent: "input.type",
  });
}

interface KeyProps {
  label: string;
  onPress: () => void;
  children: ReactNode;
}

function Key({ label, onPress, children }: KeyProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // The editor keeps the focus, so that the keyboard stays open.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="grid h-11 min-w-11 shrink-0 place-items-center rounded-sm bg-sunk px-2 font-mono text-base text-ink"
    >
      {children}
    </button>
  );
}
