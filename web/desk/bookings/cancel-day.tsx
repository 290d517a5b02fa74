import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import type { DeskBooking } from "@greenroom/contract/desk/bookings/bookings.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field, Select } from "../../ui/fields.tsx";

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
  // The filter's text can be the beginning of several names or addresses.
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
