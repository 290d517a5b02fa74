import type { RecordItemOf } from "@greenroom/contract/room/room-record.ts";
import { outcomeLabels } from "../own-questions/question-labels.ts";
import { QuestionText } from "../own-questions/question-text.tsx";
import { marksText } from "./record-text.ts";

/** A question that was shown; its interviewer also sees their private marks. */
export function QuestionItem({ item, name }: { item: RecordItemOf<"question">; name: string }) {
  const { title, prompt, marks } = item;
  const details = marks === null ? "" : marksText(marks);
  return (
    <div className="min-w-0">
      <p>
        {name} asked: <span className="font-semibold">{title}</span>
      </p>
      <details className="text-sm text-ink-2">
        <summary className="min-h-9 cursor-pointer py-1.5">The prompt</summary>
        <QuestionText text={prompt} />
      </details>
      {marks !== null && (marks.outcome !== null || details !== "") && (
        <p className="break-words text-sm">
          <span className="text-ink-2">Only you see this: </span>
          {marks.outcome !== null && <strong>{outcomeLabels[marks.outcome]}. </strong>}
          {details}
        </p>
      )}
    </div>
  );
}
