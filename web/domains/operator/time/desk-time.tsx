import { useCallback } from "react";
import { formatDateTime } from "../../../format/format-date-time.ts";
import { formatLongDay } from "../../../format/format-day.ts";
import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { useNow } from "../../../ui/hooks/use-now.ts";

/* One rule for the whole desk: every time is in the operator's own zone, which the frame names above each page. */

/** Writes an instant of the API, for sentences. Elsewhere use `DeskTime`. */
export function useDeskTime(): (instant: string) => string {
  const timeZone = useTimeZone();
  return useCallback((instant: string) => formatDateTime(new Date(instant), timeZone), [timeZone]);
}

/** An instant of the API, with its zone as a tooltip. */
export function DeskTime({ at }: { at: string }) {
  const timeZone = useTimeZone();
  const instant = new Date(at);
  return (
    <time
      dateTime={at}
      title={`${formatDateTime(instant, timeZone)}, ${timeZoneLabel(timeZone, instant)}`}
      className="tabular"
    >
      {formatDateTime(instant, timeZone)}
    </time>
  );
}

/** Today's date, and the zone in which all times of the desk are. */
export function DeskZone() {
  const timeZone = useTimeZone();
  const now = useNow();
  return (
    <p className="mb-1 text-sm text-ink-3 print:hidden">
      {formatLongDay(now, timeZone)}. All times are in {timeZoneLabel(timeZone, now)}.
    </p>
  );
}
