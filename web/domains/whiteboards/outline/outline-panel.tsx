import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";
import { boxName, type Outline, type OutlineBox } from "./read-outline.ts";

/** The longest name of a box that this form takes. */
const maxNameCharacters = 200;

export interface OutlineActions {
  addBox(name: string): void;
  rename(id: string, name: string): void;
  addLink(fromId: string, toId: string): void;
  remove(id: string): void;
}

interface OutlinePanelProps extends OutlineActions {
  outline: Outline;
}

/** The board in words, for screen readers and for drawing by keyboard: boxes, and which leads to which. */
export function OutlinePanel({ outline, addBox, rename, addLink, remove }: OutlinePanelProps) {
  const { boxes, links, texts, drawingCount } = outline;
  const [name, setName] = useState("");
  const [announcement, setAnnouncement] = useState("");
  const nameField = useRef<HTMLInputElement>(null);
  const [titleId, nameId] = [useId(), useId()];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    addBox(name.trim());
    setAnnouncement(`Added ${name.trim()}.`);
    setName("");
  };
  const removeAndStay = (id: string, what: string) => {
    remove(id);
    setAnnouncement(`Removed ${what}.`);
    // The button that had the focus is gone.
    nameField.current?.focus();
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
        <Button type="submit" variant="quiet" disabled={name.trim() === ""}>
          Add box
        </Button>
      </form>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {boxes.length === 0 ? (
        <p className="text-sm text-ink-2">There are no boxes yet.</p>
      ) : (
        <ul aria-label="Boxes" className="grid gap-3">
          {boxes.map((box, index) => (
            <li key={box.id} className="grid gap-2 rounded-sm border border-line p-2">
              <BoxName key={box.name} box={box} index={index} onRename={(next) => rename(box.id, next)} />
              <div className="flex flex-wrap items-center gap-2">
                <LinkChoice
                  box={box}
                  index={index}
                  boxes={boxes}
                  onChoose={(to) => {
                    addLink(box.id, to.id);
                    setAnnouncement(`Linked ${boxName(box, index)} to ${boxName(to)}.`);
                  }}
                />
                <Button
                  variant="quiet"
                  className="!min-h-9 !py-1 text-sm"
                  onClick={() => removeAndStay(box.id, boxName(box, index))}
                >
                  Remove<span className="sr-only"> {boxName(box, index)}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <ul aria-label="Links" className="grid gap-2 text-sm">
          {links.map(({ id, from, to, label }) => {
            const text = `${boxName(from)} → ${boxName(to)}`;
            return (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 break-words">
                  {text}
                  {label !== "" && <span className="text-ink-2"> ({label})</span>}
                </span>
                <Button
                  variant="quiet"
                  className="!min-h-9 !py-1 text-sm"
                  onClick={() => removeAndStay(id, `the link ${text}`)}
                >
                  Remove<span className="sr-only"> the link {text}</span>
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {texts.length > 0 && (
        <ul aria-label="Texts" className="grid gap-1 text-sm">
          {texts.map(({ id, text }) => (
            <li key={id} className="flex items-start justify-between gap-2">
              <span className="min-w-0 whitespace-pre-wrap break-words">{text}</span>
              <Button
                variant="quiet"
                className="!min-h-9 !py-1 text-sm"
                onClick={() => removeAndStay(id, "a text")}
              >
                Remove<span className="sr-only"> the text {text}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {drawingCount > 0 && (
        <p className="text-sm text-ink-2">
          Besides: {drawingCount} {drawingCount === 1 ? "line or stroke" : "lines and strokes"}.
        </p>
      )}
    </section>
  );
}

interface BoxNameProps {
  box: OutlineBox;
  index: number;
  onRename: (name: string) => void;
}

function BoxName({ box, index, onRename }: BoxNameProps) {
  const [name, setName] = useState(box.name);
  const submit = () => {
    const next = name.trim();
    if (next === "" || next === box.name) setName(box.name);
    else onRename(next);
  };
  return (
    <TextInput
      aria-label={`Name of ${boxName(box, index)}`}
      value={name}
      maxLength={maxNameCharacters}
      onChange={(event) => setName(event.target.value)}
      onBlur={submit}
      onKeyDown={(event) => {
        if (event.key === "Enter") submit();
        else if (event.key === "Escape") setName(box.name);
      }}
    />
  );
}

interface LinkChoiceProps {
  box: OutlineBox;
  index: number;
  boxes: readonly OutlineBox[];
  onChoose: (to: OutlineBox) => void;
}

function LinkChoice({ box, index, boxes, onChoose }: LinkChoiceProps) {
  const [chosen, setChosen] = useState("");
  const target = boxes.find(({ id }) => id === chosen && id !== box.id);
  if (boxes.length < 2) return null;
  return (
    <span className="flex min-w-0 grow items-center gap-2">
      <Select
        aria-label={`Link ${boxName(box, index)} to`}
        className="!min-h-9 min-w-0 grow !py-1 !text-sm"
        value={target === undefined ? "" : chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">Link to…</option>
        {boxes.map(
          (other, otherIndex) =>
            other.id !== box.id && (
              <option key={other.id} value={other.id}>
                {boxName(other, otherIndex)}
              </option>
            ),
        )}
      </Select>
      <Button
        variant="quiet"
        className="!min-h-9 !py-1 text-sm"
        disabled={target === undefined}
        onClick={() => {
          if (target === undefined) return;
          onChoose(target);
          setChosen("");
        }}
      >
        Link<span className="sr-only"> {boxName(box, index)}</span>
      </Button>
    </span>
  );
}
