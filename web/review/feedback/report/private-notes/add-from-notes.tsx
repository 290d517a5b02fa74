import type { TrackArea } from "@greenroom/contract/review/rubrics/tracks.ts";
import { getNotes } from "@greenroom/contract/room/room.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { queryOptionsFor } from "../../../../api/query-client.ts";
import type { Answers } from "../answers.ts";
import { NoteLineList } from "./note-line-list.tsx";
import { noteLines } from "./note-lines.ts";
import { addNoteLine, type NoteTarget, targetLabel } from "./note-target.ts";

interface AddFromNotesProps {
  bookingId: string;
  areas: readonly TrackArea[];
  target: NoteTarget;
}

/** The interviewer's private notes below a field of the form, where the page has no room for them beside it. */
export function AddFromNotes({ bookingId, areas, target }: AddFromNotesProps) {
  const { data } = useQuery(queryOptionsFor(getNotes, { params: { id: bookingId } }));
  const form = useFormContext<Answers>();
  const [isOpen, setOpen] = useState(false);
  const lines = noteLines(data?.body ?? "");
  if (lines.length === 0) return null;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-block min-h-11 content-center text-sm">
        Add from your notes<span className="sr-only"> to {targetLabel(target, areas)}</span> ({lines.length})
      </summary>
      {isOpen && <NoteLineList lines={lines} onAdd={(line) => addNoteLine(form, target, line)} />}
    </details>
  );
}
