import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import { LazyPart } from "../../app/lazy-part.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";

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

/** A dialog for the goal of one interview. */
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
