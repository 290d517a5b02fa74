import clsx from "clsx";
import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import type { ReactNode } from "react";
import { SegmentedControl } from "../../../ui/actions/segmented-control.tsx";
import { formatElapsed } from "../record-text.ts";
import { type Replay, replaySpeeds } from "./use-replay.ts";

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
