import type { RoomRecord } from "@greenroom/contract/room/room-record.ts";
import { Card } from "../../ui/display/card.tsx";
import { formatElapsed } from "./record-text.ts";

/** The interviewer's own notes, which the interviewee never gets. */
export function RecordNotes({ notes }: { notes: NonNullable<RoomRecord["notes"]> }) {
  return (
    <section aria-labelledby="own-notes">
      <Card>
        <h2 id="own-notes" className="text-lg">
          Your private notes
        </h2>
        <p className="mb-3 text-sm text-ink-3">
          Only you see these. Last changed at{" "}
          <span className="tabular">{formatElapsed(notes.atSeconds)}</span>.
        </p>
        <p className="whitespace-pre-wrap break-words">{notes.body}</p>
      </Card>
    </section>
  );
}
