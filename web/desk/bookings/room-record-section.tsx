import { type DeskRoomRecord, getDeskRoomRecord } from "@greenroom/contract/desk/bookings/room-record.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { RecordTimeline } from "../../room/record/record-timeline.tsx";
import { codeVersions, indexAt, secondsOf, textOf } from "../../room/record/replay.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { OperatorQueryContent } from "../access/operator-query-content.tsx";

/** The room's record, read only when an operator asks for it, because each read is audited. */
export function RoomRecordSection({ bookingId }: { bookingId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="room-record">
      <h2 id="room-record" className="mb-3 text-xl">
        Record of the room
      </h2>
      {isOpen ? (
        <RoomRecord bookingId={bookingId} />
      ) : (
        <Card>
          <p className="mb-4 text-ink-2">
            Arrivals and departures, chat, code and runs, without transcript, marks and notes. Reading it is
            logged in the audit log.
          </p>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            Read the room's record
          </Button>
        </Card>
      )}
    </section>
  );
}

function RoomRecord({ bookingId }: { bookingId: string }) {
  // Not loaded again, because each read is audited and the record does not change any more.
  const options = queryOptionsFor(getDeskRoomRecord, { params: { id: bookingId } });
  const record = useQuery({ ...options, staleTime: Number.POSITIVE_INFINITY });
  return (
    <OperatorQueryContent query={record} loadingLabel="Loading the room's record…">
      {(data) => <EventsWithCode record={data} />}
    </OperatorQueryContent>
  );
}

/** The events, beside the code at the chosen moment. */
function EventsWithCode({ record }: { record: DeskRoomRecord }) {
  const { items, startTime, people, bookingId } = record;
  const [selectedId, setSelectedId] = useState<string | null>(null);
  if (items.length === 0 && record.code === null) {
    return (
      <Card padded={false}>
        <EmptyState
          title="The room recorded nothing"
          detail="Nobody entered our room, or the interview took place at another provider."
        />
      </Card>
    );
  }
  const versions = codeVersions(record);
  const selected = items.find(({ id }) => id === selectedId);
  const index =
    selected === undefined ? versions.length - 1 : indexAt(versions, secondsOf(selected, startTime));
  const code = index < 0 ? "" : textOf(versions, index);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card className="min-w-0">
        <h3 className="mb-3 text-lg">In chronological order</h3>
        <RecordTimeline
          bookingId={bookingId}
          canCorrect={false}
          people={people}
          items={items}
          selectedId={selectedId}
          onSelect={({ id }) => setSelectedId(id)}
        />
      </Card>
      <Card className="min-w-0">
        <h3 className="mb-3 text-lg">
          {selected === undefined ? "The code at the end" : "The code at this moment"}
        </h3>
        {code === "" ? (
          <p className="text-ink-2">Nothing was written yet.</p>
        ) : (
          <section aria-label="Code">
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
              tabIndex={0}
              className="max-h-96 overflow-auto whitespace-pre-wrap break-words rounded-sm border border-line bg-sunk px-3 py-2 font-mono text-sm"
            >
              {code}
            </pre>
          </section>
        )}
        {selected !== undefined && (
          <Button variant="ghost" size="sm" className="mt-3" onClick={() => setSelectedId(null)}>
            Show the end
          </Button>
        )}
      </Card>
    </div>
  );
}
