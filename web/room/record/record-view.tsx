import type { RoomRecord, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { formatLongDay } from "../../format/format-day.ts";
import { formatTimeRange } from "../../format/format-time.ts";
import { fullName } from "../../format/full-name.ts";
import { timeZoneLabel } from "../../format/time-zone-label.ts";
import { paths } from "../../paths.ts";
import { GoalList } from "../../schedule/goals/goal-list.tsx";
import { buttonClass } from "../../ui/actions/button-class.ts";
import { Card } from "../../ui/display/card.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { BoardCard } from "../whiteboards/board-card.tsx";
import { itemAt, linkedItemId, listedItems } from "./listed-items.ts";
import { RecordNotes } from "./record-notes.tsx";
import { itemElementId, RecordTimeline } from "./record-timeline.tsx";
import { replaySpan, secondsOf } from "./replay/replay.ts";
import { ReplayPanel } from "./replay/replay-panel.tsx";
import { useReplay } from "./replay/use-replay.ts";
import { TranscriptCard } from "./transcript-card.tsx";

interface RecordViewProps {
  record: RoomRecord;
  timeZone: string;
}

/** One interview: its code over time beside all events, and the user's own notes. */
export function RecordView({ record, timeZone }: RecordViewProps) {
  const other = record.people.find((person) => !person.isYou);
  const isInterviewer = record.people.some((person) => person.isYou && person.role === "interviewer");
  const startsAt = new Date(record.startTime);
  const isEmpty =
    record.items.length === 0 && record.code === null && record.notes === null && !record.hasBoard;
  return (
    <>
      <PageHeader
        eyebrow="Interview record"
        title={other ? `Interview with ${fullName(other)}` : "Interview"}
        detail={`${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, new Date(record.endTime), timeZone)}. Times in ${timeZoneLabel(timeZone, startsAt)}.`}
        aside={
          <Link
            to={isInterviewer ? paths.history : paths.mySessions}
            className={buttonClass({ variant: "quiet" })}
          >
            {isInterviewer ? "Back to History" : "Back to My Sessions"}
          </Link>
        }
      />
      {isEmpty ? (
        <Card padded={false}>
          <EmptyState
            title="Nothing was recorded"
            detail="Joins, chat, code and runs appear here once somebody has been in the room."
          />
        </Card>
      ) : (
        <RecordBody record={record} timeZone={timeZone} />
      )}
    </>
  );
}

function RecordBody({ record, timeZone }: RecordViewProps) {
  const { items, startTime, people } = record;
  const [search, setSearch] = useSearchParams();
  const selectedId = linkedItemId(items, search.get("at"), startTime);
  const selected = items.find(({ id }) => id === selectedId);
  const span = useMemo(() => replaySpan(record), [record]);
  const replay = useReplay(span, selected ? secondsOf(selected, startTime) : span.from);
  const { seek } = replay;
  const listed = useMemo(() => listedItems(items, selectedId), [items, selectedId]);

  const select = useCallback(
    (item: RoomRecordItem) => {
      seek(secondsOf(item, startTime));
      setSearch({ at: item.id }, { replace: true, preventScrollReset: true });
    },
    [seek, setSearch, startTime],
  );

  // Following a link within this page (Back, or another moment) also moves the replay.
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (selected === undefined || opened.current === selected.id) return;
    const isFirst = opened.current === null;
    opened.current = selected.id;
    seek(secondsOf(selected, startTime));
    if (isFirst) {
      const row = document.getElementById(itemElementId(selected.id));
      row?.scrollIntoView({ block: "center" });
      row?.focus({ preventScroll: true });
    }
  }, [selected, seek, startTime]);

  const here = itemAt(items, replay.seconds, startTime);
  const link = new URL(
    here
      ? paths.record(
          record.bookingId,
          selected && isAt(selected, replay.seconds, startTime) ? selected.id : here.id,
        )
      : "",
    window.location.href,
  ).href;
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <div className="min-w-0 xl:sticky xl:top-20">
        <ReplayPanel record={record} replay={replay} span={span} link={link} />
      </div>
      <div className="grid min-w-0 gap-5">
        {selectedId !== null && selected === undefined && (
          <p role="status" className="rounded-md border border-accent-line bg-accent-tint px-4 py-3">
            The moment that this link points to is no longer in the record.
          </p>
        )}
        {record.goal && (
          <section aria-labelledby="goal-title">
            <Card>
              <h2 id="goal-title" className="mb-3 text-lg">
                The goal
              </h2>
              <GoalList goal={record.goal} />
            </Card>
          </section>
        )}
        {items.some(({ kind }) => kind === "utterance") && (
          <TranscriptCard record={record} timeZone={timeZone} />
        )}
        {record.hasBoard && <BoardCard bookingId={record.bookingId} />}
        <section aria-labelledby="what-happened">
          <Card>
            <h2 id="what-happened" className="mb-3 text-lg">
              What happened
            </h2>
            <RecordTimeline
              bookingId={record.bookingId}
              canCorrect={record.corrections.isOpen}
              people={people}
              items={listed}
              selectedId={selectedId}
              onSelect={select}
            />
          </Card>
        </section>
        {record.notes && <RecordNotes notes={record.notes} />}
      </div>
    </div>
  );
}

function isAt(item: RoomRecordItem, seconds: number, startTime: string): boolean {
  return Math.abs(secondsOf(item, startTime) - seconds) < 1;
}
