import { getNotes, noteCharacters, saveNotes } from "@greenroom/contract/meetings.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { queryOf } from "../../../api/queries.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { TextArea } from "../../../ui/text-area.tsx";

const sentences = {
  failed: "Your notes could not be reached.",
  network: "Your notes cannot be reached. Check your connection.",
};
/** After the last key, in milliseconds. */
const saveAfter = 800;
const tryAgainAfter = 4_000;

/** The interviewer's own notes: saved as they are written, and never sent to the other side. */
export function NotesPanel({ bookingId }: { bookingId: string }) {
  const notes = useQuery({
    ...queryOf(getNotes, { params: { id: bookingId } }),
    staleTime: Number.POSITIVE_INFINITY,
    // Who comes back reads what is kept, and not what stood there when they first came.
    gcTime: 0,
  });
  if (notes.data) return <NotesEditor bookingId={bookingId} saved={notes.data.body} />;
  if (notes.error) {
    return (
      <ErrorState
        message={messageOf(notes.error, sentences)}
        onRetry={() => notes.refetch()}
        retrying={notes.isFetching}
      />
    );
  }
  return <LoadingLines label="Loading your notes" lines={3} />;
}

function NotesEditor({ bookingId, saved }: { bookingId: string; saved: string }) {
  const [text, setText] = useState(saved);
  const [kept, setKept] = useState(saved);
  const client = useQueryClient();
  const params = { params: { id: bookingId } };
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (body: string) => call(saveNotes, { ...params, body: { body } }),
    onSuccess: (_nothing, body) => {
      setKept(body);
      // The form that feedback is written in shows them, too.
      client.setQueryData(queryOf(getNotes, params).queryKey, { body });
    },
  });
  const isChanged = text !== kept;
  useEffect(() => {
    if (!isChanged || isPending) return;
    const timer = setTimeout(() => mutate(text), isError ? tryAgainAfter : saveAfter);
    return () => clearTimeout(timer);
  }, [text, isChanged, isPending, isError, mutate]);

  // Who leaves in the middle of a word keeps the word.
  const unsaved = useRef<string | null>(null);
  unsaved.current = isChanged ? text : null;
  useEffect(
    () => () => {
      if (unsaved.current !== null) mutate(unsaved.current);
    },
    [mutate],
  );

  return (
    <div className="flex min-h-0 grow flex-col gap-2">
      <TextArea
        aria-label="Private notes"
        aria-describedby="notes-state"
        className="!max-h-none min-h-16 grow !resize-none ![field-sizing:fixed]"
        maxLength={noteCharacters}
        placeholder="Only you see these. They are for your feedback afterwards."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p id="notes-state" role="status" className="text-sm text-on-stage-2">
        {!isChanged && "Saved. Only you see these notes."}
        {isChanged && !isError && "Saving…"}
        {isChanged && isError && "Not saved yet: trying again."}
      </p>
    </div>
  );
}
