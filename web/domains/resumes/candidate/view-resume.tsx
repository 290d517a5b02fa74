import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CandidateResume } from "./candidate-resume.tsx";

interface ViewResumeProps {
  userId: string;
  name: string;
  wide?: boolean;
  size?: "sm" | "md";
}

/** The button that opens a candidate's resume; drawn where the booking's `allowedActions` has `view-resume`. */
export function ViewResume({ userId, name, wide, size }: ViewResumeProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" wide={wide} size={size} onClick={() => setOpen(true)}>
        View Resume<span className="sr-only"> of {name}</span>
      </Button>
      {open && <CandidateResume userId={userId} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
