import { getNotes } from "@greenroom/contract/meetings.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { errorMessage } from "../../../api/errors.ts";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { useCopyToClipboard } from "../../../ui/hooks/use-copy-to-clipboard.ts";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";

const messages = {
  failed: "Your notes could not be loaded.",
  network: "Your notes could not be loaded. Check your connection.",
};

/**
 * The interviewer's private notes from the room, as a help for writing. They are not sent with the feedback. Folded, they
 * are shown on request.
 */
export function RoomNotes({ bookingId, isFolded }: { bookingId: string; isFolded: boolean }) {
  const notes = useQuery(queryOptionsFor(getNotes, { params: { id: bookingId } }));
  // Without notes there is nothing to help with.
  if (notes.data?.body.trim() === "") return null;
  const content = notes.data ? (
    <NotesText text={notes.data.body} />
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
      <h3 id="room-notes" className="text-lg">
        Your notes from the room
      </h3>
      {content}
    </section>
  );
}

function NotesText({ text }: { text: string }) {
  const { copied, copy } = useCopyToClipboard(text);
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
        <Button size="sm" variant="quiet" onClick={copy}>
          <Icon aria-hidden="true" className="size-4" /> {copied ? "Copied" : "Copy notes"}
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-2 empty:absolute">
        {copied === false && "Your browser did not allow copying. Select the notes and copy them by hand."}
      </p>
    </>
  );
}
