import type { TrackArea } from "@greenroom/contract/review/rubrics/tracks.ts";
import { getNotes } from "@greenroom/contract/room/room.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { errorMessage } from "../../../../api/errors.ts";
import { queryOptionsFor } from "../../../../api/query-client.ts";
import { Button } from "../../../../ui/actions/button.tsx";
import { useCopyToClipboard } from "../../../../ui/hooks/use-copy-to-clipboard.ts";
import { ErrorState } from "../../../../ui/status/error-state.tsx";
import { LoadingLines } from "../../../../ui/status/skeleton.tsx";
import type { Answers } from "../answers.ts";
import { NoteLineList } from "./note-line-list.tsx";
import { noteLines } from "./note-lines.ts";
import { addNoteLine, type NoteTarget, targetLabel } from "./note-target.ts";

const messages = {
  failed: "Your notes could not be loaded.",
  network: "Your notes could not be loaded. Check your connection.",
};

interface RoomNotesProps {
  bookingId: string;
  areas: readonly TrackArea[];
  /** Where a click adds a line: the field that the mentor last worked on. */
  target: NoteTarget;
  /** Shown on request. */
  isFolded: boolean;
}

/**
 * The interviewer's private notes from the room, as a help for writing. Nothing of them is sent with the feedback but
 * the lines that the interviewer adds to it.
 */
export function RoomNotes({ bookingId, areas, target, isFolded }: RoomNotesProps) {
  const notes = useQuery(queryOptionsFor(getNotes, { params: { id: bookingId } }));
  const form = useFormContext<Answers>();
  const [said, setSaid] = useState("");
  // Without notes there is nothing to help with.
  if (notes.data?.body.trim() === "") return null;

  function add(line: string) {
    addNoteLine(form, target, line);
    setSaid(`A line of your notes was added to ${targetLabel(target, areas)}.`);
  }

  const content = notes.data ? (
    <>
      <p className="text-sm text-ink-2">
        Only you see these. A click adds a line to {targetLabel(target, areas)}.
      </p>
      {isFolded && <CopyNotes text={notes.data.body} />}
      <NoteLineList lines={noteLines(notes.data.body)} onAdd={add} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  ) : notes.error ? (
    <ErrorState
      message={errorMessage(notes.error, messages)}
      onRetry={() => notes.refetch()}
      retrying={notes.isFetching}
    />
  ) : (
    <LoadingLines label="Loading your notes" lines={3} />
  );
  if (isFolded) {
    return (
      <details>
        <summary className="min-h-11 content-center font-semibold">Your notes from the room</summary>
        <div className="grid gap-2 pt-1">{content}</div>
      </details>
    );
  }
  return (
    <section aria-labelledby="room-notes" className="grid content-start gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 id="room-notes" className="text-lg">
          Your notes from the room
        </h3>
        {notes.data && <CopyNotes text={notes.data.body} />}
      </div>
      {content}
    </section>
  );
}

function CopyNotes({ text }: { text: string }) {
  const { copied, copy } = useCopyToClipboard(text);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button size="sm" variant="quiet" onClick={copy} className="justify-self-end">
        <Icon aria-hidden="true" className="size-4" /> {copied ? "Copied" : "Copy notes"}
      </Button>
      <p role="status" className="text-sm text-ink-2 empty:absolute">
        {copied === false && "Your browser did not allow copying. Add the lines with a click instead."}
      </p>
    </>
  );
}
