import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { type Goal, isBlankGoal } from "@greenroom/contract/schedule/goals.ts";
import { Target } from "lucide-react";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { LazyPart } from "../../ui/lazy-part.tsx";
import type { Notice } from "../../ui/status.tsx";
import { sidesOf } from "../bookings/booking-text.ts";
import { useRefreshBookings } from "../bookings/queries.ts";
import { GoalList, goalInShort } from "./goal-list.tsx";

/** Loaded on demand, because the form needs the validation library. */
const goalFormPart = {
  name: "The form",
  load: () => import("./goal-form.tsx").then(({ GoalForm }) => GoalForm),
  lines: 6,
};

export const goalQuestion = "What do you want from this interview?";

interface GoalDialogProps {
  goal: Goal | null;
  submitLabel: string;
  onSubmit: (goal: Goal) => Promise<void>;
  onClose: () => void;
}

export function GoalDialog({ goal, submitLabel, onSubmit, onClose }: GoalDialogProps) {
  return (
    <Modal
      open
      title={goalQuestion}
      description="All of it is optional. Your interviewer sees it before and during the interview."
      onClose={onClose}
    >
      <LazyPart source={goalFormPart}>
        {(GoalForm) => <GoalForm goal={goal} submitLabel={submitLabel} onSubmit={onSubmit} />}
      </LazyPart>
    </Modal>
  );
}

/** The goal for the next booking in one line, with a button to change it. */
export function ChosenGoal({ goal, onChange }: { goal: Goal | null; onChange: (goal: Goal | null) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mb-3 flex items-center justify-between gap-3 xl:mb-5">
      <p className="flex min-w-0 items-center gap-2 text-sm">
        <Target aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        {goal === null ? (
          <span key="none">
            {goalQuestion} <span className="text-ink-3">(optional)</span>
          </span>
        ) : (
          <span key="goal" className="truncate" title={goalInShort(goal)}>
            <span className="text-ink-2">Goal: </span>
            {goalInShort(goal)}
          </span>
        )}
      </p>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
        <span>
          {goal === null ? "Add" : "Change"}
          <span className="sr-only"> your goal</span>
        </span>
      </Button>
      {isOpen && (
        <GoalDialog
          goal={goal}
          submitLabel="Use this goal"
          onSubmit={async (chosen) => {
            onChange(isBlankGoal(chosen) ? null : chosen);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface BookingGoalProps {
  booking: Booking;
  onDone: (notice: Notice) => void;
}

/** The interviewee's goal for a booked interview, which can be edited until the interview starts. */
export function BookingGoal({ booking, onDone }: BookingGoalProps) {
  const [isOpen, setOpen] = useState(false);
  const refreshBookings = useRefreshBookings();
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
              <span className="sr-only"> for the interview with {sidesOf(booking).otherName}</span>
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
            const { msg } = await call("PUT /api/user/bookings/:id/goal", { params: { id }, body: chosen });
            await refreshBookings();
            setOpen(false);
            onDone({ message: msg, tone: "good" });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
