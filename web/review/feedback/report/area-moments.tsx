import { inSentence } from "@greenroom/contract/review/rubrics/rubric.ts";
import type { TrackArea } from "@greenroom/contract/review/rubrics/tracks.ts";
import { getRoomRecord } from "@greenroom/contract/room/room-record.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { queryOptionsFor } from "../../../api/query-client.ts";
import type { Answers } from "./answers.ts";
import { MomentList, withMoment } from "./moment-list.tsx";
import { momentsOf } from "./moments.ts";

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
          onInsert={(moment) =>
            form.setValue(`areas.${index}.notes`, withMoment(notes, moment), {
              shouldDirty: true,
              shouldValidate: true,
            })
          }
        />
      )}
    </details>
  );
}
