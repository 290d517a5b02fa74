import type { TrackArea } from "@greenroom/contract/review/rubrics/tracks.ts";
import { getRoomRecord } from "@greenroom/contract/room/room-record.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { errorMessage } from "../../../api/errors.ts";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { Field } from "../../../ui/fields/field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import type { Answers } from "./answers.ts";
import { MomentList, withMoment } from "./moment-list.tsx";
import { momentCounts, momentsOf, type RecordMoment } from "./moments.ts";

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
    const name = `areas.${activeIndex}.notes` as const;
    const text = withMoment(form.getValues(name), moment);
    form.setValue(name, text, { shouldDirty: true, shouldValidate: true });
    setSaid(`${moment.time} was added to the notes on ${areas[activeIndex]?.label}.`);
  }

  return (
    <section aria-labelledby="moments" className="grid content-start gap-2">
      <h3 id="moments" className="text-lg">
        Moments
      </h3>
      {record.data && momentsOf(record.data).length === 0 ? (
        <p className="text-sm text-ink-2">Nothing was marked, run or written in this room.</p>
      ) : record.data ? (
        <>
          <p className="text-sm text-ink-2">{momentCounts(record.data)}</p>
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
            moments={momentsOf(record.data)}
            notes={written.map(({ notes }) => notes).join("\n")}
            onInsert={insert}
          />
          <p role="status" className="text-sm text-ink-2 empty:absolute">
            {said}
          </p>
        </>
      ) : record.error ? (
        <ErrorState
          message={errorMessage(record.error, messages)}
          onRetry={() => record.refetch()}
          retrying={record.isFetching}
        />
      ) : (
        <LoadingLines label="Loading the moments" lines={3} />
      )}
    </section>
  );
}
