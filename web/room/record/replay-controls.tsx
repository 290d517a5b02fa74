import type { RoomRecord, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import clsx from "clsx";
import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { memo, type ReactNode } from "react";
import { SegmentedControl } from "../../ui/content.tsx";
import { formatElapsed } from "./record-text.tsx";
import { type Replay, replaySpeeds, scaleSeconds } from "./replay.ts";

interface ReplayControlsProps {
  replay: Replay;
  span: { from: number; to: number };
  /** Moves to the code change before or after this moment; null when there is none. */
  previous: number | null;
  next: number | null;
  /** Within another page: without the choice of the speed, and always in sight. */
  isCompact: boolean;
  /** Below what scrolls, instead of over it. */
  isBeside: boolean;
}

/** Play, step from change to change, and a slider over the whole interview. */
export function ReplayControls({ replay, span, previous, next, isCompact, isBeside }: ReplayControlsProps) {
  const { seconds, isPlaying, speed, seek, togglePlay, setSpeed } = replay;
  return (
    <div
      className={clsx(
        "grid gap-3 border-t border-dark-line px-4 sm:px-5",
        isBeside
          ? "shrink-0 bg-dark py-2"
          : isCompact
            ? "sticky -bottom-5 bg-dark py-2 xl:bottom-0"
            : "bg-dark py-4 xl:sticky xl:bottom-0",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:flex-nowrap">
        <StepButton
          label="Previous change of the code"
          onClick={() => previous !== null && seek(previous)}
          inactive={previous === null}
        >
          <SkipBack aria-hidden="true" className="size-4" />
        </StepButton>
        <button
          type="button"
          aria-label={isPlaying ? "Pause" : "Play"}
          onClick={togglePlay}
          className="grid size-12 shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-strong"
        >
          {isPlaying ? (
            <Pause aria-hidden="true" className="size-5 fill-current" />
          ) : (
            <Play aria-hidden="true" className="ml-0.5 size-5 fill-current" />
          )}
        </button>
        <StepButton
          label="Next change of the code"
          onClick={() => next !== null && seek(next)}
          inactive={next === null}
        >
          <SkipForward aria-hidden="true" className="size-4" />
        </StepButton>
        <input
          type="range"
          aria-label="Moment of the interview"
          aria-valuetext={`${formatElapsed(Math.floor(seconds))} of ${formatElapsed(span.to)}`}
          className="h-11 min-w-0 grow accent-accent max-sm:order-last max-sm:basis-full"
          min={span.from}
          max={span.to}
          step={1}
          value={Math.floor(seconds)}
          onChange={(event) => seek(Number(event.target.value))}
        />
        <p className="shrink-0 text-sm text-on-dark-2 tabular max-sm:ml-auto">
          <span className="font-semibold text-on-dark">{formatElapsed(Math.floor(seconds))}</span> /{" "}
          {formatElapsed(span.to)}
        </p>
      </div>
      {isCompact ? (
        <p className="text-sm text-on-dark-2">Plays at {speed}× speed, without sound.</p>
      ) : (
        <div data-theme="dark" className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SegmentedControl
            label="Speed"
            options={replaySpeeds.map((value) => ({ value, label: `${value}×` }))}
            value={speed}
            onChange={setSpeed}
          />
          <p className="text-sm text-on-dark-2">Without sound: no audio is stored.</p>
        </div>
      )}
    </div>
  );
}

interface StepButtonProps {
  label: string;
  inactive: boolean;
  onClick: () => void;
  children: ReactNode;
}

function StepButton({ label, inactive, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={inactive}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-full border border-dark-line text-on-dark hover:bg-dark-2 aria-disabled:opacity-45"
    >
      {children}
    </button>
  );
}

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
