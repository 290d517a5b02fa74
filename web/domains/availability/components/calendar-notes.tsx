import { Card } from "../../../ui/card.tsx";

/** Stands beside the calendar while no slot is chosen. */
export function CalendarNotes({ timeZone }: { timeZone: string }) {
  return (
    <Card tone="tint" className="grid content-start gap-2">
      <h2 className="font-text text-base font-semibold tracking-normal">Your times, your clock</h2>
      <p className="text-sm text-ink-2">
        Everything here is in {timeZone}. Interviewees see the same slots in their own zone.
      </p>
      <p className="text-sm text-ink-2">
        Tap, click or drag on empty time in the week or day view to offer it; choose a slot to see who booked
        it, or to take it back.
      </p>
    </Card>
  );
}
