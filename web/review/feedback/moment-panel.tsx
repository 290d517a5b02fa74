import { inSentence, writeMoment } from "@greenroom/contract/review/rubric.ts";
import type { TrackArea } from "@greenroom/contract/review/tracks.ts";
import { getRoomRecord } from "@greenroom/contract/room/room-record.ts";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { Field, Select } from "../../ui/fields.tsx";
import { type Answers, addLine, momentCounts, momentsOf, type RecordMoment } from "./feedback-form.ts";

const messages = {
  failed: "The moments of this interview could not be loaded.",
  network: "The moments could not be loaded. Check your connection.",
};

interface MomentPanelProps {
  bookingId: string;
  areas: readonly TrackArea[];
  /** The area to whose notes a click adds: the one that the mentor last worked on. */
  activeIndex: number;
  onChooseArea: (index: number) => void;
}

/** The events of the interview. A click adds a moment to the notes of an area. */
export function MomentPanel({ bookingId, areas, activeIndex, onChooseArea }: MomentPanelProps) {
  const record = useQuery(queryOptionsFor(getRoomRecord, { params: { id: bookingId } }));
  const form = useFormContext<Answers>();
  const written = useWatch({ control: form.control, name: "areas" });
  const [said, setSaid] = useState("");

  function insert(moment: RecordMoment) {
    addLine(form, `areas.${activeIndex}.notes`, writeMoment(moment));
    setSaid(`${moment.time} was added to the notes on ${areas[activeIndex]?.label}.`);
  }

  return (
    <section aria-labelledby="moments" className="grid content-start gap-2">
      <h3 id="moments" className="text-lg">
        Moments
      </h3>
      <QueryContent query={record} loadingLabel="Loading the moments" messages={messages} lines={3} isInline>
        {(data) =>
          momentsOf(data).length === 0 ? (
            <p className="text-sm text-ink-2">Nothing was marked, run or written in this room.</p>
          ) : (
            <>
              <p className="text-sm text-ink-2">{momentCounts(data)}</p>
              <Field label="Add to the notes on">
                {(field) => (
                  <Select
                    {...field}
                    value={activeIndex}
                    onChange={(event) => onChooseArea(Number(event.target.value))}
                  >
                    {areas.map(({ name, label }, index) => (
                      <option key={name} value={index}>
                        {label}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <MomentList
                moments={momentsOf(data)}
                notes={written.map(({ notes }) => notes).join("\n")}
                onInsert={insert}
              />
              <p role="status" className="text-sm text-ink-2 empty:absolute">
                {said}
              </p>
            </>
          )
        }
      </QueryContent>
    </section>
  );
}

interface AreaMomentsProps {
  bookingId: string;
  area: TrackArea;
  index: number;
}

/** The moments below the notes of one area, where the page has no room for a list beside the form. */
export function AreaMoments({ bookingId, area, index }: AreaMomentsProps) {
  const { data } = useQuery(queryOptionsFor(getRoomRecord, { params: { id: bookingId } }));
  const form = useFormContext<Answers>();
  const notes = useWatch({ control: form.control, name: `areas.${index}.notes` });
  const [isOpen, setOpen] = useState(false);
  const moments = data === undefined ? [] : momentsOf(data);
  if (moments.length === 0) return null;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-block min-h-11 content-center text-sm">
        Add a moment<span className="sr-only"> to the notes on {inSentence(area.label)}</span> (
        {moments.length})
      </summary>
      {isOpen && (
        <MomentList
          moments={moments}
          notes={notes}
          onInsert={(moment) => addLine(form, `areas.${index}.notes`, writeMoment(moment))}
        />
      )}
    </details>
  );
}

interface MomentListProps {
  moments: RecordMoment[];
  /** A moment that these contain is shown as added, without its text. */
  notes: string;
  onInsert: (moment: RecordMoment) => void;
}

/** Moments of the record as buttons, which add them to notes. */
function MomentList({ moments, notes, onInsert }: MomentListProps) {
  return (
    <ul className="grid max-h-56 gap-1 overflow-y-auto lg:max-h-[45dvh] lg:[aside:has(#room-notes)_&]:max-h-[calc(40dvh-9rem)]">
      {moments.map((moment) => (
        <li key={moment.id}>
          <MomentButton
            moment={moment}
            isAdded={notes.includes(writeMoment(moment))}
            onClick={() => onInsert(moment)}
          />
        </li>
      ))}
    </ul>
  );
}

/** A moment that is in the notes is read there, so that here its time is enough. */
function MomentButton({
  moment: { time, source, text },
  isAdded,
  onClick,
}: {
  moment: RecordMoment;
  isAdded: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={clsx(
        "grid min-h-11 w-full content-center gap-0.5 rounded-sm border border-line px-3 text-left text-sm hover:bg-sunk",
        isAdded ? "pointer-fine:min-h-8" : "py-2",
      )}
    >
      <span className="font-semibold text-green tabular">
        <span className="sr-only">Add </span>
        {time}
        <span className={isAdded ? "sr-only" : undefined}>, {source}</span>
        {isAdded && <span className="font-normal text-ink-2"> · added</span>}
      </span>
      {!isAdded && text !== "" && <span className="line-clamp-2 break-words">{text}</span>}
    </button>
  );
}
