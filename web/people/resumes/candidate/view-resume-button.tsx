import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import { useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { CandidateResume } from "./candidate-resume.tsx";

interface ViewResumeButtonProps {
  userId: string;
  name: string;
  /** The candidate's goal for the interview. */
  goal?: Goal | null;
  wide?: boolean;
  size?: "sm" | "md";
}

/**
 * The button that opens a candidate's resume; shown when the booking's `allowedActions` contains
 * `view-resume`.
 */
export function ViewResumeButton({ userId, name, goal = null, wide, size }: ViewResumeButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" wide={wide} size={size} onClick={() => setOpen(true)}>
        View Resume<span className="sr-only"> of {name}</span>
      </Button>
      {open && <CandidateResume userId={userId} name={name} goal={goal} onClose={() => setOpen(false)} />}
    </>
  );
}
