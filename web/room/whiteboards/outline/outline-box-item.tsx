import { useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";
import { maxNameCharacters, smallButtonClass } from "./outline-style.ts";
import type { OutlineBox } from "./read-outline.ts";

interface OutlineBoxItemProps {
  box: OutlineBox;
  boxes: readonly OutlineBox[];
  onRename: (name: string) => void;
  /** Called if the name was left empty; it then stays as it was. */
  onNameMissing: () => void;
  onLink: (to: OutlineBox) => void;
  onRemove: () => void;
}

/** One box: its name, a link to another, and its removal. */
export function OutlineBoxItem({
  box,
  boxes,
  onRename,
  onNameMissing,
  onLink,
  onRemove,
}: OutlineBoxItemProps) {
  return (
    <li data-item={box.id} className="grid gap-2 rounded-sm border border-line p-2">
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
