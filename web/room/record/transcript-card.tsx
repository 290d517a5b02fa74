import { getRoomRecord, type RoomRecord } from "@greenroom/contract/room/room-record.ts";
import { deleteTranscript, finishCorrections } from "@greenroom/contract/room/transcript.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { errorMessage } from "../../api/errors.ts";
import { queryOptionsFor } from "../../api/query-client.ts";
import { formatTime } from "../../format/format-time.ts";
import { Button } from "../../ui/actions/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { Card } from "../../ui/display/card.tsx";
import { StatusMessage } from "../../ui/status/status-message.tsx";

const messages = {
  failed: "This did not work. Please try again.",
  network: "Network error. Please press again.",
};

/** Shows until when words can be corrected, and how to finish the corrections or delete one's own words. */
export function TranscriptCard({ record, timeZone }: { record: RoomRecord; timeZone: string }) {
  const { bookingId, corrections, people, status } = record;
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const params = { id: bookingId };
  const reload = () => client.invalidateQueries(queryOptionsFor(getRoomRecord, { params }));
  const done = useMutation({ mutationFn: () => call(finishCorrections, { params }), onSuccess: reload });
  const removal = useMutation({
    mutationFn: () => call(deleteTranscript, { params }),
    onSuccess: reload,
    onSettled: () => setAsking(false),
  });
  const isDone = people.some(({ _id, isYou }) => isYou && corrections.doneBy.includes(_id));
  const error = done.error ?? removal.error;
  return (
    <section aria-labelledby="transcript-title">
      <Card>
        <h2 id="transcript-title" className="mb-2 text-lg">
          The transcript
        </h2>
        <p className="mb-3 text-ink-2">{correctionText(record, isDone, timeZone)}</p>
        <div className="flex flex-wrap gap-2">
          {corrections.isOpen && status === "completed" && !isDone && (
            <Button size="sm" pending={done.isPending} onClick={() => done.mutate()}>
              I’m done
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
            Delete the transcript
          </Button>
        </div>
        <StatusMessage message={error ? errorMessage(error, messages) : null} tone="bad" />
        <ConfirmDialog
          open={isAsking}
          title="Delete the transcript?"
          message="Everything that both of you said is deleted from this record for good. A report that exists already keeps the lines that it quotes."
          confirmLabel="Delete"
          danger
          pending={removal.isPending}
          onConfirm={() => removal.mutate()}
          onCancel={() => setAsking(false)}
        />
      </Card>
    </section>
  );
}

function correctionText({ corrections, people }: RoomRecord, isDone: boolean, timeZone: string): string {
  if (!corrections.isOpen) return "The time for corrections has ended.";
  if (corrections.until === null) {
    return "Each of you can correct your own words until the report is made, some time after the interview.";
  }
  const until = formatTime(new Date(corrections.until), timeZone);
  const other = people.find(({ isYou }) => !isYou)?.firstName ?? "the other person";
  if (isDone) return `You have finished. The report is made at ${until}, or as soon as ${other} finishes.`;
  return `Each of you can correct your own words until ${until}. The report is made then, or as soon as you both finish.`;
}
