import clsx from "clsx";
import { formatTimeRange } from "../../../ui/time/format-time.ts";
import type { RoomPhase, SessionPart } from "../room-phase.ts";

interface PartListProps {
  parts: readonly SessionPart[];
  phase: RoomPhase;
  timeZone: string;
}

/** The run of the session: its three parts with their times. */
export function PartList({ parts, phase, timeZone }: PartListProps) {
  return (
    <ol aria-label="Parts of the session" className="grid gap-2 sm:grid-cols-3">
      {parts.map((part) => {
        const isNow = part.phase === phase;
        return (
          <li
            key={part.phase}
            aria-current={isNow ? "step" : undefined}
            className={clsx(
              "rounded-sm border px-4 py-3 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:py-2",
              isNow ? "border-spot-line bg-spot-tint" : "border-line bg-card",
            )}
          >
            <p className={clsx("font-semibold", isNow && "text-spot")}>{part.name}</p>
            <p className="text-sm text-ink-2 tabular">{formatTimeRange(part.from, part.to, timeZone)}</p>
          </li>
        );
      })}
    </ol>
  );
}
