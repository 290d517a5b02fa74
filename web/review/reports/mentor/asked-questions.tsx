import type { MentorFeedback } from "@greenroom/contract/review/reports/reports.ts";
import { useId } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/display/card.tsx";

/** More questions than this are shown on request. */
const shownQuestions = 6;

/** What the mentor asked, with a link to each question that is in the bank. */
export function AskedQuestions({ questions }: Pick<MentorFeedback, "questions">) {
  const id = useId();
  if (questions.length === 0) return null;
  const list = (
    <ol className="grid list-decimal gap-2 pl-6 marker:text-ink-2">
      {questions.map(({ title, questionId }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stored questions keep their places.
        <li key={index} className="pl-1 [overflow-wrap:anywhere]">
          {title}
          {questionId !== null && (
            <>
              {" "}
              <Link
                to={paths.practiceQuestion(questionId)}
                className="link inline-block min-h-6 content-center whitespace-nowrap text-sm"
              >
                Practice it<span className="sr-only">: {title}</span>
              </Link>
            </>
          )}
        </li>
      ))}
    </ol>
  );
  return (
    <section aria-labelledby={id}>
      <Card>
        <h2 id={id} className="mb-3 text-xl">
          Questions asked
        </h2>
        {questions.length <= shownQuestions ? (
          list
        ) : (
          <details>
            <summary className="link inline-block min-h-8 cursor-pointer content-center">
              Show all {questions.length} questions
            </summary>
            <div className="mt-2">{list}</div>
          </details>
        )}
      </Card>
    </section>
  );
}
