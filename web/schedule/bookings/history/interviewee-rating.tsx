import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { Star } from "lucide-react";

interface IntervieweeRatingProps {
  feedback: InterviewerBooking["intervieweeFeedback"];
  /** True when the interviewee reads it. */
  isOwn?: boolean;
}

/** The interviewee's rating of an interview, out of 5, and their summary. */
export function IntervieweeRating({ feedback: rating, isOwn = false }: IntervieweeRatingProps) {
  if (rating === null) return <p className="text-sm text-ink-3">Interviewee feedback pending</p>;
  return (
    <div className="grid gap-1.5 border-t border-line pt-3">
      <p className="flex items-center gap-2 text-sm font-semibold tabular">
        <span aria-hidden="true" className="flex gap-0.5 text-accent">
          {[1, 2, 3, 4, 5].map((step) => (
            <Star
              key={step}
              className={`size-4 ${step <= rating.interviewScore ? "fill-current text-amber" : "text-edge"}`}
            />
          ))}
        </span>
        {isOwn ? "Your" : "Their"} rating: {rating.interviewScore} / 5
      </p>
      <p className="max-w-prose whitespace-pre-line text-ink-2">{rating.overallSummary}</p>
    </div>
  );
}
