import type { RoomRecord } from "@greenroom/contract/room/room-record.ts";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { ArrowRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { networkMessages } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { formatElapsed } from "./record-text.tsx";
import { RecordTimeline } from "./record-timeline.tsx";
import { itemAt, itemsAround, secondsOf, useRecordReplay } from "./replay.ts";
import { ReplayPanel } from "./replay-panel.tsx";

/** A new object for each time that somebody opens a moment, so that opening the same one again goes back to it. */
export interface OpenedMoment {
  /** The item's id, or its time as the mentor's notes have it: `12:41`. */
  itemId: string;
  /** The point whose evidence it is; several may rest on one item. Null for a moment of the mentor's notes. */
  claimId: string | null;
}

interface MomentRecordProps {
  bookingId: string;
  /** Null before a moment was opened: the record then stands at its beginning. */
  moment: OpenedMoment | null;
  /** At most as tall as the window, with the words in the room that the code leaves. */
  isBeside?: boolean;
}

const messages = {
  failed: "The record of this interview could not be loaded.",
  network: networkMessages.unavailable,
};

/** The record at one moment, within another page: the code as it was, the run, and what was said around it. */
export default function MomentRecord({ bookingId, moment, isBeside = false }: MomentRecordProps) {
  const record = useQuery(queryOptionsFor("GET /api/rooms/:id/record", { params: { id: bookingId } }));
  return (
    <QueryContent query={record} loadingLabel="Loading the record…" messages={messages} lines={6}>
      {(data) => <MomentReplay record={data} moment={moment} isBeside={isBeside} />}
    </QueryContent>
  );
}

interface MomentReplayProps {
  record: RoomRecord;
  moment: OpenedMoment | null;
  isBeside: boolean;
}

function MomentReplay({ record, moment, isBeside }: MomentReplayProps) {
  const { startTime, people, bookingId } = record;
  const { openedId, opened, span, replay, listed } = useRecordReplay(record, moment?.itemId ?? null);
  const { seek, seconds } = replay;

  // `moment` is a new object each time, also when the same moment is opened again.
  useEffect(() => {
    if (moment !== null && opened !== undefined) seek(secondsOf(opened, startTime));
  }, [moment, opened, seek, startTime]);

  const isAtOpened = opened !== undefined && Math.abs(secondsOf(opened, startTime) - seconds) < 1;
  const here = isAtOpened ? opened : itemAt(listed, seconds, startTime);
  const around = itemsAround(listed, here?.id ?? null);
  const hereId = here?.id ?? null;
  // Evidence of a run or of code is read in the code, and other evidence in the words around it.
  const isCodeFirst = opened?.kind === "run" || opened?.kind === "code";
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = words.current;
    const item = box?.querySelector<HTMLElement>("[aria-current]") ?? null;
    if (box === null || item === null || hereId === null) return;
    if (!isBeside) {
      // Over the page, all of the record scrolls, and its words can be below what fits. Code is at the top.
      if (hereId === openedId && !isCodeFirst) item.scrollIntoView({ block: "center" });
      return;
    }
    // Only the words scroll: the page stays where the reader is.
    const top = item.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    box.scrollTop = Math.max(0, top - (box.clientHeight - item.offsetHeight) / 2);
  }, [hereId, openedId, isBeside, isCodeFirst]);
  const path = here === undefined ? paths.intervieweeRecord(bookingId) : paths.record(bookingId, here.id);
  return (
    <ReplayPanel
      record={record}
      replay={replay}
      span={span}
      link={new URL(path, window.location.href).href}
      isCompact
      isBeside={isBeside}
      isCodeFirst={isCodeFirst}
    >
      <p role="status" className="sr-only">
        {isAtOpened && `The record shows ${formatElapsed(Math.floor(seconds))}.`}
      </p>
      <div
        ref={words}
        className={clsx(
          "grid gap-3 border-t border-dark-line px-4 py-3 sm:px-5",
          isBeside && "min-h-28 shrink grow overflow-y-auto",
        )}
      >
        {moment !== null && opened === undefined && (
          <p role="status" className="text-sm text-amber">
            This moment is no longer in the record.
          </p>
        )}
        {around.length > 0 && (
          <section aria-label="Around this moment">
            <RecordTimeline
              bookingId={bookingId}
              canCorrect={false}
              people={people}
              items={around}
              selectedId={here?.id ?? null}
              onSelect={(item) => seek(secondsOf(item, startTime))}
            />
          </section>
        )}
        <Link to={path} className="link inline-flex min-h-8 items-center gap-1.5 justify-self-start text-sm">
          Open the whole record here
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
    </ReplayPanel>
  );
}
