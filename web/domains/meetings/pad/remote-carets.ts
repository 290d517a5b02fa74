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

interface Pointed {
  anchor: Y.RelativePosition;
  head: Y.RelativePosition;
}

interface PersonState {
  cursor?: Pointed | null;
  user?: { name: string; color: string; colorLight: string };
}

const caretsMoved = Annotation.define<true>();

/**
 * Tells where this page's cursor stands, and draws where the others' do. The names are drawn by the style sheet: a word in
 * the editor's own text can be taken for what was typed when a phone's keyboard replaces a selection.
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

  constructor(view: EditorView, text: Y.Text, awareness: Awareness) {
    this.#text = text;
    this.#awareness = awareness;
    this.#onChange = ({ added, updated, removed }) => {
      const isOthers = [...added, ...updated, ...removed].some((client) => client !== awareness.clientID);
      if (isOthers) view.dispatch({ annotations: caretsMoved.of(true) });
    };
    awareness.on("change", this.#onChange);
  }

  destroy(): void {
    this.#awareness.off("change", this.#onChange);
  }

  update({ view, state }: ViewUpdate): void {
    if (view.hasFocus) this.#tell(state.selection.main);
    const ranges: Range<Decoration>[] = [];
    for (const [client, person] of this.#awareness.getStates() as Map<number, PersonState>) {
      if (client === this.#awareness.clientID || !person.cursor) continue;
      const [anchor, head] = [this.#find(person.cursor.anchor), this.#find(person.cursor.head)];
      if (anchor === null || head === null || Math.max(anchor, head) > state.doc.length) continue;
      const { name = "", color = "", colorLight = "" } = person.user ?? {};
      if (anchor !== head) {
        const attributes = { style: `background-color: ${colorLight}` };
        ranges.push(Decoration.mark({ attributes }).range(Math.min(anchor, head), Math.max(anchor, head)));
      }
      // One's own cursor stands outside of what the other one has selected.
      const side = head > anchor ? -1 : 1;
      ranges.push(Decoration.widget({ side, widget: new Caret(name, color) }).range(head));
    }
    this.decorations = Decoration.set(ranges, true);
  }

  #find(position: Y.RelativePosition): number | null {
    const doc = this.#text.doc;
    const found = doc && Y.createAbsolutePositionFromRelativePosition(position, doc);
    return found?.type === this.#text ? found.index : null;
  }

  #tell(selection: { anchor: number; head: number }): void {
    const at = (index: number) => Y.createRelativePositionFromTypeIndex(this.#text, index);
    const [anchor, head] = [at(selection.anchor), at(selection.head)];
    const told = (this.#awareness.getLocalState() as PersonState | null)?.cursor;
    const isTold =
      told && Y.compareRelativePositions(told.anchor, anchor) && Y.compareRelativePositions(told.head, head);
    if (!isTold) this.#awareness.setLocalStateField("cursor", { anchor, head });
  }
}

class Caret extends WidgetType {
  readonly #name: string;
  readonly #color: string;

  constructor(name: string, color: string) {
    super();
    this.#name = name;
    this.#color = color;
  }

  override eq(other: Caret): boolean {
    return other.#name === this.#name && other.#color === this.#color;
  }

  toDOM(): HTMLElement {
    const caret = document.createElement("span");
    caret.className = "cm-remoteCaret";
    caret.dataset.name = this.#name;
    caret.style.setProperty("--caret", this.#color);
    return caret;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
