import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { RoomRecord, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { call, errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { formatLongDay, formatTime, formatTimeRange } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { GoalList } from "../../schedule/goals/goal-list.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState, PageHeader } from "../../ui/content.tsx";
import { ConfirmDialog } from "../../ui/dialogs.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { BoardCard } from "../whiteboards/board-card.tsx";
import { formatElapsed } from "./record-text.tsx";
import { itemElementId, RecordTimeline } from "./record-timeline.tsx";
import { itemAt, secondsOf, useRecordReplay } from "./replay.ts";
import { ReplayPanel } from "./replay-panel.tsx";

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
  const {
    openedId: selectedId,
    opened: selected,
    span,
    replay,
    listed,
  } = useRecordReplay(record, search.get("at"));
  const { seek } = replay;

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
          <RecordCard title="The goal">
            <GoalList goal={record.goal} />
          </RecordCard>
        )}
        {items.some(({ kind }) => kind === "utterance") && (
          <TranscriptCard record={record} timeZone={timeZone} />
        )}
        {record.hasBoard && <BoardCard bookingId={record.bookingId} />}
        <RecordCard title="What happened">
          <RecordTimeline
            bookingId={record.bookingId}
            canCorrect={record.corrections.isOpen}
            people={people}
            items={listed}
            selectedId={selectedId}
            onSelect={select}
          />
        </RecordCard>
        {record.notes && <RecordNotes notes={record.notes} />}
      </div>
    </div>
  );
}

function isAt(item: RoomRecordItem, seconds: number, startTime: string): boolean {
  return Math.abs(secondsOf(item, startTime) - seconds) < 1;
}

const messages = {
  failed: "This did not work. Please try again.",
  network: "Network error. Please press again.",
};

/** Shows until when words can be corrected, and how to delete them. */
export function TranscriptCard({ record, timeZone }: { record: RoomRecord; timeZone: string }) {
  const { bookingId } = record;
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const params = { id: bookingId };
  const reload = () => client.invalidateQueries(queryOptionsFor("GET /api/rooms/:id/record", { params }));
  const removal = useMutation({
    mutationFn: () => call("DELETE /api/rooms/:id/transcript", { params }),
    onSuccess: reload,
    onSettled: () => setAsking(false),
  });
  return (
    <RecordCard title="The transcript">
      <p className="mb-3 text-ink-2">{correctionText(record, timeZone)}</p>
      <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
        Delete the transcript
      </Button>
      <StatusMessage message={removal.error && errorMessage(removal.error, messages)} tone="bad" />
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
    </RecordCard>
  );
}

function correctionText({ corrections }: RoomRecord, timeZone: string): string {
  if (!corrections.isOpen) return "The time for corrections has ended.";
  if (corrections.until === null) {
    return "Each of you can correct your own words until the report is made, some time after the interview.";
  }
  const until = formatTime(new Date(corrections.until), timeZone);
  return `Each of you can correct your own words until ${until}. The report is made then.`;
}

/** The interviewer's own notes, which the interviewee never gets. */
export function RecordNotes({ notes }: { notes: NonNullable<RoomRecord["notes"]> }) {
  return (
    <RecordCard title="Your private notes">
      <p className="mb-3 text-sm text-ink-3">
        Only you see these. Last changed at <span className="tabular">{formatElapsed(notes.atSeconds)}</span>.
      </p>
      <p className="whitespace-pre-wrap break-words">{notes.body}</p>
    </RecordCard>
  );
}

function RecordCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <h2 id={id} className="mb-2 text-lg">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}
