import { isBlankGoal } from "@greenroom/contract/schedule/goals/goal-labels.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import { Target } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/actions/button.tsx";
import { GoalDialog, goalQuestion } from "./goal-dialog.tsx";
import { goalInShort } from "./goal-labels.ts";

interface ChosenGoalProps {
  goal: Goal | null;
  onChange: (goal: Goal | null) => void;
}

/** The goal for the next booking in one line, with a button to change it. */
export function ChosenGoal({ goal, onChange }: ChosenGoalProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mb-3 flex items-center justify-between gap-3 xl:mb-5">
      <p className="flex min-w-0 items-center gap-2 text-sm">
        <Target aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        {goal === null ? (
          <span>
            {goalQuestion} <span className="text-ink-3">(optional)</span>
          </span>
        ) : (
          <span className="truncate" title={goalInShort(goal)}>
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
