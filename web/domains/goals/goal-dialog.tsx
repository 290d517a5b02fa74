import type { Goal } from "@greenroom/contract/goals/goals.ts";
import { lazy, Suspense } from "react";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { LoadingLines } from "../../ui/status/skeleton.tsx";

/** Loaded on demand, because the form needs the validation library. */
const GoalForm = lazy(() => import("./goal-form.tsx").then(({ GoalForm }) => ({ default: GoalForm })));

export const goalQuestion = "What do you want from this interview?";

interface GoalDialogProps {
  goal: Goal | null;
  submitLabel: string;
  onSubmit: (goal: Goal) => Promise<void>;
  onClose: () => void;
}

/** A dialog for the goal of one interview. */
export function GoalDialog({ goal, submitLabel, onSubmit, onClose }: GoalDialogProps) {
  return (
    <Modal
      open
      title={goalQuestion}
      description="All of it is optional. Your interviewer sees it before and during the interview."
      onClose={onClose}
    >
      <Suspense fallback={<LoadingLines label="Loading the form…" lines={6} />}>
        <GoalForm goal={goal} submitLabel={submitLabel} onSubmit={onSubmit} />
      </Suspense>
    </Modal>
  );
}
