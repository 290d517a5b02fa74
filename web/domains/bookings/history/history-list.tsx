import { type InterviewerBooking, listInterviewerHistory } from "@greenroom/contract/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
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

/** Completed interviews, and apart from them those that did not take place. */
export function HistoryList(props: HistoryListProps) {
  const history = useQuery(queryOf(listInterviewerHistory));
  return (
    <Loaded query={history} loadingLabel="Loading your interviews…" sentences={sentences}>
      {(bookings) => {
        const held = bookings.filter(({ status }) => status === "completed");
        const missed = bookings.filter(({ status }) => status !== "completed");
        return (
          <>
            <Group title="Completed interviews" {...props} bookings={held} fallback={<NoHistory />} />
            {missed.length > 0 && <Group title="Did not take place" {...props} bookings={missed} />}
          </>
        );
      }}
    </Loaded>
  );
}

interface GroupProps extends HistoryListProps {
  title: string;
  bookings: readonly InterviewerBooking[];
  /** Stands in the place of an empty list. */
  fallback?: ReactNode;
}

function Group({ title, bookings, fallback, timeZone, onUpload, onWrite, onDone }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {bookings.length === 0 ? (
        fallback
      ) : (
        <ul className="grid gap-3">
          {bookings.map((booking) => (
            <li key={booking._id}>
              <HistoryItem
                booking={booking}
                timeZone={timeZone}
                onUpload={() => onUpload(booking)}
                onWrite={() => onWrite(booking)}
                onDone={onDone}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NoHistory() {
  return (
    <Card padded={false}>
      <EmptyState
        title="No completed interviews yet"
        detail="An interview comes here when its time is over. Then you upload your feedback, and it is credited to you."
      />
    </Card>
  );
}
