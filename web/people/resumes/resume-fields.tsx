import { sectionLimits, skillLevels } from "@greenroom/contract/people/resume-options.ts";
import { completeHttpUrl } from "@greenroom/contract/people/web-addresses.ts";
import clsx from "clsx";
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from "lucide-react";
import {
  type ComponentProps,
  type PointerEvent,
  type PointerEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { SelectField, TextAreaField, TextField } from "../../forms/fields.tsx";
import { Button } from "../../ui/button.tsx";
import { emptyEntries, type ResumeFormValues } from "./resume-draft.ts";

const twoColumns = "grid items-start gap-4 sm:grid-cols-2";

interface LinkFieldProps {
  name: string;
  label: string;
  placeholder: string;
}

/** A URL that can be typed without `https://`, which is added when the field loses the focus. */
function LinkField({ name, label, placeholder }: LinkFieldProps) {
  const { setValue } = useFormContext();
  const complete = ({ target }: { target: { value: string } }) => {
    const completed = completeHttpUrl(target.value);
    if (completed !== target.value) setValue(name, completed, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <TextField
      name={name}
      label={label}
      inputMode="url"
      autoCapitalize="none"
      placeholder={placeholder}
      rules={{ onBlur: complete }}
    />
  );
}

export function PersonalFields() {
  const path = "resumeData.personal";
  return (
    <section aria-label="Personal" className="grid gap-4">
      <div className={twoColumns}>
        <TextField name={`${path}.jobTitle`} label="Job title" maxLength={120} />
        <TextField name={`${path}.location`} label="Location" maxLength={120} />
        <LinkField name={`${path}.linkedin`} label="LinkedIn" placeholder="linkedin.com/in/you" />
        <LinkField name={`${path}.github`} label="GitHub" placeholder="github.com/you" />
      </div>
      <TextAreaField
        name={`${path}.bio`}
        label="Summary"
        hint="Two or three sentences: what you do and what you're looking for."
      />
    </section>
  );
}

export function EducationFields() {
  return (
    <EntryList section="education" title="Education" noun="education" titleField="school">
      {(path) => (
        <div className={twoColumns}>
          <TextField name={`${path}.school`} label="School" />
          <TextField name={`${path}.degree`} label="Degree" />
          <TextField name={`${path}.fieldOfStudy`} label="Field of study" />
          <div className="grid grid-cols-2 items-start gap-4">
            <TextField name={`${path}.startYear`} label="Start year" inputMode="numeric" maxLength={4} />
            <TextField name={`${path}.endYear`} label="End year" inputMode="numeric" maxLength={4} />
          </div>
        </div>
      )}
    </EntryList>
  );
}

export function ExperienceFields() {
  return (
    <EntryList section="experience" title="Experience" noun="experience" titleField="jobTitle">
      {(path) => (
        <div className="grid gap-4">
          <div className={twoColumns}>
            <TextField name={`${path}.jobTitle`} label="Job title" />
            <TextField name={`${path}.company`} label="Company" />
            <TextField name={`${path}.location`} label="Location" />
            <div className="grid items-start gap-4 xs:grid-cols-2 sm:col-span-2">
              <TextField name={`${path}.startDate`} label="Start date" type="date" />
              <EndDateField name={`${path}.endDate`} />
            </div>
          </div>
          <TextAreaField name={`${path}.description`} label="Description" />
        </div>
      )}
    </EntryList>
  );
}

/** A date control would show an imported text that is no date as blank, which means Present. */
function EndDateField({ name }: { name: string }) {
  const { getValues } = useFormContext();
  const [type] = useState(() => (/^(\d{4}-\d{2}-\d{2})?$/.test(getValues(name)) ? "date" : "text"));
  return <TextField name={name} label="End date" type={type} hint="Blank means Present." />;
}

export function SkillFields() {
  return (
    <EntryList section="skills" title="Skills" noun="skill" titleField="name">
      {(path) => (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] items-start gap-4">
          <TextField name={`${path}.name`} label="Skill" />
          <SelectField name={`${path}.level`} label="Level">
            {skillLevels.map((level) => (
              <option key={level}>{level}</option>
            ))}
          </SelectField>
        </div>
      )}
    </EntryList>
  );
}

export function ProjectFields() {
  return (
    <EntryList section="projects" title="Projects" noun="project" titleField="name">
      {(path) => (
        <div className="grid gap-4">
          <div className={twoColumns}>
            <TextField name={`${path}.name`} label="Project name" />
            <LinkField name={`${path}.url`} label="Link" placeholder="example.com/project" />
          </div>
          <TextAreaField name={`${path}.description`} label="Description" />
        </div>
      )}
    </EntryList>
  );
}

type SectionName = keyof typeof emptyEntries;

interface EntryListProps {
  section: SectionName;
  title: string;
  /** The word for one entry: "education", "job". */
  noun: string;
  /** The field that names an entry. It is the first field, and gets the focus when an entry is added. */
  titleField: string;
  children: (path: string) => ReactNode;
}

/**
 * One section of a resume, whose entries can be added, removed (and restored), and reordered by keyboard or
 * pointer.
 */
export function EntryList({ section, title, noun, titleField, children }: EntryListProps) {
  const { control, getValues, formState } = useFormContext<ResumeFormValues>();
  const entries = useFieldArray({ control, name: `resumeData.${section}` });
  const [removed, setRemoved] = useState<{ index: number; value: never } | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const headingId = useId();
  const count = entries.fields.length;
  const problems = formState.errors.resumeData?.[section];
  const problem = problems?.root?.message ?? problems?.message;
  const { submitCount } = formState;
  const alert = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of Save shows the same problem again
  useEffect(() => {
    // The section may be far above the button that was pressed.
    if (problem) alert.current?.scrollIntoView({ block: "center" });
  }, [problem, submitCount]);
  const nameOf = (index: number) =>
    String((getValues(`resumeData.${section}.${index}`) as Record<string, unknown>)[titleField] ?? "") ||
    `${noun} ${index + 1}`;

  function move(from: number, to: number, focus?: "up" | "down") {
    if (to < 0 || to >= count || from === to) return;
    const name = nameOf(from);
    entries.move(from, to);
    setAnnouncement(`${name} is now ${to + 1} of ${count}.`);
    // The entry keeps its node, but the browser drops the focus of a node that moves.
    if (focus) focusIn(to, `[data-move=${focus}]`);
  }

  function focusIn(index: number, selector: string) {
    requestAnimationFrame(() => list.current?.children[index]?.querySelector<HTMLElement>(selector)?.focus());
  }

  function remove(index: number) {
    setRemoved({ index, value: getValues(`resumeData.${section}.${index}`) as never });
    setAnnouncement(`${nameOf(index)} was removed.`);
    entries.remove(index);
  }

  function restoreRemoved() {
    if (removed === null) return;
    entries.insert(removed.index, removed.value, { shouldFocus: false });
    focusIn(removed.index, "input");
    setRemoved(null);
    setAnnouncement("Restored.");
  }

  const drag = useDragOrder(list, move);
  return (
    <section aria-labelledby={headingId} className="grid gap-3 border-t border-line pt-5">
      <h3 id={headingId} className="text-lg">
        {title}
      </h3>
      {count > 0 && (
        <ol ref={list} className="grid gap-3">
          {entries.fields.map((field, index) => (
            <EntryCard
              key={field.id}
              name={nameOf(index)}
              isFirst={index === 0}
              isLast={index === count - 1}
              isDragged={drag.dragged === index}
              onGrab={drag.grab(index)}
              onUp={() => move(index, index - 1, "up")}
              onDown={() => move(index, index + 1, "down")}
              onRemove={() => remove(index)}
            >
              {children(`resumeData.${section}.${index}`)}
            </EntryCard>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {count < sectionLimits[section] && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() =>
              entries.append({ ...emptyEntries[section] } as never, {
                focusName: `resumeData.${section}.${count}.${titleField}`,
              })
            }
          >
            <Plus aria-hidden="true" className="size-4" />
            Add {noun}
          </Button>
        )}
        {removed && (
          <Button variant="ghost" size="sm" onClick={restoreRemoved}>
            Undo remove
          </Button>
        )}
      </div>
      <p key={submitCount} ref={alert} role="alert" className="text-sm font-medium text-red empty:hidden">
        {problem}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}

interface EntryCardProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  isDragged: boolean;
  onGrab: PointerEventHandler;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
  children: ReactNode;
}

/** One entry of a section, with buttons to move and remove it. */
export function EntryCard(props: EntryCardProps) {
  const { name, isFirst, isLast, isDragged, onGrab, onUp, onDown, onRemove, children } = props;
  return (
    <li
      className={clsx(
        "rounded-md border bg-card p-4 transition-shadow",
        isDragged ? "border-green shadow-high" : "border-line",
      )}
    >
      <div className="-mt-1 mb-2 flex items-center justify-end gap-1">
        <span
          onPointerDown={onGrab}
          aria-hidden="true"
          className="mr-auto grid size-9 cursor-grab touch-none place-items-center text-ink-3 active:cursor-grabbing"
        >
          <GripVertical className="size-5" />
        </span>
        <IconButton data-move="up" aria-label={`Move ${name} up`} aria-disabled={isFirst} onClick={onUp}>
          <ArrowUp aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton data-move="down" aria-label={`Move ${name} down`} aria-disabled={isLast} onClick={onDown}>
          <ArrowDown aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {children}
    </li>
  );
}

function IconButton(props: ComponentProps<"button">) {
  return (
    <button
      {...props}
      type="button"
      className="grid size-9 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    />
  );
}

/**
 * Reorders the children of `list` by dragging: a dragged child takes the place of the one under the pointer.
 * Works for finger, pen and mouse.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const latest = useRef({ dragged, move });
  latest.current = { dragged, move };
  const isDragging = dragged !== null;

  useEffect(() => {
    if (!isDragging) return;
    function handlePointerMove({ clientY }: globalThis.PointerEvent) {
      const { dragged: from, move: moveNow } = latest.current;
      const to = indexAt(list.current, clientY);
      if (from === null || to === null || to === from) return;
      latest.current.dragged = to;
      moveNow(from, to);
      setDragged(to);
    }
    const endDrag = () => setDragged(null);
    window.addEventListener("pointermove", handlePointerMove);
    window.addEventListener("pointerup", endDrag);
    window.addEventListener("pointercancel", endDrag);
    return () => {
      window.removeEventListener("pointermove", handlePointerMove);
      window.removeEventListener("pointerup", endDrag);
      window.removeEventListener("pointercancel", endDrag);
    };
  }, [isDragging, list]);

  return {
    dragged,
    grab: (index: number) => (event: PointerEvent) => {
      if (event.button !== 0) return;
      // Dragging must not select text.
      event.preventDefault();
      setDragged(index);
    },
  };
}

/**
 * The child whose middle half contains this height. The edges do not count, because two children of different
 * height would flicker.
 */
function indexAt(list: HTMLElement | null, y: number): number | null {
  const index = [...(list?.children ?? [])].findIndex((child) => {
    const { top, height } = child.getBoundingClientRect();
    return y > top + height / 4 && y < top + (height * 3) / 4;
  });
  return index === -1 ? null : index;
}
