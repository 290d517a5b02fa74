import {
  cursorCharLeft,
  cursorCharRight,
  cursorLineDown,
  cursorLineUp,
  indentLess,
  indentMore,
} from "@codemirror/commands";
import type { Command, EditorView } from "@codemirror/view";
import clsx from "clsx";
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  IndentDecrease,
  IndentIncrease,
  type LucideIcon,
  Redo2,
  Undo2,
} from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useCoveredHeight, useIsKeyboardOpen, useMediaQuery } from "../../ui/hooks.ts";

/** Characters that need two or three taps on a phone's keyboard. A pair is put around the selection. */
const symbols = [
  "()",
  "[]",
  "{}",
  ":",
  "=",
  '""',
  "''",
  "_",
  ".",
  ",",
  "<",
  ">",
  "#",
  "*",
  "+",
  "-",
  "/",
  ";",
];

const commands: { label: string; icon: LucideIcon; command: Command }[] = [
  { label: "Left", icon: ArrowLeft, command: cursorCharLeft },
  { label: "Right", icon: ArrowRight, command: cursorCharRight },
  { label: "Up", icon: ArrowUp, command: cursorLineUp },
  { label: "Down", icon: ArrowDown, command: cursorLineDown },
  { label: "Indent less", icon: IndentDecrease, command: indentLess },
];

interface CodeKeysProps {
  view: RefObject<EditorView | null>;
  /** The editor's own, because a shared text keeps another history. */
  undo: Command;
  redo: Command;
  /** On a page that scrolls: at the edge of the keyboard, wherever the editor is. */
  isFixed?: boolean;
}

/** Keys for code above the on-screen keyboard of a touch screen, while the editor before them, a `peer`, has the focus. */
export function CodeKeys({ view, undo, redo, isFixed = false }: CodeKeysProps) {
  const isTouch = useMediaQuery("(pointer: coarse)");
  const isKeyboardOpen = useIsKeyboardOpen();
  const coveredHeight = useCoveredHeight();
  if (!isTouch || !isKeyboardOpen) return null;
  const act = (command: (editor: EditorView) => void) => () => {
    if (view.current) command(view.current);
  };
  const commandKey = ({ label, icon: Icon, command }: (typeof commands)[number]) => (
    <Key key={label} label={label} onPress={act(command)}>
      <Icon aria-hidden="true" className="size-4" />
    </Key>
  );
  return (
    <div
      role="toolbar"
      aria-label="Keys for code"
      style={isFixed ? { bottom: coveredHeight } : undefined}
      className={clsx(
        "hidden shrink-0 gap-1 overflow-x-auto border-t border-dark-line px-1 py-0.5 peer-has-[.cm-focused]:flex",
        isFixed && "fixed inset-x-0 z-30 bg-dark",
      )}
    >
      {commandKey({ label: "Indent", icon: IndentIncrease, command: indentMore })}
      {commandKey({ label: "Undo", icon: Undo2, command: undo })}
      {commandKey({ label: "Redo", icon: Redo2, command: redo })}
      {symbols.map((symbol) => (
        <Key key={symbol} label={`Insert ${symbol}`} onPress={act((editor) => insertSymbol(editor, symbol))}>
          {symbol}
        </Key>
      ))}
      {commands.map(commandKey)}
    </div>
  );
}

/** Inserts a symbol: a pair around the selection, with the cursor inside it. */
export function insertSymbol(view: EditorView, symbol: string): void {
  const { from, to } = view.state.selection.main;
  const [open = "", close = ""] = symbol;
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
      className="grid h-11 min-w-9 shrink-0 place-items-center rounded-sm bg-sunk px-1.5 font-mono text-base text-ink"
    >
      {children}
    </button>
  );
}
