import type { RoomRecord, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import clsx from "clsx";
import { memo } from "react";
import { formatElapsed } from "../record-text.ts";
import { scaleSeconds } from "./replay.ts";

interface ReplayLanesProps {
  record: RoomRecord;
  span: { from: number; to: number };
}

interface LaneItem {
  id: string;
  atSeconds: number;
  /** Only for an item with a duration. */
  endSeconds?: number;
  className: string;
}

interface Lane {
  name: string;
  items: LaneItem[];
}

/**
 * The interview at a glance: its phases, when each person spoke, when questions were asked, and when code changed,
 * ran, was discussed and was marked. The list beside it contains the same in words, so this is only a picture.
 */
export const ReplayLanes = memo(function ReplayLanes({ record, span }: ReplayLanesProps) {
  const share = (seconds: number) => (100 * (seconds - span.from)) / Math.max(1, span.to - span.from);
  const marks = scaleSeconds(span.to);
  return (
    <div aria-hidden="true" className="grid gap-1.5 text-xs text-on-dark-2">
      <PhaseBar record={record} span={span} share={share} />
      {lanesOf(record).map(({ name, items }) => (
        <div key={name} className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-2">
          <span className="truncate">{name}</span>
          <span className="relative block h-4">
            {items.map(({ id, atSeconds, endSeconds, className }) => (
              <span
                key={id}
                className={clsx(
                  "absolute top-1/2 -translate-y-1/2",
                  endSeconds === undefined && "-translate-x-1/2",
                  className,
                )}
                style={{
                  left: `${share(atSeconds)}%`,
                  ...(endSeconds === undefined
                    ? {}
                    : { width: `${Math.max(share(endSeconds) - share(atSeconds), 0.4)}%` }),
                }}
              />
            ))}
          </span>
        </div>
      ))}
      <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-2">
        <span />
        <span className="relative block h-4 tabular">
          {marks.map((at) => (
            <span
              key={at}
              className={clsx(
                "absolute",
                share(at) > 90 ? "-translate-x-full" : share(at) > 5 && "-translate-x-1/2",
              )}
              style={{ left: `${share(at)}%` }}
            >
              {formatElapsed(at)}
            </span>
          ))}
        </span>
      </div>
    </div>
  );
});

function PhaseBar({ record, span, share }: ReplayLanesProps & { share: (seconds: number) => number }) {
  const phases = record.items.filter((item) => item.kind === "phase");
  const parts = phases.map((item, index) => ({
    phase: item.phase,
    from: item.atSeconds,
    to: phases[index + 1]?.atSeconds ?? span.to,
  }));
  const names = { interview: "Interview", feedback: "Feedback", ended: "" };
  return (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-2">
      <span />
      <span className="relative block h-7">
        {parts
          .filter(({ from, to }) => to > from)
          .map(({ phase, from, to }) => (
            <span
              key={phase}
              className="absolute top-0"
              style={{ left: `${share(from)}%`, width: `${share(to) - share(from)}%` }}
            >
              <span className="block truncate">{names[phase]}</span>
              <span
                className={clsx(
                  "mt-1 mr-0.5 block h-1 rounded-full",
                  phase === "interview"
                    ? "bg-accent"
                    : phase === "feedback"
                      ? "bg-on-dark-2"
                      : "bg-dark-line",
                )}
              />
            </span>
          ))}
      </span>
    </div>
  );
}

/** The periods in which a party spoke. Empty without a transcript. */
function voiceLane({ items, people }: RoomRecord, role: "interviewee" | "interviewer"): Lane {
  const person = people.find((candidate) => candidate.role === role);
  const utterances = items.filter((item) => item.kind === "utterance" && item.personId === person?._id);
  return {
    name: person?.firstName ?? "",
    items: utterances.map(({ id, at, atSeconds, ...item }) => ({
      id,
      atSeconds,
      endSeconds: "endAt" in item ? atSeconds + (Date.parse(item.endAt) - Date.parse(at)) / 1000 : atSeconds,
      className: clsx("h-2 rounded-full", role === "interviewee" ? "bg-green" : "bg-on-dark-2"),
    })),
  };
}

function lanesOf(record: RoomRecord): Lane[] {
  const { items } = record;
  const lane = (name: string, classOf: (item: RoomRecordItem) => string | null): Lane => ({
    name,
    items: items.flatMap((item) => {
      const className = classOf(item);
      return className === null ? [] : { id: item.id, atSeconds: item.atSeconds, className };
    }),
  });
  return [
    voiceLane(record, "interviewee"),
    voiceLane(record, "interviewer"),
    lane("Asked", ({ kind }) =>
      kind === "question" ? "size-2.5 rounded-full border-2 border-accent" : null,
    ),
    lane("Code", ({ kind }) => (kind === "code" ? "h-3 w-px bg-on-dark-2" : null)),
    lane("Runs", (item) =>
      item.kind !== "run"
        ? null
        : clsx("size-2.5 rounded-full", item.outcome === "finished" ? "bg-green" : "bg-red"),
    ),
    lane("Chat", ({ kind }) => (kind === "chat" ? "size-1.5 rounded-[2px] bg-on-dark" : null)),
    lane("Marks", (item) =>
      item.kind !== "mark"
        ? null
        : clsx("size-2 rotate-45 border border-accent", item.label === "good" && "bg-accent"),
    ),
  ].filter((entry) => entry.items.length > 0);
}
