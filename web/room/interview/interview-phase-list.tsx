import clsx from "clsx";
import { formatTimeRange } from "../../format/format-time.ts";
import type { InterviewPhase, RoomPhase } from "./room-phase.ts";

interface InterviewPhaseListProps {
  parts: readonly InterviewPhase[];
  phase: RoomPhase;
  timeZone: string;
}

/** The three phases of the interview with their times. */
export function InterviewPhaseList({ parts, phase, timeZone }: InterviewPhaseListProps) {
  return (
    <ol aria-label="Parts of the session" className="grid gap-2 sm:grid-cols-3">
      {parts.map((part) => {
        const isCurrent = part.phase === phase;
        return (
          <li
            key={part.phase}
            aria-current={isCurrent ? "step" : undefined}
            className={clsx(
              "rounded-sm border px-4 py-3 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:py-2",
              isCurrent ? "border-accent-line bg-accent-tint" : "border-line bg-card",
            )}
          >
            <p className={clsx("font-semibold", isCurrent && "text-accent")}>{part.name}</p>
            <p className="text-sm text-ink-2 tabular">{formatTimeRange(part.from, part.to, timeZone)}</p>
          </li>
        );
      })}
    </ol>
  );
}
