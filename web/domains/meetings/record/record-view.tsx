import type { SessionRecord } from "@greenroom/contract/session-record.ts";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { formatLongDay } from "../../../ui/time/format-day.ts";
import { formatTimeRange } from "../../../ui/time/format-time.ts";
import { fullName } from "../../accounts/person-name.ts";
import { formatMoment } from "./format-moment.ts";
import { RecordCode } from "./record-code.tsx";
import { RecordTimeline } from "./record-timeline.tsx";

interface RecordViewProps {
  record: SessionRecord;
  timeZone: string;
}

/** One session as it was: what happened in its room, the code as it was left, and one's own notes. */
export function RecordView({ record, timeZone }: RecordViewProps) {
  const other = record.people.find((person) => !person.isYou);
  const isHost = record.people.some((person) => person.isYou && person.role === "interviewer");
  const startsAt = new Date(record.startTime);
  const isBlank = record.items.length === 0 && record.code === null && record.notes === null;
  return (
    <>
      <PageHeader
        eyebrow="Session record"
        title={other ? `Interview with ${fullName(other)}` : "Interview"}
        detail={`${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, new Date(record.endTime), timeZone)}. Times in ${timeZone}.`}
        aside={
          <Link to={isHost ? paths.history : paths.mySessions} className={buttonClass({ look: "quiet" })}>
            {isHost ? "Back to History" : "Back to My Sessions"}
          </Link>
        }
      />
      {isBlank ? (
        <Card padded={false}>
          <EmptyState
            title="Nothing was recorded"
            detail="Who came and went, the chat, the code and its runs come here once somebody has been in the room."
          />
        </Card>
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <section aria-labelledby="what-happened">
            <Card>
              <h2 id="what-happened" className="mb-4 text-lg">
                What happened
              </h2>
              <RecordTimeline record={record} />
            </Card>
          </section>
          <div className="grid min-w-0 gap-5">
            {record.code && <RecordCode code={record.code} />}
            {record.notes && (
              <section aria-labelledby="own-notes">
                <Card>
                  <h2 id="own-notes" className="text-lg">
                    Your private notes
                  </h2>
                  <p className="mb-3 text-sm text-ink-3">
                    Only you see these. Last changed at{" "}
                    <span className="tabular">{formatMoment(record.notes.atSeconds)}</span>.
                  </p>
                  <p className="whitespace-pre-wrap break-words">{record.notes.body}</p>
                </Card>
              </section>
            )}
          </div>
        </div>
      )}
    </>
  );
}
