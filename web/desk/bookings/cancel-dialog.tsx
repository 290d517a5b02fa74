import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import { cancelBookings, type DeskBooking } from "@greenroom/contract/desk/bookings.ts";
import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Field, Select } from "../../ui/fields.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";

interface CancelDialogProps {
  bookings: readonly Pick<DeskBooking, "_id" | "interviewer">[];
  onDone: (result: EndpointOutput<typeof cancelBookings.perform>) => void;
  onClose: () => void;
}

/**
 * Cancels all of these bookings, or none. If they leave an interviewer's day without an interview, its free times can be
 * closed, too. That is chosen for several bookings of one interviewer, as when they fall ill, and not for a single one.
 */
export function CancelDialog({ bookings, ...dialog }: CancelDialogProps) {
  const count = bookings.length;
  const isOneInterviewer = new Set(bookings.map(({ interviewer }) => interviewer._id)).size === 1;
  const [isChosen, setChosen] = useState(count > 1 && isOneInterviewer);
  /** Null until the first preview. Without any, there is nothing to close, so the preview does not speak of it. */
  const [freeTimes, setFreeTimes] = useState<number | null>(null);
  return (
    <ActionDialog
      {...dialog}
      title={count === 1 ? "Cancel an interview" : `Cancel ${count} interviews`}
      action={cancelBookings}
      input={{ bookingIds: bookings.map(({ _id }) => _id), closesDays: isChosen && freeTimes !== 0 }}
      onPreview={(preview) => setFreeTimes(preview.freeTimes)}
      confirmLabel={count === 1 ? "Cancel the interview" : "Cancel them all"}
      danger
    >
      {freeTimes !== null && freeTimes > 0 && (
        <Checkbox
          label={
            freeTimes === 1
              ? "Also close the day's 1 free time, which can still be booked"
              : `Also close the day's ${freeTimes} free times, which can still be booked`
          }
          checked={isChosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.checked)}
        />
      )}
    </ActionDialog>
  );
}

interface CancelDayProps {
  /** The upcoming interviews of the day that are loaded. */
  upcoming: readonly DeskBooking[];
  /** The list is filtered by a person. */
  hasPerson: boolean;
  /** Some of the day is not loaded yet. */
  hasMore: boolean;
  onCancel: (bookings: readonly DeskBooking[]) => void;
}

/** If an interviewer falls ill, their upcoming interviews of a day are canceled together. */
export function CancelDay({ upcoming, hasPerson, hasMore, onCancel }: CancelDayProps) {
  const [chosenId, setChosenId] = useState("");
  if (upcoming.length === 0) return null;
  const byInterviewer = new Map<string, DeskBooking[]>();
  for (const booking of upcoming) {
    const { _id } = booking.interviewer;
    byInterviewer.set(_id, [...(byInterviewer.get(_id) ?? []), booking]);
  }
  // The filter's text can be part of several names or addresses.
  const isOfOne = hasPerson && byInterviewer.size === 1;
  const chosen = isOfOne ? upcoming : (byInterviewer.get(chosenId) ?? []);
  const all = chosen.length === 1 ? "Cancel the upcoming one" : `Cancel all ${chosen.length} upcoming`;
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      {!isOfOne && (
        <Field label="Cancel an interviewer's day">
          {(control) => (
            <Select
              {...control}
              value={chosen.length === 0 ? "" : chosenId}
              onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
            >
              <option value="">Choose an interviewer</option>
              {[...byInterviewer].map(([id, bookings]) => (
                <option key={id} value={id}>
                  {bookings[0]?.interviewer.name} ({bookings.length} upcoming)
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Button
        size="sm"
        variant="danger"
        disabled={chosen.length === 0 || chosen.length > maxActionRows || hasMore}
        onClick={() => onCancel(chosen)}
      >
        {isOfOne ? all : "Cancel their day"}
      </Button>
      {hasMore && <span className="text-sm text-ink-2">Load the rest of the day below first.</span>}
    </div>
  );
}
