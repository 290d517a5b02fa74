import { getNotes } from "@greenroom/contract/meetings.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { messageOf } from "../../../api/errors.ts";
import { queryOf } from "../../../api/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { useCopy } from "../../../ui/use-copy.ts";

const sentences = {
  failed: "Your notes could not be reached.",
  network: "Your notes cannot be reached. Check your connection.",
};

/** What the interviewer noted in the room, to write the feedback from. It stays theirs: nothing of it is sent along. */
export function RoomNotes({ bookingId }: { bookingId: string }) {
  const notes = useQuery(queryOf(getNotes, { params: { id: bookingId } }));
  return (
    <section
      aria-labelledby="room-notes"
      className="grid content-start gap-2 lg:sticky lg:top-0 lg:order-last lg:self-start"
    >
      <h3 id="room-notes" className="text-lg">
        Your notes from the room
      </h3>
      {notes.data ? (
        <Notes text={notes.data.body} />
      ) : notes.error ? (
        <ErrorState
          message={messageOf(notes.error, sentences)}
          onRetry={() => notes.refetch()}
          retrying={notes.isFetching}
        />
      ) : (
        <LoadingLines label="Loading your notes" lines={3} />
      )}
    </section>
  );
}

function Notes({ text }: { text: string }) {
  const { copied, copy } = useCopy(text);
  if (text.trim() === "") return <p className="text-sm text-ink-2">You took none.</p>;
  const Icon = copied ? Check : Copy;
  return (
    <>
      <TextArea
        readOnly
        aria-label="Your private notes"
        value={text}
        className="!min-h-16 !resize-none max-lg:!max-h-40 lg:!max-h-[60dvh]"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-sm text-ink-3">Only you see these.</p>
        <Button size="sm" look="quiet" onClick={copy}>
          <Icon aria-hidden="true" className="size-4" /> {copied ? "Copied" : "Copy notes"}
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-2 empty:absolute">
        {copied === false && "Your browser did not allow copying. Select the notes and copy them by hand."}
      </p>
    </>
  );
}
