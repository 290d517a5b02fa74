import { type Booking, setGoal } from "@greenroom/contract/schedule/bookings.ts";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/actions/button.tsx";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { GoalDialog, goalQuestion } from "../../goals/goal-dialog.tsx";
import { GoalList } from "../../goals/goal-list.tsx";
import { useBookingCache } from "../use-booking-cache.ts";

interface BookingGoalProps {
  booking: Booking;
  /** The other person's name, because the page can contain several of these. */
  withName: string;
  onDone: (notice: Notice) => void;
}

/** The interviewee's goal for a booked interview, which can be edited until the interview starts. */
export function BookingGoal({ booking, withName, onDone }: BookingGoalProps) {
  const [isOpen, setOpen] = useState(false);
  const lists = useBookingCache();
  const { goal, mayEditGoal: mayEdit, _id: id } = booking;
  if (goal === null && !mayEdit) return null;
  if (goal !== null && !mayEdit) {
    return (
      <details className="border-t border-line pt-3 text-sm">
        <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-ink-2">
          Your goal for this interview
        </summary>
        <GoalList goal={goal} className="mt-3" />
      </details>
    );
  }
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">{goal === null ? goalQuestion : "Your goal for this interview"}</p>
        {mayEdit && (
          <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
            <span>
              {goal === null ? "Add a goal" : "Change goal"}
              <span className="sr-only"> for the interview with {withName}</span>
            </span>
          </Button>
        )}
      </div>
      {goal !== null && <GoalList goal={goal} className="text-sm" />}
      {isOpen && (
        <GoalDialog
          goal={goal}
          submitLabel="Save goal"
          onSubmit={async (chosen) => {
            const { msg } = await call(setGoal, { params: { id }, body: chosen });
            await lists.refresh();
            setOpen(false);
            onDone({ message: msg, tone: "good" });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
