import { cleanText } from "@greenroom/contract/kernel/plain-text.ts";
import { getNotes, maxNoteCharacters, saveNotes } from "@greenroom/contract/room/room.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call, errorMessage, isFinalRefusal } from "../api/client.ts";
import { queryOptionsFor } from "../api/query-client.tsx";
import { TextArea } from "../ui/fields.tsx";
import { ErrorState, LoadingLines } from "../ui/loading.tsx";

const messages = {
  failed: "Your notes could not be loaded.",
  network: "Your notes could not be loaded. Check your connection.",
};
const saveMessages = {
  failed: "They could not be saved.",
  network: "They could not be saved. Check your connection.",
};
/** After the last keystroke, in milliseconds. */
const saveDelayMilliseconds = 800;
const retryDelayMilliseconds = 4_000;

/** The interviewer's own notes: saved as they are typed, and never sent to the other side. */
export function NotesPanel({ bookingId }: { bookingId: string }) {
  const notes = useQuery({
    ...queryOptionsFor(getNotes, { params: { id: bookingId } }),
    staleTime: Number.POSITIVE_INFINITY,
    // A user who returns must see the saved notes, not those from their first visit.
    gcTime: 0,
  });
  if (notes.data) return <NotesEditor bookingId={bookingId} saved={notes.data.body} />;
  if (notes.error) {
    return (
      <ErrorState
        message={errorMessage(notes.error, messages)}
        onRetry={() => notes.refetch()}
        retrying={notes.isFetching}
      />
    );
  }
  return <LoadingLines label="Loading your notes" lines={3} />;
}

function NotesEditor({ bookingId, saved }: { bookingId: string; saved: string }) {
  const [text, setText] = useState(saved);
  const [savedText, setSavedText] = useState(saved);
  const client = useQueryClient();
  const params = { params: { id: bookingId } };
  const { mutate, isPending, isError, error, variables } = useMutation({
    mutationFn: (body: string) => call(saveNotes, { ...params, body: { body: cleanText(body) } }),
    onSuccess: (_nothing, body) => {
      setSavedText(body);
      // The feedback form shows them too.
      client.setQueryData(queryOptionsFor(getNotes, params).queryKey, { body: cleanText(body) });
    },
  });
  const isChanged = text !== savedText;
  const isFinal = isFinalRefusal(error);
  // The same text would be refused again; a changed one may not.
  const isRefused = isFinal && text === variables;
  const isRetrying = isError && !isFinal;
  useEffect(() => {
    if (!isChanged || isPending || isRefused) return;
    const timer = setTimeout(() => mutate(text), isRetrying ? retryDelayMilliseconds : saveDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [text, isChanged, isPending, isRefused, isRetrying, mutate]);

  // Saves a change that is not yet saved when the user leaves.
  const unsaved = useRef<string | null>(null);
  unsaved.current = isChanged && !isRefused ? text : null;
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
        maxLength={maxNoteCharacters}
        placeholder="Only you see these. They are for your feedback afterwards."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p id="notes-state" role="status" className="text-sm text-on-dark-2">
        {!isChanged && `${savedText.trim() === "" ? "" : "Saved. "}Only you can see these notes.`}
        {isChanged && !isRetrying && !isRefused && "Saving…"}
        {isChanged && isRetrying && "Not saved yet. Trying again…"}
        {isChanged && isRefused && `Not saved. ${errorMessage(error, saveMessages)}`}
      </p>
    </div>
  );
}
