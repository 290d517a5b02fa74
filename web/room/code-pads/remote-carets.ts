import { Annotation, type Range } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import type { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";

interface CursorRange {
  anchor: Y.RelativePosition;
  head: Y.RelativePosition;
}

interface PeerState {
  cursor?: CursorRange | null;
  user?: { name: string; color: string; colorLight: string };
}

const caretsMoved = Annotation.define<true>();

/** The name at a cursor hides this long after its last move, because it covers the line below. In milliseconds. */
const nameShownMilliseconds = 2_000;

/**
 * Publishes this page's cursor and draws the other cursors. The style sheet draws the names, because a phone's
 * keyboard that replaces a selection can mistake a word in the editor's own text for typed text.
 */
export function remoteCarets(text: Y.Text, awareness: Awareness) {
  return ViewPlugin.define((view) => new RemoteCarets(view, text, awareness), {
    decorations: ({ decorations }) => decorations,
  });
}

class RemoteCarets {
  decorations: DecorationSet = Decoration.none;
  readonly #text: Y.Text;
  readonly #awareness: Awareness;
  readonly #onChange: (change: Record<"added" | "updated" | "removed", number[]>) => void;
  /** One running timer for each cursor that has just moved. */
  readonly #nameTimers = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(view: EditorView, text: Y.Text, awareness: Awareness) {
    this.#text = text;
    this.#awareness = awareness;
    this.#onChange = ({ added, updated, removed }) => {
      const others = [...added, ...updated, ...removed].filter((client) => client !== awareness.clientID);
      for (const client of others) this.#showName(client, view);
      if (others.length > 0) view.dispatch({ annotations: caretsMoved.of(true) });
    };
    awareness.on("change", this.#onChange);
  }

  #showName(client: number, view: EditorView): void {
    clearTimeout(this.#nameTimers.get(client));
    const hide = () => {
      this.#nameTimers.delete(client);
      view.dispatch({ annotations: caretsMoved.of(true) });
    };
    this.#nameTimers.set(client, setTimeout(hide, nameShownMilliseconds));
  }

  destroy(): void {
    this.#awareness.off("change", this.#onChange);
    for (const timer of this.#nameTimers.values()) clearTimeout(timer);
  }

  update({ view, state }: ViewUpdate): void {
    if (view.hasFocus) this.#publishSelection(state.selection.main);
    const ranges: Range<Decoration>[] = [];
    for (const [client, peer] of this.#awareness.getStates() as Map<number, PeerState>) {
      if (client === this.#awareness.clientID || !peer.cursor) continue;
      const [anchor, head] = [
        this.#resolvePosition(peer.cursor.anchor),
        this.#resolvePosition(peer.cursor.head),
      ];
      if (anchor === null || head === null || Math.max(anchor, head) > state.doc.length) continue;
      const { name = "", color = "", colorLight = "" } = peer.user ?? {};
      if (anchor !== head) {
        const attributes = { style: `background-color: ${colorLight}` };
        ranges.push(Decoration.mark({ attributes }).range(Math.min(anchor, head), Math.max(anchor, head)));
      }
      // The cursor is drawn outside the other participant's selection.
      const side = head > anchor ? -1 : 1;
      const widget = new Caret(name, color, this.#nameTimers.has(client));
      ranges.push(Decoration.widget({ side, widget }).range(head));
    }
    this.decorations = Decoration.set(ranges, true);
  }

  #resolvePosition(position: Y.RelativePosition): number | null {
    const doc = this.#text.doc;
    const found = doc && Y.createAbsolutePositionFromRelativePosition(position, doc);
    return found?.type === this.#text ? found.index : null;
  }

  #publishSelection(selection: { anchor: number; head: number }): void {
    const at = (index: number) => Y.createRelativePositionFromTypeIndex(this.#text, index);
    const [anchor, head] = [at(selection.anchor), at(selection.head)];
    const published = (this.#awareness.getLocalState() as PeerState | null)?.cursor;
    const isUnchanged =
      published &&
      Y.compareRelativePositions(published.anchor, anchor) &&
      Y.compareRelativePositions(published.head, head);
    if (!isUnchanged) this.#awareness.setLocalStateField("cursor", { anchor, head });
  }
}

class Caret extends WidgetType {
  readonly #name: string;
  readonly #color: string;
  readonly #isNamed: boolean;

  constructor(name: string, color: string, isNamed: boolean) {
    super();
    this.#name = name;
    this.#color = color;
    this.#isNamed = isNamed;
  }

  override eq(other: Caret): boolean {
    return other.#name === this.#name && other.#color === this.#color && other.#isNamed === this.#isNamed;
  }

  /** Keeps the element, so that the name fades out. */
  override updateDOM(dom: HTMLElement): boolean {
    dom.dataset.name = this.#name;
    dom.style.setProperty("--caret", this.#color);
    dom.classList.toggle("cm-remoteCaretNamed", this.#isNamed);
    return true;
  }

  toDOM(): HTMLElement {
    const caret = document.createElement("span");
    caret.className = "cm-remoteCaret";
    this.updateDOM(caret);
    return caret;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
