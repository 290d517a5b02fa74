import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";

interface PracticeLinksProps {
  exercise: Pick<AiFeedback["plan"][number], "title" | "questionId" | "drillId">;
}

/** Links for practicing the exercise alone: a question and a drill on its topic. */
export function PracticeLinks({ exercise: { title, questionId, drillId } }: PracticeLinksProps) {
  if (questionId === null && drillId === null) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {questionId !== null && (
        <Link to={paths.practiceQuestion(questionId)} className="link inline-block min-h-6 content-center">
          Practice a question<span className="sr-only"> on {title}</span>
        </Link>
      )}
      {drillId !== null && (
        <Link to={paths.drill(drillId)} className="link inline-block min-h-6 content-center">
          Open a drill<span className="sr-only"> on {title}</span>
        </Link>
      )}
    </p>
  );
}
