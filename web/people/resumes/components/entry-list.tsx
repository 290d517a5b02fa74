import { sectionLimits } from "@greenroom/contract/people/resumes/resume-data.ts";
import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "../../../ui/actions/button.tsx";
import { emptyEntries, type ResumeFormValues } from "../resume-form-values.ts";
import { useDragOrder } from "../use-drag-order.ts";
import { EntryCard } from "./entry-card.tsx";

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
