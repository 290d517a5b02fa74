import { cleanText } from "@greenroom/contract/kernel/plain-text.ts";
import { maxNoteCharacters } from "@greenroom/contract/room/room.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call, errorMessage } from "../api/client.ts";
import { queryOptionsFor } from "../api/query-client.tsx";
import { QueryContent } from "../app/query-content.tsx";
import { TextArea } from "../ui/fields.tsx";
import { useAutosave } from "./use-autosave.ts";

const messages = {
  failed: "Your notes could not be loaded.",
  network: "Your notes could not be loaded. Check your connection.",
};
const saveMessages = {
  failed: "They could not be saved.",
  network: "They could not be saved. Check your connection.",
};
/** The interviewer's own notes: saved as they are typed, and never sent to the other side. */
export function NotesPanel({ bookingId }: { bookingId: string }) {
  const notes = useQuery({
    ...queryOptionsFor("GET /api/rooms/:id/notes", { params: { id: bookingId } }),
    staleTime: Number.POSITIVE_INFINITY,
    // A user who returns must see the saved notes, not those from their first visit.
    gcTime: 0,
  });
  return (
    <QueryContent query={notes} loadingLabel="Loading your notes" messages={messages} lines={3} isInline>
      {({ body }) => <NotesEditor bookingId={bookingId} saved={body} />}
    </QueryContent>
  );
}

function NotesEditor({ bookingId, saved }: { bookingId: string; saved: string }) {
  const client = useQueryClient();
  const { value, setValue, state, error } = useAutosave(saved, {
    name: `notes ${bookingId}`,
    delayMilliseconds: 800,
    save: async (text) => {
      const notes = { body: cleanText(text) };
      const params = { params: { id: bookingId } };
      await call("PUT /api/rooms/:id/notes", { ...params, body: notes });
      // The feedback form shows them too.
      client.setQueryData(queryOptionsFor("GET /api/rooms/:id/notes", params).queryKey, notes);
    },
  });
  return (
    <div className="flex min-h-0 grow flex-col gap-2">
      <TextArea
        aria-label="Private notes"
        aria-describedby="notes-state"
        className="!max-h-none min-h-16 grow !resize-none ![field-sizing:fixed]"
        maxLength={maxNoteCharacters}
        placeholder="Only you see these. They are for your feedback afterwards."
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <p id="notes-state" role="status" className="text-sm text-on-dark-2">
        {state === "saved" && (
          <span>{value.trim() === "" ? "" : "Saved. "}Only you can see these notes.</span>
        )}
        {state === "saving" && <span>Saving…</span>}
        {state === "retrying" && <span>Not saved yet. Trying again…</span>}
        {state === "refused" && <span>Not saved. {errorMessage(error, saveMessages)}</span>}
      </p>
    </div>
  );
}
