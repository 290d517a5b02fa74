import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { useCallback } from "react";
import { useSite } from "../../app/page-data.ts";
import { formatDateTime, formatLongDay } from "../../format/times.ts";
import { useNow } from "../../ui/hooks.ts";

/** Writes an instant of the API, for sentences. Elsewhere use `DeskTime`. */
export function useDeskTime(): (instant: string) => string {
  const timeZone = useDeskZone();
  return useCallback((instant: string) => formatDateTime(new Date(instant), timeZone), [timeZone]);
}

/** An instant of the API, with its zone as a tooltip. */
export function DeskTime({ at }: { at: string }) {
  const timeZone = useDeskZone();
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
  const timeZone = useDeskZone();
  const now = useNow();
  return (
    <p className="mb-3 text-sm text-ink-3 print:hidden">
      {formatLongDay(now, timeZone)}. All times at the desk are in {timeZoneLabel(timeZone, now)}.
    </p>
  );
}

/**
 * The zone of every time at the desk: the business's, in which the server writes previews and closes the days of the
 * figures. Two operators in different zones read the same hour. The frame names the zone above each page.
 */
export function useDeskZone(): string {
  return useSite().timeZone;
}
