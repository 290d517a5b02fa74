import { type InterviewerBooking, listInterviewerHistory } from "@greenroom/contract/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../../api/queries.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loaded } from "../../site/components/loaded.tsx";
import { HistoryItem } from "./history-item.tsx";

const sentences = {
  failed: "Failed to load your interviews.",
  network: "Network error or server unavailable.",
};

interface HistoryListProps {
  timeZone: string;
  onUpload: (booking: InterviewerBooking) => void;
  onWrite: (booking: InterviewerBooking) => void;
  /** Called with what became of a report or another change. */
  onDone: (message: string) => void;
}

export function HistoryList({ timeZone, onUpload, onWrite, onDone }: HistoryListProps) {
  const history = useQuery(queryOf(listInterviewerHistory));
  return (
    <Loaded query={history} loadingLabel="Loading your interviews…" sentences={sentences}>
      {(bookings) =>
        bookings.length === 0 ? <NoHistory /> : <ul className="grid gap-3">{bookings.map(item)}</ul>
      }
    </Loaded>
  );

  function item(booking: InterviewerBooking) {
    return (
      <li key={booking._id}>
        <HistoryItem
          booking={booking}
          timeZone={timeZone}
          onUpload={() => onUpload(booking)}
          onWrite={() => onWrite(booking)}
          onDone={onDone}
        />
      </li>
    );
  }
}

function NoHistory() {
  return (
    <Card padded={false}>
      <EmptyState
        title="No interviews yet"
        detail="An interview comes here when its time is over. Then you upload your feedback, and it is credited to you."
      />
    </Card>
  );
}
