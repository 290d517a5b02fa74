import { Annotation, type Range } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { type PadCursor, type PadServerMessage, padTextName } from "@greenroom/contract/room/code-pad.ts";
import type { RoomClientMessage } from "@greenroom/contract/room/room.ts";
import * as Y from "yjs";
import { Throttle } from "../connection/room-connection.ts";

/** Eight times a second, which makes a cursor's movement visible. In milliseconds. */
const cursorIntervalMilliseconds = 120;

/** The cursor of this page, and of the other participant's pages by their client id. */
export class PadCursors {
  readonly others = new Map<number, PadCursor | null>();
  /** Called when another cursor has moved or gone. */
  onMove: () => void = () => undefined;
  readonly #client: number;
  readonly #send: (message: RoomClientMessage) => boolean;
  readonly #throttledSend = new Throttle(cursorIntervalMilliseconds, () => this.sendNow());
  #own: PadCursor | null = null;

  constructor(client: number, send: (message: RoomClientMessage) => boolean) {
    this.#client = client;
    this.#send = send;
  }

  /** Also called when the connection opens or reopens. */
  sendNow(): void {
    this.#send({ type: "cursor", client: this.#client, cursor: this.#own });
  }

  move(cursor: PadCursor): void {
    if (isSameCursor(this.#own, cursor)) return;
    this.#own = cursor;
    this.#throttledSend.schedule();
  }

  receive({ client, cursor }: Extract<PadServerMessage, { type: "cursor" }>): void {
    if (client === this.#client) return;
    // A participant who has just joined does not know this page's cursor yet.
    if (!this.others.has(client)) this.#throttledSend.schedule();
    this.others.set(client, cursor);
    this.onMove();
  }

  close(): void {
    this.#throttledSend.cancel();
    if (this.#own === null) return;
    this.#own = null;
    this.sendNow();
  }
}

function isSameCursor(before: PadCursor | null, after: PadCursor): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

const cursorsMoved = Annotation.define<true>();
const selection = Decoration.mark({ class: "cm-otherSelection" });

/** Publishes this page's cursor and draws the others. */
export function showCursors(text: Y.Text, cursors: PadCursors) {
  return ViewPlugin.define((view) => new CursorDecorations(view, text, cursors), {
    decorations: (plugin) => plugin.decorations,
  });
}

class CursorDecorations {
  decorations: DecorationSet = Decoration.none;
  readonly #text: Y.Text;
  readonly #cursors: PadCursors;

  constructor(view: EditorView, text: Y.Text, cursors: PadCursors) {
    this.#text = text;
    this.#cursors = cursors;
    cursors.onMove = () => view.dispatch({ annotations: cursorsMoved.of(true) });
  }

  destroy(): void {
    this.#cursors.onMove = () => undefined;
  }

  update({ view, state }: ViewUpdate): void {
    const { anchor, head } = state.selection.main;
    if (view.hasFocus) this.#cursors.move({ anchor: this.#positionOf(anchor), head: this.#positionOf(head) });
    const ranges: Range<Decoration>[] = [];
    for (const cursor of this.#cursors.others.values()) {
      const from = cursor && this.#indexOf(cursor.anchor);
      const to = cursor && this.#indexOf(cursor.head);
      if (from === null || to === null || Math.max(from, to) > state.doc.length) continue;
      if (from !== to) ranges.push(selection.range(Math.min(from, to), Math.max(from, to)));
      // The caret stands outside the selection.
      ranges.push(Decoration.widget({ widget: new Caret(), side: to > from ? -1 : 1 }).range(to));
    }
    this.decorations = Decoration.set(ranges, true);
  }

  #positionOf(index: number): PadCursor["anchor"] {
    const { item, assoc } = Y.createRelativePositionFromTypeIndex(this.#text, index);
    return { type: null, tname: padTextName, item, assoc };
  }

  #indexOf(position: PadCursor["anchor"]): number | null {
    const { doc } = this.#text;
    const found =
      doc && Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(position), doc);
    return found?.type === this.#text ? found.index : null;
  }
}

/**
 * An empty element, unlike the caret of y-codemirror: when a browser replaces a selection around a caret, the editor
 * reads what is inside it as typed text.
 */
class Caret extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const caret = document.createElement("span");
    caret.className = "cm-otherCaret";
    return caret;
  }
}
