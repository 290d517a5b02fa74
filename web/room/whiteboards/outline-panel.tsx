import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Select, TextInput } from "../../ui/fields.tsx";
import { drawingText, linkTitle, type Outline, type OutlineBox } from "./read-outline.ts";

export const maxNameCharacters = 200;
/** A finger needs a larger target than a mouse. */
export const smallButtonClass = "!min-h-9 !py-1 text-sm max-lg:!min-h-11";

export interface OutlineActions {
  addBox(name: string): void;
  rename(id: string, name: string): void;
  addLink(fromId: string, toId: string): void;
  remove(id: string): void;
}

interface OutlinePanelProps extends OutlineActions {
  outline: Outline;
  /** Whether the first field has the focus when the outline opens. */
  startsFocused: boolean;
}

/** The board in words, for screen readers and for drawing by keyboard: boxes, and which leads to which. */
export function OutlinePanel({ outline, startsFocused, addBox, rename, addLink, remove }: OutlinePanelProps) {
  const { boxes, links, texts } = outline;
  const drawingSentence = drawingText(outline);
  const [name, setName] = useState("");
  const [announced, setAnnounced] = useState({ outline, text: "" });
  // Announces changes by the other person and by mouse, too.
  if (announced.outline !== outline)
    setAnnounced({ outline, text: describeChanges(announced.outline, outline) || announced.text });
  const announce = (text: string) => setAnnounced({ outline, text });
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (startsFocused) nameField.current?.focus();
  }, [startsFocused]);
  const [titleId, nameId] = [useId(), useId()];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    nameField.current?.focus();
    if (name.trim() === "") announce("A box needs a name.");
    else addBox(name.trim());
    setName("");
  };
  const removeItem = (id: string) => {
    // The button that has the focus disappears.
    nameField.current?.focus();
    remove(id);
  };
  const link = (from: OutlineBox, to: OutlineBox) => {
    if (links.some((other) => other.from.id === from.id && other.to.id === to.id))
      announce(`${from.title} already leads to ${to.title}.`);
    else addLink(from.id, to.id);
  };
  return (
    <section aria-labelledby={titleId} className="grid content-start gap-4 overflow-y-auto p-3">
      <div>
        <h3 id={titleId} className="text-base font-semibold">
          Outline
        </h3>
        <p className="text-sm text-ink-2">The board in words. What you change here changes the drawing.</p>
      </div>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <label htmlFor={nameId} className="grid min-w-40 grow gap-1 text-sm">
          New box
          <TextInput
            id={nameId}
            ref={nameField}
            value={name}
            maxLength={maxNameCharacters}
            placeholder="Feature store"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <Button type="submit" variant="quiet">
          Add box
        </Button>
      </form>
      <p role="status" className="min-h-5 break-words text-sm text-ink-2">
        {announced.text}
      </p>
      {boxes.length === 0 ? (
        <p className="text-sm text-ink-2">There are no boxes yet.</p>
      ) : (
        <ul aria-label="Boxes" className="grid gap-3">
          {boxes.map((box) => (
            <OutlineBoxItem
              key={box.id}
              box={box}
              boxes={boxes}
              onRename={(next) => rename(box.id, next)}
              onNameMissing={() => announce(`A box needs a name, so this one is still called ${box.title}.`)}
              onLink={(to) => link(box, to)}
              onRemove={() => removeItem(box.id)}
            />
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <ul aria-label="Links" className="grid gap-2 text-sm">
          {links.map((item) => (
            <li key={item.id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 break-words">
                {linkTitle(item)}
                {item.label !== "" && <span className="text-ink-2"> ({item.label})</span>}
              </span>
              <Button variant="quiet" className={smallButtonClass} onClick={() => removeItem(item.id)}>
                Remove<span className="sr-only"> the link {linkTitle(item)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {texts.length > 0 && (
        <ul aria-label="Texts" className="grid gap-1 text-sm">
          {texts.map(({ id, text }) => (
            <li key={id} className="flex items-start justify-between gap-2">
              <span className="min-w-0 whitespace-pre-wrap break-words">{text}</span>
              <Button variant="quiet" className={smallButtonClass} onClick={() => removeItem(id)}>
                Remove<span className="sr-only"> the text {text}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {drawingSentence !== null && <p className="text-sm text-ink-2">{drawingSentence}</p>}
    </section>
  );
}

interface OutlineBoxItemProps {
  box: OutlineBox;
  boxes: readonly OutlineBox[];
  onRename: (name: string) => void;
  /** Called if the name was left empty; it then stays as it was. */
  onNameMissing: () => void;
  onLink: (to: OutlineBox) => void;
  onRemove: () => void;
}

export function OutlineBoxItem({
  box,
  boxes,
  onRename,
  onNameMissing,
  onLink,
  onRemove,
}: OutlineBoxItemProps) {
  return (
    <li className="grid gap-2 rounded-sm border border-line p-2">
      <BoxName box={box} onRename={onRename} onMissing={onNameMissing} />
      <div className="flex flex-wrap items-center gap-2">
        {boxes.length > 1 && <LinkChoice box={box} boxes={boxes} onLink={onLink} />}
        <Button variant="quiet" className={smallButtonClass} onClick={onRemove}>
          Remove<span className="sr-only"> {box.title}</span>
        </Button>
      </div>
    </li>
  );
}

interface BoxNameProps {
  box: OutlineBox;
  onRename: (name: string) => void;
  onMissing: () => void;
}

function BoxName({ box, onRename, onMissing }: BoxNameProps) {
  /** The text that is being typed; null shows the name, which the other person may change. */
  const [draft, setDraft] = useState<string | null>(null);
  const submit = () => {
    if (draft === null) return;
    const name = draft.trim();
    setDraft(null);
    if (name === "") {
      if (box.name !== "") onMissing();
    } else if (name !== box.name) onRename(name);
  };
  return (
    <TextInput
      aria-label={`Name of ${box.title}`}
      value={draft ?? box.name}
      maxLength={maxNameCharacters}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={submit}
      onKeyDown={(event) => {
        if (event.key === "Enter") submit();
        else if (event.key === "Escape") setDraft(null);
      }}
    />
  );
}

interface LinkChoiceProps {
  box: OutlineBox;
  boxes: readonly OutlineBox[];
  onLink: (to: OutlineBox) => void;
}

function LinkChoice({ box, boxes, onLink }: LinkChoiceProps) {
  const [chosen, setChosen] = useState("");
  const target = boxes.find(({ id }) => id === chosen && id !== box.id);
  const link = () => {
    if (target === undefined) return;
    onLink(target);
    setChosen("");
  };
  return (
    <span className="flex min-w-0 grow items-center gap-2">
      <Select
        aria-label={`Link ${box.title} to`}
        className="!min-h-9 min-w-0 grow !py-1 !text-sm max-lg:!min-h-11"
        value={target === undefined ? "" : chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">Link to…</option>
        {boxes
          .filter(({ id }) => id !== box.id)
          .map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
      </Select>
      {/* Not disabled, because a disabled button loses the focus. */}
      <Button variant="quiet" className={smallButtonClass} inactive={target === undefined} onClick={link}>
        Link<span className="sr-only"> {box.title}</span>
      </Button>
    </span>
  );
}

/** More changes at once than this are summed up. */
const maxNamedChanges = 3;

/** Describes a change of the board for screen readers; empty when nothing was added or removed. */
export function describeChanges(before: Outline, after: Outline): string {
  const [boxesBefore, boxesAfter] = [idsOf(before.boxes), idsOf(after.boxes)];
  const [linksBefore, linksAfter] = [idsOf(before.links), idsOf(after.links)];
  const [textsBefore, textsAfter] = [idsOf(before.texts), idsOf(after.texts)];
  const changes = [
    ...after.boxes.filter(({ id }) => !boxesBefore.has(id)).map(({ title }) => `Added ${title}.`),
    ...before.boxes.filter(({ id }) => !boxesAfter.has(id)).map(({ title }) => `Removed ${title}.`),
    ...after.links.filter(({ id }) => !linksBefore.has(id)).map((link) => `Linked ${linkTitle(link)}.`),
    ...before.links
      // A link goes with its box, which was named already.
      .filter(({ id, from, to }) => !linksAfter.has(id) && boxesAfter.has(from.id) && boxesAfter.has(to.id))
      .map((link) => `Removed the link ${linkTitle(link)}.`),
    ...after.texts.filter(({ id }) => !textsBefore.has(id)).map(({ text }) => `Added the text ${text}.`),
    ...before.texts.filter(({ id }) => !textsAfter.has(id)).map(({ text }) => `Removed the text ${text}.`),
  ];
  if (changes.length <= maxNamedChanges) return changes.join(" ");
  return `The board has ${count(after.boxes.length, "box", "boxes")} and ${count(after.links.length, "link", "links")}.`;
}

function idsOf(items: readonly { id: string }[]): Set<string> {
  return new Set(items.map(({ id }) => id));
}

function count(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${number} ${many}`;
}
