import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { Card } from "../../../ui/display/card.tsx";

/** Shown beside the calendar while no slot is selected. */
export function CalendarHelp({ timeZone }: { timeZone: string }) {
  return (
    <Card tone="tint" className="grid content-start gap-2">
      <h2 className="font-text text-base font-semibold tracking-normal">Time zone</h2>
      <p className="text-sm text-ink-2">
        Everything here is in {timeZoneLabel(timeZone, new Date())}. Interviewees see the same slots in their
        own zone.
      </p>
      <p className="text-sm text-ink-2">
        Tap, click or drag on empty time in the week or day view to offer it. Choose a slot to see who booked
        it, or delete it.
      </p>
    </Card>
  );
}
